/** Finds a text in files. Shows only a few words around it: whoever wants to know more reads the file. */
import type { DayState } from './day-state.ts';

export const MOST_HITS = 40;
const AROUND = 30;

interface Hit {
  readonly path: string;
  /** 0 where the name holds it. */
  readonly line: number;
  readonly excerpt: string;
}

interface Found {
  readonly hits: Hit[];
  readonly total: number;
  readonly matching: number;
}

export function filesHolding({ files }: DayState, text: string, under: string): Found {
  const wanted = text.toLowerCase();
  const hits: Hit[] = [];
  let matching = 0;
  const add = (hit: Hit): void => {
    matching++;
    if (hits.length < MOST_HITS) hits.push(hit);
  };
  for (const path of [...files.keys()].sort()) {
    const file = files.get(path);
    if (file === undefined || !path.startsWith(under)) continue;
    if (path.toLowerCase().includes(wanted)) add({ path, line: 0, excerpt: path });
    // What a picture shows cannot be searched for.
    if (file.picture !== undefined) continue;
    for (const [i, line] of file.content.split('\n').entries()) {
      const at = line.toLowerCase().indexOf(wanted);
      if (at >= 0) add({ path, line: i + 1, excerpt: excerptOf(line, at, wanted.length) });
    }
  }
  return { hits, total: hits.length, matching };
}

function excerptOf(line: string, at: number, length: number): string {
  const [from, to] = [Math.max(0, at - AROUND), Math.min(line.length, at + length + AROUND)];
  return `${from > 0 ? '…' : ''}${line.slice(from, to).trim()}${to < line.length ? '…' : ''}`.toWellFormed();
}
