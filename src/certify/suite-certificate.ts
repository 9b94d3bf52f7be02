/** Certifies the tasks of a suite one after the other, in the order given. */
import type { Suite } from '../core/suite.ts';
import type { Task } from '../core/task.ts';
import type { BenchOptions } from './bench.ts';
import { type Certificate, certify } from './certificate.ts';
import { LABELS, type Label } from './label.ts';

export interface SuiteCertificate {
  readonly suite: string;
  readonly certificates: readonly Certificate[];
  /** How many tasks bear each label. */
  readonly labels: { readonly [label in Label]: number };
  /** Whether nothing was found against any task. Those that need a model are not held against the suite. */
  readonly isSound: boolean;
}

export interface CertifySuiteOptions extends BenchOptions {
  /** Told of each task as it is done. */
  readonly onCertificate?: (certificate: Certificate, task: Task) => void;
}

export async function certifySuite(
  suite: Suite,
  tasks: readonly Task[],
  { onCertificate, ...options }: CertifySuiteOptions = {},
): Promise<SuiteCertificate> {
  const certificates: Certificate[] = [];
  for (const task of tasks) {
    const certificate = await certify(suite, task, options);
    certificates.push(certificate);
    onCertificate?.(certificate, task);
  }
  const count = (label: Label): number => certificates.filter((certificate) => certificate.label === label).length;
  return {
    suite: suite.name,
    certificates,
    labels: Object.fromEntries(LABELS.map((label) => [label, count(label)])) as SuiteCertificate['labels'],
    isSound: count('certified') + count('needs-model') === certificates.length,
  };
}
