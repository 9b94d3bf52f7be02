/** `practicum rejudge`: new verdicts on old episodes, in a run of their own beside the old one. */

import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { openCatalog } from '../catalog.ts';
import { UsageError } from '../core/errors.ts';
import type { Event, Result } from '../core/event.ts';
import type { Attempt } from '../core/log.ts';
import { episodesOf, type Plan, type PlannedEpisode } from '../core/plan.ts';
import { LISTED_PRICES } from '../models/price.ts';
import { rowMaker } from '../report/row.ts';
import { derivedFiles } from '../run/derived.ts';
import { createDirectory, lock, runDirectory } from '../run/directory.ts';
import { readAttempts } from '../run/log-reader.ts';
import { keepPlan, readPlan } from '../run/plan-file.ts';
import { rejudged } from '../run/rejudge.ts';
import { openSegment, type SegmentWriter } from '../run/segment.ts';
import { systemClock } from '../run/system-clock.ts';
import { sha256 } from '../wire/hash.ts';
import { EXIT } from './exit.ts';
import { taskFinder } from './players.ts';
import { reportRuns } from './reporting.ts';
import { slug } from './run-name.ts';

export interface RejudgeOptions {
  readonly runName?: string;
  readonly suite?: string;
  readonly json: boolean;
}

export async function rejudgeCommand(
  run: string,
  { runName, suite: suiteName, json }: RejudgeOptions,
): Promise<number> {
  const from = runDirectory(resolve(run));
  const plan = readPlan(from);
  const suite = await openCatalog(process.env).suite(suiteName ?? plan.source);
  const name = runName === undefined ? `${plan.run}__rejudged` : slug(runName);
  const to = runDirectory(join(dirname(from.path), name));
  if (existsSync(to.plan)) throw new UsageError(`There is a run in ${to.path} already. Choose another --run-name.`);
  createDirectory(to);
  const unlock = lock(to);
  const changes: string[] = [];
  try {
    const renamed: Plan = keepPlan(to, { ...plan, run: name });
    const planned = new Map(episodesOf(renamed, sha256).map((episode) => [episode.id, episode]));
    const taskOf = taskFinder(suite);
    const writer = openSegment(to.segments, (text) => text);
    for (const attempt of counting(readAttempts(from.segments))) {
      const episode = planned.get(attempt.episode);
      if (episode === undefined) continue;
      const task = taskOf(episode);
      const events = await rejudged(attempt, {
        task,
        world: suite.world(task),
        judge: () => suite.judge(task),
        seed: episode.seed,
        signal: new AbortController().signal,
      });
      copy(writer, { attempt, events });
      changes.push(...changeIn(episode, attempt.result, events));
    }
    writer.close();
    derivedFiles(to, readAttempts(to.segments), rowMaker(renamed));
  } finally {
    unlock();
  }
  reportRuns({ directories: [to], prices: LISTED_PRICES, json, isDemonstration: false });
  if (!json)
    console.log(['', `  ${changes.length} outcomes changed.`, ...changes.map((line) => `  ${line}`)].join('\n'));
  return EXIT.done;
}

/** The attempts that count: what was scored; of the voids the last of each episode; nothing unfinished. */
function* counting(attempts: Iterable<Attempt>): Generator<Attempt> {
  const voids = new Map<string, Attempt>();
  for (const attempt of attempts) {
    if (attempt.result === null) continue;
    if (attempt.result.outcome === 'void') voids.set(attempt.episode, attempt);
    else {
      voids.delete(attempt.episode);
      yield attempt;
    }
  }
  yield* voids.values();
}

function copy(writer: SegmentWriter, { attempt, events }: { attempt: Attempt; events: readonly Event[] }): void {
  for (const [n, event] of events.entries()) {
    const at = attempt.lines[n]?.at ?? systemClock.now();
    writer.append({ episode: attempt.episode, attempt: attempt.attempt, n, at, event });
  }
}

function changeIn(
  { task, agent, mode }: PlannedEpisode,
  before: Result | null,
  events: readonly Event[],
): readonly string[] {
  const last = events.at(-1);
  if (last?.type !== 'episode-ended' || before === null || last.result.outcome === before.outcome) return [];
  return [
    `${task.suite}/${task.id} (${agent.name}, ${mode}): ${before.outcome} → ${last.result.outcome}: ${last.result.reason}`,
  ];
}
