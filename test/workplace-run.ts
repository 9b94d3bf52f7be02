/**
 * Runs over one workplace scenario for tests: the oracle, and a model that fumbles and keeps notes, recorded and replayed as in a
 * real run. The scenario is written out as a suite and read back, as whoever generates one does.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { oracle } from '../src/agents/oracle.ts';
import { newGleanings, plausibleInput } from '../src/agents/plausible.ts';
import { toolLoop } from '../src/agents/tool-loop.ts';
import { openCatalog } from '../src/catalog/catalog.ts';
import { DEFAULT_STYLES, NO_MEANS } from '../src/core/means.ts';
import { type Model, type ModelRequest, NO_USAGE, type Reply } from '../src/core/model.ts';
import type { Mode, Plan } from '../src/core/plan.ts';
import { stream } from '../src/core/random.ts';
import type { Suite } from '../src/core/suite.ts';
import { faultsFor } from '../src/faults/injected.ts';
import { recorder } from '../src/models/record.ts';
import { replayer } from '../src/models/replay.ts';
import { rowMaker } from '../src/report/row.ts';
import { runDirectory } from '../src/run/directory.ts';
import type { EpisodeCasting } from '../src/run/episode.ts';
import { makePlan } from '../src/run/planning.ts';
import type { RunOptions } from '../src/run/run.ts';
import { systemClock } from '../src/run/system-clock.ts';
import { formatScenario } from '../src/worlds/workplace/built-scenario.ts';
import { composeScenario, type Scenario } from '../src/worlds/workplace/compose.ts';
import { loadFamilies } from '../src/worlds/workplace/modules.ts';
import { readConfig } from '../src/worlds/workplace/scenario-config.ts';
import { TWO_DAYS } from './two-days.ts';

export interface WorkplaceRun {
  readonly scenario: Scenario;
  readonly path: string;
  /** Where the suite is written. */
  readonly home: string;
  readonly modes?: readonly Mode[];
  readonly workers?: number;
  readonly onAsked?: (request: ModelRequest) => void;
}

export interface OpenedRun {
  readonly options: RunOptions;
  /** Ends the sandboxes of its scripts. */
  close(): Promise<void>;
}

const STYLES = { ...DEFAULT_STYLES, memory: 'notes' } as const;

export async function workplaceRun(asked: WorkplaceRun): Promise<OpenedRun> {
  const { scenario, path, home, modes = ['E0'], workers = 2, onAsked = () => undefined } = asked;
  const catalog = openCatalog({ PRACTICUM_HOME: home });
  const suite = await catalog.suite(writtenSuite(home, scenario));
  const [task] = suite.tasks;
  if (task === undefined) throw new Error('the suite has one scenario');
  const plan = await makePlan({
    ...{ run: 'trial', suite, source: 'trial', tasks: suite.tasks, modes, trials: 1, seed: '0', version: 'test' },
    agents: ['oracle', 'model'].map((name) => ({ name, model: name === 'model' ? 'fumbler' : null, settings: {} })),
    ...{ faultCount: 2, faultDuration: 2, withPlan: false, worldModel: null, verifierModel: null, prompts: {} },
    styles: STYLES,
  });
  const options: RunOptions = {
    plan,
    directory: runDirectory(path),
    workers,
    clock: systemClock,
    signal: new AbortController().signal,
    taskOf: () => task,
    rowsOf: rowMaker(plan),
    casting: castingOf(suite, plan, fumbler(onAsked)),
  };
  return { options, close: catalog.close };
}

export async function twoDays(): Promise<Scenario> {
  const { scenarios, slack } = readConfig(TWO_DAYS, 'two-days');
  const [config] = scenarios;
  if (config === undefined) throw new Error('there is one');
  return composeScenario(config, { slack }, await loadFamilies());
}

/** The folder of a suite that holds the scenario. */
function writtenSuite(home: string, scenario: Scenario): string {
  const folder = join(home, 'suite');
  mkdirSync(join(folder, 'scenarios'), { recursive: true });
  writeFileSync(join(folder, 'scenarios', `${scenario.instance.name}.json`), formatScenario(scenario));
  writeFileSync(join(folder, 'suite.json'), JSON.stringify({ kind: 'workplace', title: 'Trial', description: '' }));
  return folder;
}

const MOST_TURNS = 100;

function castingOf(suite: Suite, plan: Plan, model: Model): EpisodeCasting {
  const [task] = suite.tasks;
  const solution = task === undefined ? null : suite.solution(task);
  if (task === undefined || solution === null) throw new Error('the scenario has a solution');
  return ({ agent: { name }, mode, task: { length } }, { emit, replies }) => {
    const { faultCount: count, faultDuration: duration } = plan;
    const means = { ...NO_MEANS, emit, styles: plan.styles, faults: { mode, count, duration } };
    const watched = recorder({ emit })('agent', replayer({ replies })('agent', model));
    const { act } =
      name === 'oracle'
        ? oracle({ solution, asked: task.asked })
        : toolLoop({ model: watched, system: 'You are a trainee.', limits: { maxSteps: MOST_TURNS } });
    return {
      world: suite.world(task, means),
      judge: suite.judge(task, means),
      agent: { name, act },
      faults: faultsFor(mode, { count, duration, length }),
    };
  };
}

const LONG_TALK = 30;
/** A pure function of the conversation: it may be asked in any order, and what was answered need not be asked again. */
function fumbler(onAsked: (request: ModelRequest) => void): Model {
  return {
    name: 'fumbler',
    generate: async (request) => {
      onAsked(request);
      return { parts: [fumbled(request)], finish: 'stop', usage: NO_USAGE };
    },
  };
}

function fumbled({ messages, tools = [] }: ModelRequest): Reply['parts'][number] {
  // Tired after a while: then it only waits for the day to end.
  if (messages.length > LONG_TALK) return { type: 'text', text: 'Enough.' };
  const id = `c${messages.length}`;
  if (messages.length === 1) {
    const text = `I was told ${JSON.stringify(messages).length} characters.`;
    return { type: 'tool-call', id, name: 'write_notes', input: JSON.stringify({ text }) };
  }
  const chance = stream(messages.length, 'fumbler');
  const tool = chance.pick(tools.filter(({ name }) => name !== 'end_day' && name !== 'write_notes'));
  const gleanings = newGleanings(JSON.stringify(messages.at(1) ?? ''));
  const input = JSON.stringify(plausibleInput(tool.input, { gleanings, random: chance }));
  return { type: 'tool-call', id, name: tool.name, input };
}
