/** Places in a JSON value: finding, reading, replacing and comparing them. Values are never changed in place. */
import { equal, isObject, type Json } from '../core/json.ts';

/** Field names and list positions, from the outside in. */
export type Path = readonly (string | number)[];

/** The path as a JSON Pointer (RFC 6901). */
export function pointer(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

export interface Place {
  readonly path: Path;
  readonly value: Json;
}

/** The value itself and everything inside it, each before its parts. */
export function placesIn(value: Json, path: Path = []): readonly Place[] {
  return [{ path, value }, ...partsOf(value).flatMap(([step, part]) => placesIn(part, [...path, step]))];
}

function partsOf(value: Json): readonly (readonly [string | number, Json])[] {
  if (Array.isArray(value)) return value.map((item: Json, i) => [i, item] as const);
  return isObject(value) ? Object.entries(value) : [];
}

export function at(value: Json, path: Path): Json | undefined {
  return path.reduce<Json | undefined>(partAt, value);
}

function partAt(value: Json | undefined, step: string | number): Json | undefined {
  if (isObject(value)) return Object.hasOwn(value, step) ? value[step] : undefined;
  return Array.isArray(value) && typeof step === 'number' ? (value as readonly Json[])[step] : undefined;
}

/** The value with another one at the path. */
export function replaced(value: Json, path: Path, by: Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return by;
  if (Array.isArray(value)) return value.map((item: Json, i) => (i === step ? replaced(item, rest, by) : item));
  if (!isObject(value)) return value;
  const fields = Object.entries(value).map(([key, part]) => [key, key === step ? replaced(part, rest, by) : part]);
  return Object.fromEntries(fields);
}

/** The value without the field at the path. */
export function without(value: Json, path: Path): Json {
  const parent = path.slice(0, -1);
  const holder = at(value, parent);
  if (!isObject(holder)) return value;
  const kept = Object.entries(holder).filter(([key]) => key !== path.at(-1));
  return replaced(value, parent, Object.fromEntries(kept));
}

/** The innermost places at which two values differ, by the paths of the first; a part that only one has differs where it stands. */
export function differences(a: Json, b: Json, path: Path = []): readonly Path[] {
  if (equal(a, b)) return [];
  const isSameSort = Array.isArray(a) ? Array.isArray(b) : isObject(a) && isObject(b);
  if (!isSameSort) return [path];
  const left = new Map(partsOf(a));
  const right = new Map(partsOf(b));
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((step) => {
    const [one, other] = [left.get(step), right.get(step)];
    return one === undefined || other === undefined ? [[...path, step]] : differences(one, other, [...path, step]);
  });
}
