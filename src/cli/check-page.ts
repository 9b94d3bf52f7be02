/** What `practicum check` prints: a row for each task, what stands against it, and how many bear each label. */
import pc from 'picocolors';
import type { Certificate } from '../certify/certificate.ts';
import type { SuiteCertificate } from '../certify/suite-certificate.ts';
import { count } from '../report/figures.ts';
import { columns } from './columns.ts';

const HEAD = ['task', 'label', 'oracle', 'calls', 'idle', 'mutants', 'killed', 'equivalent', 'survived', 'blunders'];

export function checkPage({ suite, certificates, labels }: SuiteCertificate, path: string): string {
  const rows = certificates.map((one) => [
    pc.bold(one.task),
    coloured(one),
    one.oracle ?? '–',
    String(one.calls),
    one.idle ?? '–',
    String(one.mutants.made),
    String(one.mutants.killed),
    String(one.mutants.equivalent),
    String(one.mutants.survived.length),
    String(one.blunders.made),
  ]);
  const problems = problemLines(certificates);
  const counts = Object.entries(labels)
    .filter(([, bearing]) => bearing > 0)
    .map(([label, bearing]) => `${bearing} ${label}`);
  const sum = (of: (one: Certificate) => number): string => count(certificates.reduce((all, one) => all + of(one), 0));
  const fates = [
    `${sum(({ mutants }) => mutants.killed)} mutants killed`,
    `${sum(({ mutants }) => mutants.equivalent)} equivalent`,
    `${sum(({ mutants }) => mutants.survived.length)} survived`,
  ];
  const ending = `${suite}: ${counts.join(', ')}; ${fates.join(', ')}. Kept in ${path}`;
  const head = HEAD.map((word) => pc.dim(word));
  return [columns([head, ...rows]), '', ...(problems.length > 0 ? [...problems, ''] : []), ending].join('\n');
}

/** A sentence that holds for many tasks is said once. */
const FEW = 3;

function problemLines(certificates: readonly Certificate[]): readonly string[] {
  const told = certificates.flatMap(({ task, problems }) => problems.map((problem) => ({ task, problem })));
  return [...Map.groupBy(told, ({ problem }) => problem)].flatMap(([problem, of]) => {
    if (of.length <= FEW) return of.map(({ task }) => `  ${pc.bold(task)}: ${problem}`);
    const some = of.slice(0, FEW).map(({ task }) => pc.bold(task));
    return [`  ${some.join(', ')} and ${of.length - FEW} more: ${problem}`];
  });
}

function coloured({ label }: Certificate): string {
  if (label === 'certified') return pc.green(label);
  return label === 'needs-model' ? pc.yellow(label) : pc.red(label);
}
