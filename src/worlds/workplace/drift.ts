/**
 * Whether what an assignment rests on was otherwise on an earlier day: the same file with other content, the same person with another
 * answer. Whoever trusts what they remember of it is wrong.
 */
import type { Clue } from './family.ts';
import type { Day } from './instance.ts';

export function isDrifted(clues: readonly Clue[], day: Day, earlier: readonly Day[]): boolean {
  return clues.some(({ kind, at }) => earlier.some((before) => DRIFTS[kind]?.(at, day, before) ?? false));
}

const DRIFTS: Readonly<Partial<Record<Clue['kind'], (at: string, now: Day, before: Day) => boolean>>> = {
  file: fileDrifts,
  picture: fileDrifts,
  person: (at, now, before) => {
    const fact = now.facts.find(({ id }) => id === at);
    return before.facts.some(
      ({ topic, text, owners }) =>
        topic === fact?.topic && text !== fact.text && owners.some((owner) => fact.owners.includes(owner)),
    );
  },
};

function fileDrifts(at: string, now: Day, before: Day): boolean {
  const [is, was] = [now, before].map(({ files }) => files.find(({ path }) => path === at)?.content);
  return is !== undefined && was !== undefined && is !== was;
}
