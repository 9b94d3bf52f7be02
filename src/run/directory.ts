/** A run's directory: where its files are, and that only one process at a time writes to it. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../core/errors.ts';
import type { Json } from '../core/json.ts';
import { writing } from './storage-error.ts';

export interface RunDirectory {
  readonly path: string;
  readonly plan: string;
  readonly asked: string;
  readonly segments: string;
  readonly images: string;
  readonly results: string;
  readonly voids: string;
  readonly args: string;
  readonly debug: string;
  readonly report: string;
}

export function runDirectory(path: string): RunDirectory {
  return {
    path,
    plan: join(path, 'plan.json'),
    asked: join(path, 'asked.jsonl'),
    segments: join(path, 'segments'),
    images: join(path, 'images'),
    results: join(path, 'results.jsonl'),
    voids: join(path, 'voids.jsonl'),
    args: join(path, 'args.json'),
    debug: join(path, 'debug.log'),
    report: join(path, 'report.html'),
  };
}

export function createDirectory(directory: RunDirectory): void {
  writing(directory.segments, () => mkdirSync(directory.segments, { recursive: true }));
}

/** Whole or not at all: a reader never sees half a file. */
export function writeWhole(path: string, content: string): void {
  const draft = `${path}.${process.pid}.tmp`;
  writing(path, () => {
    try {
      writeFileSync(draft, content);
      renameSync(draft, path);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
  });
}

export function writeJson(path: string, value: Json): void {
  writeWhole(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** Takes the run for this process until the function given back is called. */
export function lock(directory: RunDirectory): () => void {
  const path = join(directory.path, 'lock');
  const holder = existsSync(path) ? Number(readFileSync(path, 'utf8')) : null;
  if (holder !== null && holder !== process.pid && isAlive(holder)) {
    throw new UserError(
      `The run in ${directory.path} is being played by process ${holder}. Wait for it, or choose another --run-name.`,
    );
  }
  writing(path, () => writeFileSync(path, String(process.pid)));
  return () => rmSync(path, { force: true });
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
