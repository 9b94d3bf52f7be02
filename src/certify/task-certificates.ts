/**
 * Certificates as they are kept: one file for each suite, each certificate bound to the content of its task, so that an edited task
 * is not certified any more. Text in, text out; whoever calls reads and writes the file.
 */
import { z } from 'zod';
import { parseJson } from '../core/json.ts';
import type { Task } from '../core/task.ts';
import type { Certificate } from './certificate.ts';
import { LABELS, type Label } from './label.ts';
import { safeName } from './safe-name.ts';
import { taskHash } from './task-hash.ts';

const outcome = z.enum(['passed', 'failed', 'void']).nullable();
const keptSchema = z.object({
  /** The suite that the task was written in; ids are unique only there. */
  suite: z.string(),
  task: z.string(),
  hash: z.string(),
  /** What it was certified with. */
  seed: z.string(),
  practicum: z.string(),
  label: z.enum(LABELS),
  oracle: outcome,
  calls: z.int(),
  idle: outcome,
  mutants: z.object({ made: z.int(), killed: z.int(), equivalent: z.int(), survived: z.int() }),
  blunders: z.object({ made: z.int(), passed: z.int() }),
  problems: z.array(z.string()),
});
const fileSchema = z.object({ version: z.literal(1), suite: z.string(), certificates: z.array(keptSchema) });

export type KeptCertificate = Readonly<z.infer<typeof keptSchema>>;
export interface TaskCertificates {
  readonly suite: string;
  readonly certificates: readonly KeptCertificate[];
}

/** Below the home folder. */
export function taskCertificatesPath(suite: string): string {
  return `certificates/${safeName(suite)}.json`;
}

/** Null where the text is no such file, or one about another suite. */
export function parseTaskCertificates(text: string, suite: string): TaskCertificates | null {
  const file = fileSchema.safeParse(parseJson(text)).data;
  return file === undefined || file.suite !== suite ? null : { suite, certificates: file.certificates };
}

export function formatTaskCertificates({ suite, certificates }: TaskCertificates): string {
  return `${JSON.stringify({ version: 1, suite, certificates }, null, 2)}\n`;
}

export interface Circumstances {
  readonly seed: string;
  /** The version of the program. */
  readonly practicum: string;
}

export function keptCertificate(task: Task, one: Certificate, { seed, practicum }: Circumstances): KeptCertificate {
  const { label, oracle, calls, idle, mutants, blunders, problems } = one;
  const { made, killed, equivalent, survived } = mutants;
  return {
    suite: task.suite,
    task: task.id,
    hash: taskHash(task),
    seed,
    practicum,
    label,
    oracle,
    calls,
    idle,
    mutants: { made, killed, equivalent, survived: survived.length },
    blunders: { made: blunders.made, passed: blunders.passed.length },
    problems: [...problems],
  };
}

/** Newer certificates take the place of older ones of the same task. */
export function mergeTaskCertificates(
  { suite, certificates }: TaskCertificates,
  newer: readonly KeptCertificate[],
): TaskCertificates {
  const key = (one: KeptCertificate): string => `${one.suite} ${one.task}`;
  const kept = new Map([...certificates, ...newer].map((one) => [key(one), one]));
  const order = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });
  return {
    suite,
    certificates: [...kept.values()].sort((a, b) => order(a.suite, b.suite) || order(a.task, b.task)),
  };
}

/** The label of a task as it now is; null where it bears none, or was edited since. */
export function labelsIn({ certificates }: TaskCertificates): (task: Task) => Label | null {
  const labels = new Map(certificates.map(({ suite, task, hash, label }) => [`${suite} ${task} ${hash}`, label]));
  return (task) => labels.get(`${task.suite} ${task.id} ${taskHash(task)}`) ?? null;
}
