/** How well somebody looked for what they had to know: clues found of clues needed, questions that led nowhere, and guesses. */
import type { JsonObject } from '../../core/json.ts';
import type { Clue, Point } from './family.ts';
import type { AssignmentTruth } from './truth.ts';
import type { DayView } from './view.ts';

export function explored(
  { family, difficulty, concurrent, clues, isDrifted }: AssignmentTruth,
  points: readonly Point[],
  view: DayView,
): JsonObject {
  const found = new Set(clues.filter((clue) => isFound(clue, view)).map(({ id }) => id));
  // Right without having seen what it rests on.
  const guesses = points.filter(
    ({ kind, passed, clues: needed }) => kind === 'earn' && passed && needed.some((id) => !found.has(id)),
  );
  return {
    family,
    difficulty,
    concurrent,
    cluesNeeded: clues.length,
    cluesFound: found.size,
    guesses: guesses.length,
    isDrifted,
  };
}

function isFound({ kind, at }: Clue, { filesRead, disclosures, systemsRead, attended }: DayView): boolean {
  switch (kind) {
    case 'file':
    case 'picture':
      return filesRead.some(({ path }) => path === at);
    case 'person':
      return disclosures.some(({ fact }) => fact === at);
    case 'system':
      return systemsRead.some(({ view }) => view === at);
    case 'meeting':
      return attended.some(({ meeting }) => meeting === at);
  }
}
