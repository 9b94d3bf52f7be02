/** Loads of many conversations at once with the slow model: through the whole stack, and by bare HTTP for comparison. */

import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { Agent, request } from 'undici';
import { toolLoop } from '../src/agents/tool-loop.ts';
import type { Emit } from '../src/core/event.ts';
import { DEFAULT_STYLES } from '../src/core/means.ts';
import type { Model, Role } from '../src/core/model.ts';
import type { Cast } from '../src/core/play.ts';
import { stream } from '../src/core/random.ts';
import type { Suite } from '../src/core/suite.ts';
import type { Task } from '../src/core/task.ts';
import { openDesk } from '../src/models/desk.ts';
import { redactor } from '../src/models/redact.ts';
import { rowMaker } from '../src/report/row.ts';
import { runDirectory } from '../src/run/directory.ts';
import { makePlan } from '../src/run/planning.ts';
import { run } from '../src/run/run.ts';
import { systemClock } from '../src/run/system-clock.ts';
import { startSlowServer } from './slow-server.ts';
import { warehouse } from './warehouse.ts';

export const MODEL = 'bench/model';

export interface Load {
  readonly episodes: number;
  readonly turns: number;
  readonly latencyMs: number;
  /** Requests of one episode, one after the other; as many as turns where only the agent asks. */
  readonly requests?: number;
}

export interface Measured {
  readonly seconds: number;
  readonly ratio: number;
  readonly cpuMs: number;
  readonly lateMs: number;
  /** Of the time in which there was something to do, how much a core was given to it: below 1, others had the machine. */
  readonly coreShare: number;
  readonly requests: number;
  readonly peak: number;
}

export async function measured(
  { turns, episodes, latencyMs, requests: rounds = turns }: Load,
  work: (url: string) => Promise<void>,
): Promise<Measured> {
  const server = await startSlowServer(latencyMs, turns);
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const cpu = process.cpuUsage();
  const loop = performance.eventLoopUtilization();
  const began = performance.now();
  await work(server.url);
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const { active } = performance.eventLoopUtilization(loop);
  delay.disable();
  const { requests, peak } = await server.end();
  if (requests !== rounds * episodes) throw new Error(`${requests} requests instead of ${rounds * episodes}`);
  return {
    seconds,
    ratio: seconds / ((rounds * latencyMs) / 1000),
    cpuMs: (user + system) / 1000 / requests,
    coreShare: (user + system) / 1000 / active,
    lateMs: delay.percentile(99) / 1e6,
    requests,
    peak,
  };
}

/** The same number of requests of a middling size, without anything of ours. */
export async function askPlainly(url: string, { episodes, turns }: Load): Promise<void> {
  const dispatcher = new Agent({ connections: null, headersTimeout: 0, bodyTimeout: 0 });
  const body = JSON.stringify({ model: 'bench', messages: [{ role: 'user', content: 'x'.repeat(16_000) }] });
  const headers = { 'content-type': 'application/json' };
  const ask = async (): Promise<void> => {
    for (let turn = 0; turn < turns; turn++) {
      const answer = await request(`${url}/chat/completions`, { method: 'POST', headers, body, dispatcher });
      await answer.body.json();
    }
  };
  await Promise.all(Array.from({ length: episodes }, ask));
  await dispatcher.close();
}

/** What differs from load to load: who plays where. */
export interface Stage {
  readonly suite: Suite;
  readonly task: Task;
  /** The model behind world and judge, where they have one. */
  readonly others: string | null;
  casting(models: (role: Role, name: string) => Model, record: { readonly emit: Emit }): Cast;
}

export async function playAll(baseUrl: string, { episodes, turns }: Load, path: string): Promise<void> {
  const { suite, task } = warehouse(400);
  await playOn(
    baseUrl,
    { episodes, path },
    {
      suite,
      task,
      others: null,
      casting: (models) => ({
        world: suite.world(task),
        judge: suite.judge(task),
        agent: toolLoop({
          model: models('agent', MODEL),
          system: 'You keep a warehouse.',
          limits: { maxSteps: turns + 1 },
        }),
      }),
    },
  );
}

/** Plays one task so many times at once, through the whole stack. */
export async function playOn(
  baseUrl: string,
  { episodes, path }: { readonly episodes: number; readonly path: string },
  { suite, task, others, casting }: Stage,
): Promise<void> {
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
    worldModel: others,
    verifierModel: others,
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
    casting: ({ trial }, { emit, replies }) => casting(desk.forEpisode({ emit, replies, trial }), { emit }),
    rowsOf: rowMaker(plan),
    redact: redactor(desk.secrets),
  });
  if (progress.passed !== episodes) throw new Error(`${progress.passed} of ${episodes} episodes passed`);
}
