/** Certificates kept in the home folder: of tasks as programs certify them, and of tasks under a simulator. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  formatKeptPaths,
  type KeptPath,
  type KeptPaths,
  keptPathsPath,
  mergeKeptPaths,
  parseKeptPaths,
} from '../certify/kept-paths.ts';
import type { SimulatorCertificate } from '../certify/simulator.ts';
import {
  type CertificateFile,
  certificatePath,
  formatCertificates,
  mergeCertificates,
  parseCertificates,
} from '../certify/simulator-certificates.ts';
import {
  formatTaskCertificates,
  type KeptCertificate,
  mergeTaskCertificates,
  parseTaskCertificates,
  type TaskCertificates,
  taskCertificatesPath,
} from '../certify/task-certificates.ts';
import { writeWhole } from '../run/directory.ts';

export interface CertificatePlace {
  readonly home: string;
  readonly suite: string;
  readonly simulator: string;
}

/** What is certified so far for this suite and this simulator. */
export function readCertificates(home: string, suite: string, simulator: string): CertificateFile {
  const text = textAt(join(home, certificatePath(suite, simulator)));
  return (
    (text === null ? null : parseCertificates(text, { suite, simulator })) ?? { suite, simulator, certificates: [] }
  );
}

/** Adds new ones, and says where they are. */
export function keepCertificates(
  { home, suite, simulator }: CertificatePlace,
  fresh: readonly SimulatorCertificate[],
): string {
  const path = join(home, certificatePath(suite, simulator));
  return written(path, formatCertificates(mergeCertificates(readCertificates(home, suite, simulator), fresh)));
}

/** What programs have found out so far about the tasks of a suite. */
export function readTaskCertificates(home: string, suite: string): TaskCertificates {
  const text = textAt(join(home, taskCertificatesPath(suite)));
  return (text === null ? null : parseTaskCertificates(text, suite)) ?? { suite, certificates: [] };
}

export function keepTaskCertificates(home: string, suite: string, fresh: readonly KeptCertificate[]): void {
  const path = join(home, taskCertificatesPath(suite));
  written(path, formatTaskCertificates(mergeTaskCertificates(readTaskCertificates(home, suite), fresh)));
}

/** Paths that solve tasks without a program of their own. */
export function readKeptPaths(home: string, suite: string): KeptPaths {
  const text = textAt(join(home, keptPathsPath(suite)));
  return (text === null ? null : parseKeptPaths(text, suite)) ?? { suite, paths: [] };
}

export function keepPaths(home: string, suite: string, fresh: readonly KeptPath[]): void {
  const path = join(home, keptPathsPath(suite));
  written(path, formatKeptPaths(mergeKeptPaths(readKeptPaths(home, suite), fresh)));
}

function textAt(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

function written(path: string, content: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeWhole(path, content);
  return path;
}
