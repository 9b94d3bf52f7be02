/** The interpreters below a process, as the host sees them: what they are, and what memory is theirs alone. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';

export interface Interpreter {
  readonly pid: number;
  readonly parent: number;
  /** Its number in each namespace, the host's first. */
  readonly numbers: readonly number[];
}

/** Contained ones have a number more; the first of a scenario is 1 in a namespace of its own, its episodes have higher ones. */
export function interpretersBelow(ancestor: number): readonly Interpreter[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => described(Number(name)));
  const below = new Set([ancestor]);
  const found: Interpreter[] = [];
  for (let before = -1; before !== found.length; ) {
    before = found.length;
    for (const each of all) {
      if (below.has(each.parent) && !below.has(each.pid)) {
        below.add(each.pid);
        found.push(each);
      }
    }
  }
  return found.filter(({ pid }) => text(`/proc/${pid}/cmdline`).includes('engines/python/interpreter'));
}

export const scenarios = (all: readonly Interpreter[]): readonly Interpreter[] =>
  all.filter(({ numbers }) => numbers.length === 3 && numbers[2] === 1);
export const episodes = (all: readonly Interpreter[]): readonly Interpreter[] =>
  all.filter(({ numbers }) => numbers.length === 3 && numbers[2] !== 1);

export function isRunning(pid: number): boolean {
  const status = text(`/proc/${pid}/status`);
  return status !== '' && !/^State:\s+[ZX]/m.test(status);
}

/** Kilobytes that no other process shares. */
export function privateMemory(pid: number): number {
  const rollup = text(`/proc/${pid}/smaps_rollup`);
  return Number(/^Private_Dirty:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
}

function described(pid: number): readonly Interpreter[] {
  const status = text(`/proc/${pid}/status`);
  const parent = /^PPid:\s+(\d+)/m.exec(status)?.[1];
  const numbers = /^NSpid:\s+(.+)/m.exec(status)?.[1];
  if (parent === undefined || numbers === undefined) return [];
  return [{ pid, parent: Number(parent), numbers: numbers.trim().split(/\s+/).map(Number) }];
}

function text(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
