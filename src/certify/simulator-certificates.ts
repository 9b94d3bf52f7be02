/**
 * Certificates as they are kept: one file for each suite and simulator, so that what holds under one is never taken to hold under
 * another, and each certificate bound to the content of its task, so that an edited task is not certified any more. Text in,
 * text out; whoever calls reads and writes the file.
 */
import { z } from 'zod';
import { parseJson } from '../core/json.ts';
import type { Task } from '../core/task.ts';
import { safeName } from './safe-name.ts';
import { SIMULATOR_LABELS, type SimulatorCertificate, type SimulatorLabel } from './simulator.ts';
import { taskHash } from './task-hash.ts';

const tally = z.object({ passed: z.int(), scored: z.int(), void: z.int() });
const fileSchema = z.object({
  version: z.literal(1),
  suite: z.string(),
  simulator: z.string(),
  certificates: z.array(
    z.object({
      task: z.string(),
      hash: z.string(),
      simulator: z.string(),
      agent: z.string(),
      label: z.enum(SIMULATOR_LABELS),
      withPlan: tally.nullable(),
      unaided: tally.nullable(),
      idle: z.enum(['passed', 'failed', 'void']),
      problems: z.array(z.string()),
    }),
  ),
});

export interface CertificateFile {
  readonly suite: string;
  readonly simulator: string;
  readonly certificates: readonly SimulatorCertificate[];
}

/** Below the home folder: `certificates/<suite>/<simulator>.json`. */
export function certificatePath(suite: string, simulator: string): string {
  return `certificates/${safeName(suite)}/${safeName(simulator)}.json`;
}

/** Null where the text is no such file, or one about another suite or simulator. */
export function parseCertificates(
  text: string,
  { suite, simulator }: Omit<CertificateFile, 'certificates'>,
): CertificateFile | null {
  const file = fileSchema.safeParse(parseJson(text)).data;
  if (file === undefined || file.suite !== suite || file.simulator !== simulator) return null;
  return { suite, simulator, certificates: file.certificates.filter((one) => one.simulator === simulator) };
}

/** Newer certificates take the place of older ones of the same task, except that no void displaces a decision about the same content. */
export function mergeCertificates(file: CertificateFile, newer: readonly SimulatorCertificate[]): CertificateFile {
  const kept = new Map(file.certificates.map((one) => [one.task, one]));
  for (const one of newer) {
    if (one.simulator !== file.simulator) continue;
    const before = kept.get(one.task);
    const isLess = one.label === 'void' && before !== undefined && before.hash === one.hash && before.label !== 'void';
    if (!isLess) kept.set(one.task, one);
  }
  const certificates = [...kept.values()].sort((a, b) => a.task.localeCompare(b.task, 'en', { numeric: true }));
  return { ...file, certificates };
}

export function formatCertificates({ suite, simulator, certificates }: CertificateFile): string {
  return `${JSON.stringify({ version: 1, suite, simulator, certificates }, null, 2)}\n`;
}

/** The label of a task, as it now is, under the file's simulator; null where it bears none, or was edited since. */
export function simulatorLabels({ certificates }: CertificateFile): (task: Task) => SimulatorLabel | null {
  const labels = new Map(certificates.map(({ task, hash, label }) => [`${task}/${hash}`, label]));
  return (task) => labels.get(`${task.id}/${taskHash(task)}`) ?? null;
}

/** Whether a task, as it now is, is certified under the file's simulator. Without a file nothing is. */
export function certifiedIn(
  file: CertificateFile | null,
): (task: { readonly id: string; readonly hash: string }) => boolean {
  const certified = new Set(
    (file?.certificates ?? []).filter(({ label }) => label === 'certified').map(({ task, hash }) => `${task}/${hash}`),
  );
  return ({ id, hash }) => certified.has(`${id}/${hash}`);
}
