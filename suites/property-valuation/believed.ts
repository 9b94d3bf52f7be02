/**
 * How solution programs read answers: taken at their word. An amount that is missing counts as nothing, a text as `none`, a list as
 * empty. Whether an answer deserves that is for the agent behind the program to find out, not for the program.
 */
import { type JsonObject, SolutionStuck } from 'practicum';
import { z } from 'zod';

/** A record as the program sees it: numbers and texts, and no promise about which. */
export type Believed<T> = { readonly [K in keyof T]: T[K] extends number ? number : string };

export function believe<S extends z.ZodObject>(record: S, answer: JsonObject): Believed<z.output<S>> {
  return reading(believing(record), answer);
}

export function believeList<S extends z.ZodObject>(
  record: S,
  answer: JsonObject,
  key: string,
): readonly Believed<z.output<S>>[] {
  return reading(z.array(believing(record)).catch([]), answer[key] ?? []);
}

function believing<S extends z.ZodObject>(record: S): z.ZodType<Believed<z.output<S>>> {
  const fields = Object.entries(record.shape).map(([field, schema]) => [
    field,
    z.safeParse(schema, 0).success ? z.number().catch(0) : z.string().catch('none'),
  ]);
  return z.object(Object.fromEntries(fields)) as unknown as z.ZodType<Believed<z.output<S>>>;
}

/** For what a program cannot do without. */
export function reading<S extends z.ZodType>(schema: S, found: unknown): z.output<S> {
  const read = schema.safeParse(found);
  if (!read.success) throw new SolutionStuck(`unreadable: ${z.prettifyError(read.error)}`);
  return read.data;
}

/** The one of a list that is meant, or stuck. */
export function only<T>(list: readonly T[], what: string): T {
  const [one] = list;
  if (one === undefined || list.length > 1) throw new SolutionStuck(`found ${list.length} of ${what}`);
  return one;
}

/** A share of something that is there. */
export function share(part: number, whole: number, what: string): number {
  if (whole === 0) throw new SolutionStuck(`${what} is nothing`);
  return part / whole;
}
