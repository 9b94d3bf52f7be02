/** How many tokens a task played by models brings into each request, counted from its texts at four characters a token. */
import type { Json } from '../core/json.ts';
import type { Task } from '../core/task.ts';
import type { TaskSize } from './estimate.ts';

/** What our own words around them take: roles, rules, format. */
const FRAME = { world: 250, agent: 150, judge: 400 } as const;

/** Null where the world's own instructions are not in the task: it is not imagined by a model. */
export function taskSizeOf({ setup, truth, brief }: Task): TaskSize | null {
  const { prompt, tools = [], state = {}, stateDescription = {} } = setup;
  if (typeof prompt !== 'string') return null;
  const told = tokensIn(tools);
  return {
    world: FRAME.world + tokensIn(prompt),
    agent: FRAME.agent + told + tokensIn(brief),
    judge: FRAME.judge + tokensIn(truth) + tokensIn(brief) + tokensIn(state) + tokensIn(stateDescription),
  };
}

function tokensIn(value: Json): number {
  return Math.ceil((typeof value === 'string' ? value : JSON.stringify(value)).length / 4);
}
