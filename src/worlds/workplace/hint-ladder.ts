/** Hints drawn from an assignment's clues, from the topic to all of it, for runs that give some. */
import type { Clue } from './family.ts';

const HINTS = ['none', 'topic', 'person', 'file', 'full'] as const;
export type HintLevel = (typeof HINTS)[number];

/** Each level says what the one before says, and more. `names` are the names of people who own a fact, by its id. */
export function hintFor(clues: readonly Clue[], level: HintLevel, names: (fact: string) => string): string {
  const rank = HINTS.indexOf(level);
  if (rank === 0 || clues.length === 0) return '';
  const lines = clues.map((clue) => {
    const where = whereOf(clue, rank, names);
    return where === '' ? `- ${clue.topic}` : `- ${clue.topic}: ${where}`;
  });
  return ['You will need:', ...new Set(lines)].join('\n');
}

function whereOf({ kind, at }: Clue, rank: number, names: (fact: string) => string): string {
  if (kind === 'person') return rank >= 2 ? `ask ${names(at)}` : '';
  if (rank >= 3 && (kind === 'file' || kind === 'picture')) return `see ${at}`;
  return rank >= 4 ? `see ${at}` : '';
}
