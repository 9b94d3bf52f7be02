/** Working days of the oracle: played at one go with the time of each day, or held open and driven call by call, among many others. */
import { oracle } from '../src/agents/oracle.ts';
import type { Agent } from '../src/core/agent.ts';
import type { Episode } from '../src/core/episode.ts';
import { type Cast, play } from '../src/core/play.ts';
import type { Suite } from '../src/core/suite.ts';
import type { Task } from '../src/core/task.ts';
import { type Session, wrap } from '../src/core/world.ts';

export interface Played {
  readonly episode: Episode;
  /** Milliseconds of each day; the last one's with the verdict. */
  readonly days: readonly number[];
}

export async function playDays(suite: Suite, task: Task): Promise<Played> {
  const opened: number[] = [];
  const episode = await play(task, castFor(suite, task, oracleOf(suite, task)), {
    onEvent: (event) => {
      if (event.type === 'world-noted' && event.kind === 'day-opened') opened.push(performance.now());
    },
  });
  const ends = [...opened.slice(1), performance.now()];
  return { episode: passed(episode), days: opened.map((from, i) => (ends[i] ?? from) - from) };
}

export interface Workday {
  /** Lets one call through. Gives its milliseconds, or null where no more is to come. */
  step(): Promise<number | null>;
  /** To the verdict, once no more calls are to come. */
  end(): Promise<void>;
  /** In the middle of the day. */
  leave(): Promise<void>;
}

/** A day whose agent stands still before each call until it is let through. */
export function openWorkday(suite: Suite, task: Task, seed: string): Workday {
  const abort = new AbortController();
  const gate = newGate();
  const agent = oracleOf(suite, task);
  const held: Agent = {
    name: agent.name,
    act: (brief, session, signal) => agent.act(brief, gate.around(session), signal),
  };
  const playing = play(task, castFor(suite, task, held), { seed, signal: abort.signal });
  const over = playing.then(gate.open, gate.open);
  return {
    step: async () => (await gate.next())?.() ?? null,
    end: async () => {
      await over;
      passed(await playing);
    },
    leave: async () => {
      abort.abort();
      // Every call that still comes sees the signal, and the episode ends without an outcome.
      for (let call = await gate.next(); call !== null; call = await gate.next()) await call();
      await playing.catch(() => undefined);
    },
  };
}

function oracleOf(suite: Suite, task: Task): Agent {
  const solution = suite.solution(task);
  if (solution === null) throw new Error(`${task.id} has no solution program`);
  return oracle({ solution, asked: task.asked });
}

function castFor(suite: Suite, task: Task, agent: Agent): Cast {
  return { world: suite.world(task), judge: suite.judge(task), agent };
}

function passed(episode: Episode): Episode {
  if (episode.result.outcome !== 'passed')
    throw new Error(`${episode.task} should pass: ${JSON.stringify(episode.result)}`);
  return episode;
}

interface Gate {
  around(session: Session): Session;
  /** The next call, as soon as it is asked for; null when nobody will ask any more. */
  next(): Promise<(() => Promise<number>) | null>;
  open(): void;
}

function newGate(): Gate {
  let arrival = Promise.withResolvers<(() => Promise<number>) | null>();
  return {
    around: (session) =>
      wrap(session, {
        call: (call, signal) =>
          new Promise((resolve, reject) => {
            arrival.resolve(async () => {
              arrival = Promise.withResolvers();
              const began = performance.now();
              const answer = session.call(call, signal);
              await answer.then(resolve, reject);
              return performance.now() - began;
            });
          }),
      }),
    next: () => arrival.promise,
    open: () => arrival.resolve(null),
  };
}
