/** A load of language episodes: agent, simulator and judge are all the slow model, and every observation is imagined. */
import { toolLoop } from '../src/agents/tool-loop.ts';
import { openCatalog } from '../src/catalog.ts';
import { DEFAULT_STYLES, type Means } from '../src/core/means.ts';
import { stream } from '../src/core/random.ts';
import type { Suite } from '../src/core/suite.ts';
import type { Task } from '../src/core/task.ts';
import { rubric } from '../src/judges/rubric.ts';
import { vote } from '../src/judges/vote.ts';
import { openDesk } from '../src/models/desk.ts';
import { redactor } from '../src/models/redact.ts';
import { rowMaker } from '../src/report/row.ts';
import { runDirectory } from '../src/run/directory.ts';
import { makePlan } from '../src/run/planning.ts';
import { run } from '../src/run/run.ts';
import { systemClock } from '../src/run/system-clock.ts';
import { readSetup } from '../src/worlds/language/setup.ts';
import { languageWorld } from '../src/worlds/language/world.ts';
import type { Load } from './load.ts';

const MODEL = 'bench/model';

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
  const desk = openDesk([MODEL], {
    aliases: new Map(),
    env: {},
    overrides: { baseUrl, apiKey: 'key-of-the-benchmark' },
    cap: episodes,
    limits: {},
    clock: systemClock,
    random: stream(0, 'jitter'),
  });
  const plan = await makePlan({
    run: 'bench',
    source: 'bench',
    suite,
    tasks: [task],
    agents: [{ name: MODEL, model: MODEL, settings: {} }],
    modes: ['E0'],
    faultCount: 0,
    faultDuration: 0,
    trials: episodes,
    seed: '0',
    withPlan: false,
    worldModel: MODEL,
    verifierModel: MODEL,
    styles: DEFAULT_STYLES,
    prompts: {},
    version: 'bench',
  });
  const { progress } = await run({
    plan,
    directory: runDirectory(path),
    workers: episodes,
    clock: systemClock,
    signal: new AbortController().signal,
    taskOf: () => task,
    casting: ({ trial, mode }, { emit, replies }) => {
      const models = desk.forEpisode({ emit, replies, trial });
      const means: Means = {
        model: (role) => models(role, MODEL),
        emit,
        prompt: (file) => prompts.get(file) ?? '',
        styles: DEFAULT_STYLES,
        faults: { mode, count: 0, duration: 0 },
      };
      const agent = toolLoop({
        model: models('agent', MODEL),
        system: 'You keep a warehouse.',
        limits: { maxSteps: turns + 1 },
      });
      return { world: suite.world(task, means), judge: suite.judge(task, means), agent };
    },
    rowsOf: rowMaker(plan),
    redact: redactor(desk.secrets),
  });
  if (progress.passed !== episodes) throw new Error(`${progress.passed} of ${episodes} episodes passed`);
}
