/** The files that follow from the log: one row per scored item, and the voids apart. They may be deleted and are then made again. */
import { appendFileSync, closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import type { Json } from '../core/json.ts';
import type { Attempt } from '../core/log.ts';
import { type RunDirectory, writeWhole } from './directory.ts';
import { writing } from './storage-error.ts';

export interface Rows {
  readonly results: readonly Json[];
  readonly voids: readonly Json[];
}
export type RowsOf = (attempt: Attempt) => Rows;

export interface DerivedFiles {
  add(attempt: Attempt): void;
  /** Voids that were played again and scored are struck out. */
  finish(): void;
}

/** Makes both files anew from the attempts in the log, then takes further ones. */
export function derivedFiles(directory: RunDirectory, attempts: Iterable<Attempt>, rowsOf: RowsOf): DerivedFiles {
  const voids = new Map<string, readonly Json[]>();
  const note = (attempt: Attempt): readonly Json[] => {
    const rows = rowsOf(attempt);
    if (attempt.result?.outcome === 'void') voids.set(attempt.episode, rows.voids);
    else voids.delete(attempt.episode);
    return rows.results;
  };
  rewrite(directory.results, attempts, note);
  const writeVoids = (): void => writeWhole(directory.voids, [...voids.values()].map(linesOf).join(''));
  writeVoids();
  return {
    add: (attempt) => {
      const rows = linesOf(note(attempt));
      if (rows !== '') writing(directory.results, () => appendFileSync(directory.results, rows));
    },
    finish: writeVoids,
  };
}

function linesOf(rows: readonly Json[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** Row by row, so that a large run does not have to fit in memory. */
function rewrite(path: string, attempts: Iterable<Attempt>, rowsOf: (attempt: Attempt) => readonly Json[]): void {
  const draft = `${path}.${process.pid}.tmp`;
  const file = writing(path, () => openSync(draft, 'w'));
  try {
    for (const attempt of attempts)
      if (attempt.result !== null) writing(path, () => writeSync(file, linesOf(rowsOf(attempt))));
    writing(path, () => renameSync(draft, path));
  } finally {
    closeSync(file);
    rmSync(draft, { force: true });
  }
}
