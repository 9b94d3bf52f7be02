/** Reads a run's segments back as attempts, one at a time: memory holds only those that are still open. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../core/errors.ts';
import { EVENT_VERSION } from '../core/event.ts';
import { logLineSchema } from '../core/event-schema.ts';
import type { Attempt, LogLine } from '../core/log.ts';
import { compiledCheck } from '../wire/compiled-check.ts';
import { readJsonl } from '../wire/jsonl.ts';

const newerVersion = z.object({ event: z.object({ type: z.literal('episode-begun'), version: z.number() }) });
const isLogLine = compiledCheck(logLineSchema);

/** Finished attempts as they end, then those that never did. */
export function* readAttempts(segments: string): Generator<Attempt> {
  const open = new Map<string, LogLine[]>();
  for (const line of readLines(segments)) {
    const key = `${line.episode}/${line.attempt}`;
    const lines = open.get(key) ?? [];
    // A line may stand twice when a writer was stopped between two files; the first one counts.
    if (line.n !== lines.length) continue;
    lines.push(line);
    open.set(key, lines);
    if (line.event.type !== 'episode-ended') continue;
    open.delete(key);
    yield { episode: line.episode, attempt: line.attempt, lines, result: line.event.result };
  }
  for (const lines of open.values()) {
    const first = lines[0];
    if (first) yield { episode: first.episode, attempt: first.attempt, lines, result: null };
  }
}

function* readLines(segments: string): Generator<LogLine> {
  if (!existsSync(segments)) return;
  for (const name of readdirSync(segments)
    .filter((file) => file.endsWith('.jsonl'))
    .sort()) {
    const path = join(segments, name);
    const broken = (number: number): never => {
      throw new UserError(
        `${path} is damaged at line ${number}. Restore the file, or delete that line and run the command again.`,
      );
    };
    for (const { value, number } of readJsonl(path, broken)) {
      refuseNewer(value, path);
      if (isLogLine(value)) yield value;
      else broken(number);
    }
  }
}

function refuseNewer(value: unknown, path: string): void {
  const version = newerVersion.safeParse(value).data?.event.version;
  if (version === undefined || version <= EVENT_VERSION) return;
  throw new UserError(
    `${path} was written by a newer practicum (event version ${version}, this one knows ${EVENT_VERSION}). Update practicum.`,
  );
}
