/**
 * Episodes for whoever trains from code: open a session, step, submit, without a port. The same host, record and judge as behind
 * the server.
 */
import type { Json } from '../core/json.ts';
import type { Mode } from '../core/plan.ts';
import type { Suite } from '../core/suite.ts';
import type { Task } from '../core/task.ts';
import type { Tool } from '../core/tool.ts';
import { runDirectory } from '../run/directory.ts';
import { systemClock } from '../run/system-clock.ts';
import { environmentOf } from './environment.ts';
import { openHost } from './host.ts';
import type { RewardScheme } from './reward.ts';
import { servedPlan, servedRun } from './served-run.ts';
import { type ServedSession, SessionRefusal, type Settlement, type Step } from './session.ts';

export interface TrainingOptions {
  readonly suite: Suite;
  /** Clean, unless told otherwise. */
  readonly mode?: Mode;
  /** 1 for passed and 0 for failed, unless told otherwise. */
  readonly reward?: RewardScheme;
  readonly seed?: string | number;
  /** A run's directory to keep the record in; none is kept without one. */
  readonly directory?: string;
  /** What the agent is called in the record. */
  readonly agent?: string;
  readonly maxSessions?: number;
}

export interface Training {
  readonly suite: Suite;
  /** `train`, `test` or `all`. */
  tasks(split: string): readonly Task[];
  openSession(request: { readonly task: string; readonly seed?: string | number }): Promise<TrainingSession>;
  /** Gives up what is still open, and closes the record. */
  close(): Promise<void>;
}

/** What an agent does in a step: it acts, or it speaks. */
export type Move = { readonly call: string; readonly input?: Json } | { readonly say: string };

export interface TrainingSession {
  readonly brief: string;
  readonly tools: readonly Tool[];
  step(move: Move): Promise<Step>;
  /** The last word, and what it was worth: null for a void, which is nobody's lesson. */
  submit(answer: string): Promise<Settlement>;
  /** Gives it up; void, unless it was submitted. */
  close(): Promise<void>;
}

const LONG_MS = 3_600_000;

export async function openTraining(options: TrainingOptions): Promise<Training> {
  const { suite, mode = 'E0', reward = 'binary', seed = 0, directory, agent = 'trainee' } = options;
  const environment = environmentOf(suite);
  const modes = [mode];
  const plan = await servedPlan({
    suite,
    source: suite.name,
    agent,
    modes,
    seed: String(seed),
    withPlan: false,
    version: 'library',
  });
  const place = directory === undefined ? null : runDirectory(directory);
  const named = place === null ? plan : { ...plan, run: place.path };
  const host = openHost({
    suites: [suite],
    runFor: async () => servedRun({ suite, plan: named, directory: place, clock: systemClock }),
    modes,
    reward,
    clock: systemClock,
    maxSessions: options.maxSessions ?? Number.POSITIVE_INFINITY,
    idleMs: LONG_MS,
  });
  return {
    suite,
    tasks: (split) => environment.tasksOf(split) ?? [],
    openSession: async ({ task, seed: own }) => {
      const found = environment.taskOf({ id: task });
      if (typeof found === 'string') throw new SessionRefusal(found);
      const request = { environment: environment.name, task: found };
      const session = await host.open(own === undefined ? request : { ...request, seed: String(own) });
      return trainingSession(session, () => host.close(session.id, 'closed'));
    },
    close: () => host.end(),
  };
}

function trainingSession(session: ServedSession, close: () => Promise<void>): TrainingSession {
  return {
    brief: session.brief,
    tools: session.tools,
    step: (move) => ('say' in move ? session.say(move.say) : session.call(move.call, move.input ?? {})),
    submit: async (answer) => {
      const settlement = await session.submit(answer);
      await close();
      return settlement;
    },
    close,
  };
}
