/** What processes hold, as the system tells it: shared pages are divided among those who share them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const MEGABYTE = 1024;

/** Of this process's children and theirs, in megabytes. NaN where the system does not tell. */
export function heldByChildren(): number {
  if (!existsSync('/proc/self/smaps_rollup')) return Number.NaN;
  return descendants(process.pid).reduce((sum, pid) => sum + proportional(pid), 0);
}

export function heldHere(): number {
  return process.memoryUsage().rss / 1024 / MEGABYTE;
}

export function childCount(): number {
  return descendants(process.pid).length;
}

function descendants(root: number): readonly number[] {
  const parents = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = parentOf(name);
    if (parent !== null) parents.set(parent, [...(parents.get(parent) ?? []), Number(name)]);
  }
  const found: number[] = [];
  for (const waiting = [root]; waiting.length > 0; ) {
    const children = parents.get(waiting.pop() ?? 0) ?? [];
    found.push(...children);
    waiting.push(...children);
  }
  return found;
}

function parentOf(pid: string): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

function proportional(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / MEGABYTE;
  } catch {
    return 0;
  }
}
