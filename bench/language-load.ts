/** A load of language episodes: agent, simulator and judge are all the slow model, and every observation is imagined. */
import { toolLoop } from '../src/agents/tool-loop.ts';
import { openCatalog } from '../src/catalog/catalog.ts';
import { DEFAULT_STYLES, type Means } from '../src/core/means.ts';
import type { Suite } from '../src/core/suite.ts';
import type { Task } from '../src/core/task.ts';
import { rubric } from '../src/judges/rubric.ts';
import { vote } from '../src/judges/vote.ts';
import { readSetup } from '../src/worlds/language/setup.ts';
import { languageWorld } from '../src/worlds/language/world.ts';
import { type Load, MODEL, playOn } from './load.ts';

const task: Task = {
  id: 'shelves',
  suite: 'bench',
  world: 'warehouse',
  family: 'shelves',
  title: 'Shelves',
  category: 'Transportation & Logistics',
  domain: 'Warehousing',
  scenario: 'Stock taking',
  difficulty: 1,
  brief: 'Go through the shelves.',
  asked: {},
  clock: '2026-01-01T00:00:00Z',
  setup: {
    environment: 'warehouse',
    prompt: 'You are the stock system of a warehouse. '.repeat(200),
    tools: [
      {
        name: 'list_shelf',
        description: 'What is on a shelf.',
        parameters: { type: 'object', properties: { shelf: { type: 'string' } }, required: ['shelf'] },
      },
    ],
    state: { shelves: Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`S-${i}`, { items: i }])) },
    stateDescription: { shelves: 'by number' },
    hidden: [],
  },
  truth: {
    rubric: 'The shelves were looked at.',
    criteria: [{ name: 'looked', text: 'The shelves were looked at.', required: true, points: 1 }],
  },
  plan: null,
};

const suite: Suite = {
  name: 'bench',
  title: 'Bench',
  description: '',
  tasks: [task],
  needs: ['world', 'judge'],
  prompts: [],
  world: (one, means) => languageWorld(readSetup(one.setup), means as Means),
  judge: (_one, means) => {
    const { model, prompt, styles, emit } = means as Means;
    return vote(rubric({ model: () => model('judge'), prompt, kind: styles.rubric }), { of: styles.votes, emit });
  },
  solution: () => null,
};

/** Requests of one episode: its turns, an answer to each call, and three votes. */
export function requestsOf(turns: number): number {
  return turns + (turns - 1) + DEFAULT_STYLES.votes;
}

export async function playLanguage(baseUrl: string, { episodes, turns }: Load, path: string): Promise<void> {
  const prompts = openCatalog({}).prompts(null);
  await playOn(
    baseUrl,
    { episodes, path },
    {
      suite,
      task,
      others: MODEL,
      casting: (models, { emit }) => {
        const means: Means = {
          model: (role) => models(role, MODEL),
          emit,
          prompt: (file) => prompts.get(file) ?? '',
          styles: DEFAULT_STYLES,
          faults: { mode: 'E0', count: 0, duration: 0 },
        };
        const limits = { maxSteps: turns + 1 };
        const agent = toolLoop({ model: models('agent', MODEL), system: 'You keep a warehouse.', limits });
        return { world: suite.world(task, means), judge: suite.judge(task, means), agent };
      },
    },
  );
}
