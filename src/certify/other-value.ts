/** Another value in place of a right one: wrong, but of the kind that somebody could have meant. */
import { isObject, type Json, type JsonObject } from '../core/json.ts';
import { type KnownValues, makeOf, type Scalar } from './known-values.ts';

export interface Slot {
  /** The parameter's or field's name. */
  readonly name: string;
  /** JSON Schema of the slot, where there is one. */
  readonly schema: JsonObject;
  readonly seen: KnownValues;
}

/** Best first. Empty for free text, where other words may be just as right. */
export function otherValues(value: Scalar, { name, schema, seen }: Slot): readonly Scalar[] {
  const choices = choicesIn(schema).filter((choice) => choice !== value);
  if (choices.length > 0) return choices;
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return [otherNumber(value, schema)];
  const alike = seen.like(value);
  if (alike.length > 0) return alike;
  const named = seen.under(name).filter((other) => typeof other === 'string' && other !== value);
  return named.length > 0 || makeOf(value) === null ? named : [otherDigit(value)];
}

/** Far enough away that no tolerance of a judge covers it: a quarter more, or less where more is not allowed. */
export function otherNumber(value: number, schema: JsonObject = {}): number {
  const step = Math.max(1, Math.abs(value) / 4);
  const more = Number.isInteger(value) ? Math.ceil(value + step) : value + step;
  const { maximum } = schema;
  if (typeof maximum !== 'number' || more <= maximum) return more;
  return Number.isInteger(value) ? Math.floor(value - step) : value - step;
}

/** The last digit, one higher. */
export function otherDigit(text: string): string {
  return text.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
}

/** The values that a schema allows by name. */
export function choicesIn(schema: JsonObject): readonly Scalar[] {
  const variants = [schema.anyOf, schema.oneOf].flatMap((list) =>
    Array.isArray(list) ? (list as readonly Json[]) : [],
  );
  const own = Array.isArray(schema.enum) ? (schema.enum as readonly Json[]) : [schema.const ?? null];
  const inside = variants.flatMap((variant) => (isObject(variant) ? choicesIn(variant) : []));
  return [...own.filter(isScalar), ...inside];
}

export function isScalar(value: Json | undefined): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
