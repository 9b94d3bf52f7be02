/**
 * Where each row of AWM's large files stands, so that a suite of half a gigabyte opens at once and reads one row when it is asked
 * for: an offset, a length and a hash for each, kept in the suite's folder, one scenario a line. Knows no tasks.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../core/errors.ts';
import { sha256 } from '../../wire/hash.ts';
import { bytesAt } from '../../wire/line-bytes.ts';
import { type AwmRecord, type RecordKind, readRecord } from './records.ts';
import { type AwmFile, FILES, KIND_OF } from './source.ts';

export const INDEX = 'index.jsonl';

const place = z.tuple([z.int(), z.int(), z.string()]);
/** Offset, length, and the beginning of the SHA-256 of the line. */
export type Place = z.infer<typeof place>;

const verifierPlace = z.tuple([
  z.int(), // task_idx
  z.enum(['gen_verifier', 'gen_verifier.pure_code']),
  z.enum(['code', 'sql', 'none']),
  ...place.def.items,
]);
export type VerifierPlace = z.infer<typeof verifierPlace>;

const scenarioSchema = z.object({
  name: z.string(),
  title: z.string(),
  tasks: z.int(),
  /** When the data was made, and what says so. */
  epoch: z.string().nullable(),
  rows: z.partialRecord(z.enum(FILES), place),
  /** File, size and hash of a database that came with the data. */
  shipped: z.tuple([z.string(), z.int(), z.string()]).nullable(),
  verifiers: z.array(verifierPlace),
});
export type IndexedScenario = z.infer<typeof scenarioSchema>;

const headSchema = z.object({
  version: z.literal(1),
  files: z.partialRecord(
    z.enum(FILES),
    /** `suite`: what came compressed was unpacked there. */
    z.object({ in: z.enum(['source', 'suite']), name: z.string(), bytes: z.int(), rows: z.int() }),
  ),
});
export type IndexHead = z.infer<typeof headSchema>;

export interface AwmIndex {
  readonly head: IndexHead;
  readonly scenarios: ReadonlyMap<string, IndexedScenario>;
}

export function indexText({ head, scenarios }: AwmIndex): string {
  return [head, ...scenarios.values()].map((line) => `${JSON.stringify(line)}\n`).join('');
}

export function readIndex(suite: string): AwmIndex {
  const file = join(suite, INDEX);
  try {
    const [first = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
    const scenarios = lines.map((line) => scenarioSchema.parse(JSON.parse(line)));
    return { head: headSchema.parse(JSON.parse(first)), scenarios: new Map(scenarios.map((one) => [one.name, one])) };
  } catch (cause) {
    throw new UserError(`${file} cannot be read. Import the data again: practicum import awm DIR --force.`, { cause });
  }
}

/** Long enough that two rows never share one. */
export const shortHash = (bytes: string | Uint8Array): string => sha256(bytes).slice(0, 16);

export interface RowReader {
  read<F extends AwmFile>(file: F, at: Place): AwmRecord<(typeof KIND_OF)[F]>;
}

/** The data stands where it was imported from, and may have been moved or replaced since: every row is held against its hash. */
export function rowReader(head: IndexHead, folders: { readonly source: string; readonly suite: string }): RowReader {
  const pathOf = (name: AwmFile): string => {
    const file = head.files[name];
    if (file === undefined) throw new Error(`the index knows no file ${name}`);
    return join(folders[file.in], file.name);
  };
  return { read: (name, at) => readRow(pathOf(name), KIND_OF[name], at) };
}

function readRow<K extends RecordKind>(path: string, kind: K, [offset, length, hash]: Place): AwmRecord<K> {
  const bytes = onDisk(path, () => bytesAt(path, offset, length));
  if (shortHash(bytes) !== hash) throw changed(path);
  const read = readRecord(kind, bytes.toString('utf8'));
  if (!read.ok) throw new UserError(`${path}: the row at byte ${offset} ${read.problem}.`);
  return read.record;
}

/** Before a suite is used: that its data is still where it was, at the size that it had. */
export function assertData(head: IndexHead, folders: { readonly source: string; readonly suite: string }): void {
  for (const file of Object.values(head.files)) {
    const path = join(folders[file.in], file.name);
    if (onDisk(path, () => statSync(path).size) !== file.bytes) throw changed(path);
  }
}

const changed = (path: string): UserError =>
  new UserError(`${path} has changed since it was imported. Import it again: practicum import awm DIR --force.`);

function onDisk<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : cause;
    throw new UserError(
      `${path} cannot be read (${why}). If the data was moved, import it again: practicum import awm DIR --force.`,
      {
        cause,
      },
    );
  }
}
