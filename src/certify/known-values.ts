/** Values by the names they bore, as an agent came across them or as the world holds them: what a plausible mistake is made of. */
import { textOf } from '../core/block.ts';
import type { Event } from '../core/event.ts';
import { isObject, type Json, parseJson } from '../core/json.ts';
import type { State } from '../core/state.ts';

export type Scalar = string | number | boolean;

export interface KnownValues {
  /** What stood under a name, in the order in which it came; the entries of a list stand under its name. */
  under(name: string): readonly Scalar[];
  /** Other texts of the same make: `ORD-7` for `ORD-3`, a date for a date. */
  like(text: string): readonly string[];
}

/** What an agent sent and was told. */
export function valuesSeen(events: readonly Event[]): KnownValues {
  return valuesIn(events.map((event) => ['', contentOf(event)]));
}

/** What the world holds, whether or not anybody looked. */
export function valuesHeld(state: State): KnownValues {
  return valuesIn(Object.entries(state));
}

function valuesIn(named: readonly (readonly [string, Json])[]): KnownValues {
  const byName = new Map<string, Set<Scalar>>();
  const byMake = new Map<string, Set<string>>();
  const keep = (name: string, value: Json): void => {
    if (value === null || typeof value === 'object') return;
    setOf(byName, name).add(value);
    const make = typeof value === 'string' ? makeOf(value) : null;
    if (make !== null) setOf(byMake, make).add(String(value));
  };
  const take = (name: string, value: Json): void => {
    if (Array.isArray(value)) for (const item of value as readonly Json[]) take(name, item);
    if (!isObject(value)) {
      keep(name, value);
      return;
    }
    for (const [key, part] of Object.entries(value)) take(key, part);
    // What is called `id` among the patients is called `patient_id` elsewhere.
    if (value.id !== undefined) keep(`${singular(name)}_id`, value.id);
  };
  for (const [name, value] of named) take(name, value);
  return {
    under: (name) => [...(byName.get(name) ?? [])],
    like: (text) => [...(byMake.get(makeOf(text) ?? '') ?? [])].filter((other) => other !== text),
  };
}

export function singular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/s$/, '');
}

/** The build of an id, a code or a date: its signs, with the digits left open. Null for words and prose. */
export function makeOf(text: string): string | null {
  return /\d/.test(text) && !/\s/.test(text) ? text.replaceAll(/\d+/g, '#') : null;
}

function contentOf(event: Event): Json {
  if (event.type === 'tool-called') return event.input;
  // Answers that are no JSON hold no names, and teach nothing here.
  return event.type === 'tool-answered' && !event.isError ? (parseJson(textOf(event.blocks)) ?? null) : null;
}

function setOf<T>(map: Map<string, Set<T>>, key: string): Set<T> {
  const known = map.get(key);
  if (known) return known;
  const fresh = new Set<T>();
  map.set(key, fresh);
  return fresh;
}
