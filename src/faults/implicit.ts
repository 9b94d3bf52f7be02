/**
 * Faults that do not announce themselves: the clean answer's JSON with something missing, cut, emptied or out of date. What
 * comes out is always sound JSON, without a sign of an error, and different from what went in.
 */
import { equal, isObject, type Json } from '../core/json.ts';
import type { Random } from '../core/random.ts';
import { at, differences, type Path, type Place, placesIn, replaced, without } from './json-path.ts';

export const IMPLICIT_KINDS = ['fields-dropped', 'list-cut', 'values-nulled', 'stale'] as const;
export type ImplicitKind = (typeof IMPLICIT_KINDS)[number];

interface Altered {
  readonly value: Json;
  readonly paths: readonly Path[];
}
export interface Alteration extends Altered {
  readonly kind: ImplicitKind;
}

export interface Answers {
  readonly clean: Json;
  /** What the same call was answered before in this episode, oldest first. */
  readonly earlier: readonly Json[];
}

/** The wanted transform, or the first in a seeded order that this answer allows; null where none does. */
export function alteredBy(wanted: ImplicitKind, answers: Answers, random: Random): Alteration | null {
  const others = random.shuffle(IMPLICIT_KINDS.filter((kind) => kind !== wanted));
  for (const kind of [wanted, ...others]) {
    const altered = TRANSFORMS[kind](answers, random);
    if (altered !== null && !equal(altered.value, answers.clean)) return { kind, ...altered };
  }
  return null;
}

type Transform = (answers: Answers, random: Random) => Altered | null;

const TRANSFORMS: { readonly [kind in ImplicitKind]: Transform } = {
  'fields-dropped': fieldsDropped,
  'list-cut': listCut,
  'values-nulled': valuesNulled,
  stale,
};

/** Where an answer holds lists of records, these are its payload, and they are hit this often. */
const RECORDS_FIRST = 0.75;

/** One or two fields go: of one object, or of every record of a list alike. */
function fieldsDropped({ clean }: Answers, random: Random): Altered | null {
  const outer = placesIn(clean).filter(({ path }) => path.every((step) => typeof step === 'string'));
  const hasFields = (holders: readonly Path[]): boolean => holders.some((path) => fieldsAt(clean, path).length > 0);
  const lists = outer.map(recordsIn).filter(hasFields);
  const objects = outer.map(({ path }) => [path]).filter(hasFields);
  if (lists.length + objects.length === 0) return null;
  const hitsRecords = lists.length > 0 && (objects.length === 0 || random.chance(RECORDS_FIRST));
  const holders = random.pick(hitsRecords ? lists : objects);
  const gone = oneOrTwo([...new Set(holders.flatMap((path) => fieldsAt(clean, path)))], random);
  const paths = holders.flatMap((path) =>
    fieldsAt(clean, path).flatMap((field) => (gone.includes(field) ? [[...path, field]] : [])),
  );
  return { value: paths.reduce<Json>(without, clean), paths };
}

/** The first one or two items stay of a list that had more. Outer lists come first: they are what was asked for. */
function listCut({ clean }: Answers, random: Random): Altered | null {
  const long = placesIn(clean).filter(({ value }) => itemsOf(value).length > 2);
  if (long.length === 0) return null;
  const depth = Math.min(...long.map(({ path }) => path.length));
  const { path, value } = random.pick(long.filter((place) => place.path.length === depth));
  return { value: replaced(clean, path, itemsOf(value).slice(0, random.int(1, 2))), paths: [path] };
}

/** One or two values are emptied, wherever they stand. An answer that is itself a bare value is left alone. */
function valuesNulled({ clean }: Answers, random: Random): Altered | null {
  const values = placesIn(clean).filter(
    ({ path, value }) => path.length > 0 && isFilled(value) && !isTally(clean, path),
  );
  if (values.length === 0) return null;
  const paths = oneOrTwo(values, random).map(({ path }) => path);
  return { value: paths.reduce<Json>((value, path) => replaced(value, path, null), clean), paths };
}

/** What the same call was answered before, as from a cache: the latest answer that is no longer true. */
function stale({ clean, earlier }: Answers): Altered | null {
  const outdated = earlier.findLast((answer) => !equal(answer, clean));
  return outdated === undefined ? null : { value: outdated, paths: differences(outdated, clean) };
}

function oneOrTwo<T>(from: readonly T[], random: Random): readonly T[] {
  return random.shuffle(from).slice(0, random.int(1, 2));
}

function isFilled(value: Json): boolean {
  return typeof value !== 'object';
}

function itemsOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** The places of the objects in a list. */
function recordsIn({ path, value }: Place): readonly Path[] {
  return itemsOf(value).flatMap((item, i) => (isObject(item) ? [[...path, i]] : []));
}

function fieldsAt(value: Json, path: Path): readonly string[] {
  const holder = at(value, path);
  return isObject(holder) ? Object.keys(holder).filter((field) => !isTally(value, [...path, field])) : [];
}

/** A number that only says how long the list beside it is. Taking that away would not touch what was asked for. */
function isTally(value: Json, path: Path): boolean {
  const count = at(value, path);
  const holder = at(value, path.slice(0, -1));
  return isObject(holder) && Object.values(holder).some((part) => Array.isArray(part) && part.length === count);
}
