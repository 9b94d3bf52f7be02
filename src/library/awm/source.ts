/**
 * A copy of AWM's data on disk: which of its files are there, plain or compressed, and which databases were shipped with it. Any
 * part of them may be missing. Reads none of them.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UserError } from '../../core/errors.ts';
import { normalise } from './normalise.ts';
import type { RecordKind } from './records.ts';

/** The files, in the order in which they are read: names first, verifiers last. */
export const FILES = [
  'gen_scenario',
  'gen_tasks',
  'gen_db',
  'gen_sample',
  'gen_spec',
  'gen_envs',
  // Where both files have a verifier of one kind for a task, this one's is taken.
  'gen_verifier.pure_code',
  'gen_verifier',
] as const;
export type AwmFile = (typeof FILES)[number];

export const KIND_OF = {
  gen_scenario: 'scenario',
  gen_tasks: 'tasks',
  gen_db: 'db',
  gen_sample: 'sample',
  gen_spec: 'spec',
  gen_envs: 'envs',
  'gen_verifier.pure_code': 'verifier',
  gen_verifier: 'verifier',
} as const satisfies Readonly<Record<AwmFile, RecordKind>>;

export interface AwmSource {
  readonly folder: string;
  /** The path of each file that is there; compressed where it ends in `.gz`. */
  readonly files: ReadonlyMap<AwmFile, string>;
  /** Shipped databases by normalised scenario. */
  readonly databases: ReadonlyMap<string, string>;
}

export function findSource(given: string): AwmSource {
  const path = resolve(given);
  if (!existsSync(path)) throw new UserError(`There is no ${path}. Name the folder of your copy of AWM's data.`);
  const folders = [path, join(path, 'data'), join(path, 'outputs')];
  const folder = statSync(path).isDirectory() ? folders.find((one) => fileIn(one, 'gen_tasks') !== null) : undefined;
  if (folder === undefined) {
    throw new UserError(
      `${path} is no copy of AWM's data: neither it nor its folders data and outputs hold gen_tasks.jsonl.`,
    );
  }
  const files = FILES.flatMap((name) => {
    const file = fileIn(folder, name);
    return file === null ? [] : [[name, file] as const];
  });
  return { folder, files: new Map(files), databases: shippedIn(join(folder, 'databases')) };
}

function fileIn(folder: string, name: AwmFile): string | null {
  return (
    [`${name}.jsonl`, `${name}.jsonl.gz`].map((file) => join(folder, file)).find((file) => existsSync(file)) ?? null
  );
}

function shippedIn(folder: string): ReadonlyMap<string, string> {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder).filter((name) => name.endsWith('.db'));
  return new Map(names.sort().map((name) => [normalise(name.slice(0, -3)), join(folder, name)]));
}
