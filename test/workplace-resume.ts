/** A run over a workplace, with a model that fumbles and the oracle, which can be broken off at any event and taken up again. */
import { oracle } from '../src/agents/oracle.ts';
import { newGleanings, plausibleInput } from '../src/agents/plausible.ts';
import { toolLoop } from '../src/agents/tool-loop.ts';
import { DEFAULT_STYLES } from '../src/core/means.ts';
import { type Model, NO_USAGE } from '../src/core/model.ts';
import { stream } from '../src/core/random.ts';
import type { Suite } from '../src/core/suite.ts';
import { recorder } from '../src/models/record.ts';
import { replayer } from '../src/models/replay.ts';
import { rowMaker } from '../src/report/row.ts';
import { runDirectory } from '../src/run/directory.ts';
import { makePlan } from '../src/run/planning.ts';
import { run } from '../src/run/run.ts';
import { systemClock } from '../src/run/system-clock.ts';
import type { Scenario } from '../src/worlds/workplace/compose.ts';
import { workplaceJudge } from '../src/worlds/workplace/judge.ts';
import { workplaceSolution } from '../src/worlds/workplace/solution.ts';
import { taskOf, worldOf } from './workplace-place.ts';

const LONG_TALK = 30;

/** A pure function of the conversation: it may be asked in any order, and what was answered need not be asked again. */
function fumbler(onAsked: () => void): Model {
  return {
    name: 'fumbler',
    generate: async ({ messages, tools }) => {
      onAsked();
      // Tired after a while: then it only waits for the day to end.
      if (messages.length > LONG_TALK)
        return { parts: [{ type: 'text', text: 'Enough.' }], finish: 'stop', usage: NO_USAGE };
      const chance = stream(messages.length, 'fumbler');
      const tool = chance.pick((tools ?? []).filter(({ name }) => name !== 'end_day'));
      const gleanings = newGleanings(JSON.stringify(messages.at(1) ?? ''));
      const input = JSON.stringify(plausibleInput(tool.input, { gleanings, random: chance }));
      const id = `c${messages.length}`;
      return { parts: [{ type: 'tool-call', id, name: tool.name, input }], finish: 'stop', usage: NO_USAGE };
    },
  };
}

export interface Taken {
  readonly events: number;
  readonly asked: number;
}

/** Plays what is missing in that directory; with `stopAt`, only until so many events have been written. */
export async function takeUp(scenario: Scenario, path: string, stopAt = 0): Promise<Taken> {
  const task = taskOf(scenario);
  const suite: Suite = {
    name: 'trial',
    title: 'Trial',
    description: '',
    tasks: [task],
    needs: [],
    prompts: [],
    world: () => worldOf(scenario),
    judge: () => workplaceJudge(),
    solution: () => workplaceSolution,
  };
  const plan = await makePlan({
    ...{
      run: 'trial',
      suite,
      source: 'trial',
      tasks: [task],
      modes: ['E0'],
      trials: 1,
      seed: '0',
      version: 'test',
    },
    agents: ['oracle', 'model'].map((name) => ({ name, model: name === 'model' ? 'fumbler' : null, settings: {} })),
    ...{ faultCount: 0, faultDuration: 0, withPlan: false, worldModel: null, verifierModel: null, prompts: {} },
    styles: DEFAULT_STYLES,
  });
  const stop = new AbortController();
  const counts = { events: 0, asked: 0 };
  const model = fumbler(() => void counts.asked++);
  const going = run({
    plan,
    directory: runDirectory(path),
    workers: 1,
    clock: systemClock,
    signal: stop.signal,
    taskOf: () => task,
    rowsOf: rowMaker(plan),
    casting: (planned, { emit, replies }) => {
      const asked = recorder({ emit })('agent', replayer({ replies })('agent', model));
      const limits = { maxSteps: 100 };
      const agent =
        planned.agent.name === 'oracle'
          ? oracle({ solution: workplaceSolution, asked: scenario.asked })
          : toolLoop({ model: asked, system: 'You are a trainee.', limits });
      return {
        world: worldOf(scenario),
        judge: workplaceJudge(),
        agent: { name: planned.agent.name, act: agent.act },
        faults: [],
      };
    },
    watch: {
      onLine: () => {
        if (++counts.events === stopAt) stop.abort(new Error('broken off'));
      },
    },
  });
  // Being broken off is what was asked for.
  await going.catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });
  return counts;
}
