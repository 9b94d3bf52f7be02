/** What can be said about a task in one word, and what that word rests on. */

/** In order of weight: what stands first is said first. */
export const LABELS = [
  'env-bug', // world or judge broke, or a tool's answer is not what its schema promises
  'flaky', // the same play gave different events, or the same steps another outcome
  'verifier-dead', // no work whatever could pass the judge
  'unsolvable', // the oracle fails, or knows what the brief does not say
  'presolved', // doing nothing passes
  'weak', // a mistake passes
  'needs-model', // nothing was found against it, and only a model can show the rest
  'certified',
] as const;
export type Label = (typeof LABELS)[number];

/** One thing that stands between a task and `certified`. */
export interface Finding {
  readonly label: Label;
  /** A sentence for a person. */
  readonly problem: string;
}

export function found(label: Label, problems: readonly string[]): readonly Finding[] {
  return problems.map((problem) => ({ label, problem }));
}

export function labelOf(findings: readonly Finding[]): Label {
  return LABELS.find((label) => findings.some((finding) => finding.label === label)) ?? 'certified';
}
