/**
 * What must hold whatever a simulator does to its state: top-level keys stay, types stay, an entity keeps its id, clocks only move
 * on, and nothing comes or goes by way of a replacement. Rules that every world obeys, so few; they know no domain.
 */
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { identityOf } from './identity.ts';
import { goesBack } from './state-clock.ts';

/** Why a patch cannot be applied, in words for the simulator. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

export interface StateRules {
  /** Names of fields that were null somewhere at the start, and so may be emptied again. */
  readonly nullable: ReadonlySet<string>;
}

export function stateRules(initial: JsonObject): StateRules {
  const nullable = new Set<string>();
  const visit = (value: Json, name: string): void => {
    if (value === null) nullable.add(name);
    else if (isList(value)) for (const part of value) visit(part, name);
    else if (isObject(value)) for (const [key, part] of Object.entries(value)) visit(part, key);
  };
  visit(initial, '');
  return { nullable };
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Something new in a list: nothing in it may bear the same id. */
export function checkNewcomer(list: readonly Json[], value: Json): void {
  const id = isObject(value) ? identityOf(value) : null;
  if (id === null || !isObject(value)) return;
  if (list.some((other) => isObject(other) && other[id] === value[id]))
    throw new Violation(`The list already holds something with the ${id} ${JSON.stringify(value[id])}.`);
}

/** A field that goes: not the one by which its entity is known. */
export function checkLoss(owner: JsonObject, key: string): void {
  if (identityOf(owner) === key) throw new Violation(`"${key}" identifies its entity and cannot be removed.`);
}

export interface Replacement {
  readonly before: Json;
  readonly after: Json;
  readonly path: readonly string[];
  /** The object whose field this is; null for elements of lists. */
  readonly owner: JsonObject | null;
}

export function checkReplacement(replacement: Replacement, rules: StateRules): void {
  const { before, after, path, owner } = replacement;
  const where = `/${path.join('/')}`;
  const name = path.findLast((token) => !/^\d+$/.test(token)) ?? '';
  if (before === null) return;
  if (after === null) {
    if (!rules.nullable.has(name)) throw new Violation(`${where} cannot become null.`);
    return;
  }
  if (kindOf(before) !== kindOf(after))
    throw new Violation(`${where} is a ${kindOf(before)} and cannot become a ${kindOf(after)}.`);
  if (owner !== null && identityOf(owner) === path.at(-1) && before !== after)
    throw new Violation(`${where} identifies its entity and cannot change.`);
  if (goesBack({ name, depth: path.length, before, after }))
    throw new Violation(`${where} is a clock and cannot go back from ${before} to ${after}.`);
  for (const part of partsOf(before, after, where)) {
    checkReplacement({ ...part, path: [...path, part.key], owner: isObject(before) ? before : null }, rules);
  }
}

interface Part {
  readonly key: string;
  readonly before: Json;
  readonly after: Json;
}

/** The parts of a list or an object that is replaced as a whole: the same ones must be there before and after. */
function partsOf(before: Json, after: Json, where: string): readonly Part[] {
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return [];
  const [was, is] = [Object.entries(before), new Map<string, Json>(Object.entries(after))];
  const same = was.length === is.size && was.every(([key]) => is.has(key));
  if (!same)
    throw new Violation(
      `A replacement of ${where} cannot make anything in it appear or vanish. Use add and remove for each element or key.`,
    );
  return was.map(([key, value]: [string, Json]) => ({ key, before: value, after: is.get(key) ?? null }));
}

function kindOf(value: Json): string {
  if (value === null) return 'null';
  return isList(value) ? 'list' : typeof value;
}
