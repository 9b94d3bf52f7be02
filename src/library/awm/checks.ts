/** What is looked for while AWM's data is indexed, each check with its meaning in words. A finding never stops an import. */
import { VERIFIER_CHECKS } from './verifier.ts';

const CHECKS = {
  'row-malformed': 'a line that is not a row of its file; left out',
  'scenario-nameless': 'a scenario whose name has neither Latin letters nor digits; left out',
  'scenario-collision': 'two scenarios of one file come out as one name; the first is kept',
  'scenario-twice': 'a scenario stands in a file twice; the first is kept',
  'tasks-missing': 'a scenario without tasks; left out',
  'tasks-not-ten': 'a scenario with more or fewer than ten tasks',
  'environment-missing': 'a scenario without an environment; its tasks cannot be played',
  'database-missing': 'a scenario without a schema and without a shipped database; its tasks cannot be played',
  'sample-missing': 'a scenario whose database is built without rows',
  'verifier-missing': 'a task without a verifier; it can be played but not scored',
  'verifier-twice': 'a task has several verifiers in one file; the first is kept',
  'verifier-task-unknown': 'a verifier of a task that is not there; left out',
  'verifier-task-differs': 'a verifier was written for another sentence than the task has now',
  ...VERIFIER_CHECKS,
  'clock-unknown': 'nothing says when the data was made; the suite’s clock is used',
  'seed-lost': 'seeds that could not be put into the database',
  'seed-repaired': 'seeds that were mended to get into the database',
} as const;
export type AwmCheck = keyof typeof CHECKS;

export interface AwmFinding {
  readonly check: AwmCheck;
  /** Null where it is not about one scenario. */
  readonly scenario: string | null;
  readonly detail: string;
}

/** One line of the table: how often a check has found something, and where. */
export interface AwmCheckSummary {
  readonly check: AwmCheck;
  readonly meaning: string;
  readonly findings: number;
  readonly scenarios: readonly string[];
  readonly example: string;
}

export function summarise(findings: readonly AwmFinding[]): readonly AwmCheckSummary[] {
  const byCheck = Map.groupBy(findings, ({ check }) => check);
  return Object.entries(CHECKS).flatMap(([name, meaning]) => {
    const check = name as AwmCheck;
    const found = byCheck.get(check);
    if (found === undefined) return [];
    const scenarios = [...new Set(found.flatMap(({ scenario }) => scenario ?? []))].sort();
    return [{ check, meaning, findings: found.length, scenarios, example: found[0]?.detail ?? '' }];
  });
}
