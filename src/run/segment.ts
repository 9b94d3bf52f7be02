/**
 * The log's writer. A segment is a file of events with one writer, append-only. What cannot be computed again (a model's reply,
 * an outcome) is on disk before anything builds on it; the rest may wait in memory, since a replay gives it again.
 */
import { closeSync, fsyncSync, openSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { LogLine } from '../core/log.ts';
import { writing } from './storage-error.ts';

export interface SegmentWriter {
  append(line: LogLine): void;
  flush(): void;
  close(): void;
}

/** More than this is not kept in memory. */
const MOST_BUFFERED = 1 << 18;

export function openSegment(directory: string, redact: (text: string) => string): SegmentWriter {
  const path = join(directory, `${String(nextNumber(directory)).padStart(4, '0')}.jsonl`);
  const file = writing(path, () => openSync(path, 'wx'));
  let waiting: string[] = [];
  let size = 0;

  const flush = (): void => {
    if (waiting.length === 0) return;
    const content = Buffer.from(redact(waiting.join('')));
    waiting = [];
    size = 0;
    writing(path, () => writeAll(file, content));
  };
  return {
    append: (line) => {
      const content = `${JSON.stringify(line)}\n`;
      waiting.push(content);
      size += content.length;
      const { type } = line.event;
      if (type === 'model-replied' || type === 'episode-ended' || size > MOST_BUFFERED) flush();
    },
    flush,
    close: () => {
      try {
        flush();
        writing(path, () => fsyncSync(file));
      } finally {
        closeSync(file);
      }
    },
  };
}

/** A file system may take less than it was given. */
function writeAll(file: number, content: Buffer): void {
  for (let at = 0; at < content.length; ) at += writeSync(file, content, at);
}

function nextNumber(directory: string): number {
  const taken = readdirSync(directory).map((name) => Number.parseInt(name, 10));
  return Math.max(0, ...taken.filter(Number.isInteger)) + 1;
}
