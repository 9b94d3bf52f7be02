/** Where an altered JSON answer differs from the clean one, in terms that can be told: cut, dropped, emptied or changed. */
import { equal, isObject, type Json } from '../core/json.ts';

export type Difference =
  | {
      readonly sort: 'cut';
      readonly name: string;
      readonly kept: number;
      readonly whole: number;
      readonly clue: string | null;
    }
  | { readonly sort: 'dropped' | 'emptied'; readonly name: string; readonly before: Json }
  | { readonly sort: 'changed'; readonly name: string; readonly before: Json; readonly after: Json };

/** In document order. `name` is the field that holds the place, or the nearest field around it. */
export function differencesOf(clean: Json, seen: Json, name = ''): readonly Difference[] {
  if (equal(clean, seen)) return [];
  if (Array.isArray(clean) && Array.isArray(seen)) return inLists(clean, seen, name);
  if (!isObject(clean) || !isObject(seen)) {
    return seen === null
      ? [{ sort: 'emptied', name, before: clean }]
      : [{ sort: 'changed', name, before: clean, after: seen }];
  }
  return Object.entries(clean).flatMap(([key, before]): readonly Difference[] => {
    const after = seen[key];
    if (after === undefined) return [{ sort: 'dropped', name: key, before }];
    const inside = differencesOf(before, after, key);
    return inside.map((found) =>
      found.sort === 'cut' && found.clue === null && found.name === key ? withClue(found, seen) : found,
    );
  });
}

function inLists(clean: readonly Json[], seen: readonly Json[], name: string): readonly Difference[] {
  if (seen.length < clean.length) return [{ sort: 'cut', name, kept: seen.length, whole: clean.length, clue: null }];
  if (seen.length > clean.length) return [{ sort: 'changed', name, before: entries(clean), after: entries(seen) }];
  return clean.flatMap((before, i) => differencesOf(before, seen[i] ?? null, name));
}

/** A number beside the list that still tells how long it should be. */
function withClue(cut: Extract<Difference, { readonly sort: 'cut' }>, beside: Json): Difference {
  const clue = isObject(beside) ? Object.entries(beside).find(([, value]) => value === cut.whole) : undefined;
  return { ...cut, clue: clue?.[0] ?? null };
}

function entries({ length }: readonly Json[]): string {
  return `${length} ${length === 1 ? 'entry' : 'entries'}`;
}
