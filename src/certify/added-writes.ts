/** Writes nobody asked for: arguments for any tool, drawn from what was seen in the world and from the tool's own schema. */
import { isObject, type Json, type JsonObject } from '../core/json.ts';
import type { Random } from '../core/random.ts';
import type { Tool } from '../core/tool.ts';
import { type KnownValues, type Scalar, singular } from './known-values.ts';
import { choicesIn, isScalar } from './other-value.ts';

export interface Sources {
  /** Where values are looked for by name, best first. */
  readonly known: readonly KnownValues[];
  readonly random: Random;
  /** World time, for dates of which none was seen. */
  readonly clock: string;
}

/** An input that may well succeed. With `whole`, what is optional is given too: an update without fields changes nothing. */
export function inventedInput(tool: Tool, whole: boolean, sources: Sources): JsonObject {
  return inventedObject(tool.input, whole, sources);
}

function inventedObject(schema: JsonObject, whole: boolean, sources: Sources): JsonObject {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? (schema.required as readonly Json[]) : [];
  const wanted = Object.entries(properties).filter(([name]) => whole || required.includes(name));
  return Object.fromEntries(
    wanted.map(([name, part]) => [name, invented(name, isObject(part) ? part : {}, { whole, ...sources })]),
  );
}

type Invention = Sources & { readonly whole: boolean };

function invented(name: string, schema: JsonObject, from: Invention): Json {
  const choices = choicesIn(schema);
  if (choices.length > 0) return from.random.pick(choices);
  const variant = variantOf(schema, from.random);
  if (variant !== null) return invented(name, variant, from);
  if (schema.type === 'object') return inventedObject(schema, from.whole, from);
  if (schema.type === 'array') return inventedList(name, schema, from);
  const known = valuesFor(name, schema, from);
  if (known.length > 0) return from.random.pick(known);
  if (schema.type === 'boolean') return from.random.chance(0.5);
  return schema.type === 'integer' || schema.type === 'number'
    ? inventedNumber(schema, from)
    : inventedText(name, schema, from);
}

/** One of the things a union allows, but not null. */
function variantOf(schema: JsonObject, random: Random): JsonObject | null {
  const union = [schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) ? (list as readonly Json[]) : []));
  const variants = union.filter(isObject).filter(({ type }) => type !== 'null');
  return variants.length === 0 ? null : random.pick(variants);
}

function inventedList(name: string, { items, minItems }: JsonObject, from: Invention): Json {
  const count = typeof minItems === 'number' ? Math.max(1, minItems) : 1;
  const schema = isObject(items) ? items : {};
  // The entries of a list stand under its own name; those that were seen alone, under the name of one.
  const named = valuesFor(name, schema, from).length > 0 ? name : singular(name);
  return Array.from({ length: count }, () => invented(named, schema, from));
}

/** From the best source that has any. */
function valuesFor(name: string, schema: JsonObject, { known }: Sources): readonly Scalar[] {
  const fitting = known.map((values) => values.under(name).filter((value) => fits(value, schema)));
  return fitting.find((values) => values.length > 0) ?? [];
}

function inventedNumber({ minimum, exclusiveMinimum, maximum }: JsonObject, { random }: Invention): number {
  const above = bound(exclusiveMinimum);
  const low = Math.ceil(bound(minimum) ?? (above === null ? 1 : above + 1));
  const high = Math.floor(Math.min(bound(maximum) ?? low + 9, low + 9));
  return high < low ? low : random.int(low, high);
}

/** A bound that somebody meant: Zod bounds every integer by what a number can hold. */
function bound(value: Json | undefined): number | null {
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : null;
}

function inventedText(name: string, { format }: JsonObject, { clock }: Invention): string {
  if (format === 'date-time' || /(_at|At)$/.test(name)) return clock;
  return format === 'date' || /date$/i.test(name) ? clock.slice(0, 10) : 'Nobody asked for this.';
}

function fits(value: Scalar, { type }: JsonObject): boolean {
  if (type === 'integer') return Number.isInteger(value);
  return isScalar(value) && (type === undefined || typeof value === type);
}
