/**
 * Arguments that fit a tool's schema, drawn by chance from what was seen before: a path where a path is wanted, an id where an id is.
 * It knows no world and means nothing by what it draws.
 */
import { isObject, type Json, type JsonObject } from '../core/json.ts';
import type { Random } from '../core/random.ts';

export interface Gleanings {
  /** Takes note of every text in an answer, under the names it stood under. */
  glean(answer: Json): void;
  /**
   * A text that has stood under that name before, or else any that was seen. What `use` is about comes first: to attend a meeting, an
   * `id` from a list of `meetings` rather than one of people.
   */
  draw(name: string, random: Random, use?: string): string;
  /** Whether anything was seen under such a name. */
  has(name: string): boolean;
}

/** Enough to find most things again, and bounded whatever a world answers. */
const MOST_TEXTS = 2000;
const LONGEST_TEXT = 400;

export function newGleanings(brief: string): Gleanings {
  const seen: { readonly name: string; readonly within: string; readonly text: string }[] = [];
  const known = new Set<string>();
  const add = (name: string, within: string, text: string): void => {
    const key = JSON.stringify([name, within, text]);
    if (seen.length >= MOST_TEXTS || text === '' || known.has(key)) return;
    known.add(key);
    seen.push({ name, within, text: text.slice(0, LONGEST_TEXT) });
  };
  const walk = (name: string, within: string, value: Json): void => {
    if (typeof value === 'string' || typeof value === 'number') add(name, within, String(value));
    else if (Array.isArray(value)) for (const item of value) walk(name, within, item);
    else if (isObject(value)) for (const [key, part] of Object.entries(value)) walk(key, name, part);
  };
  for (const word of brief.split(/[\s,;()"“”]+/)) add('', '', word.replace(/[.:!?]+$/, ''));
  return {
    glean: (answer) => walk('', '', answer),
    has: (name) => seen.some((one) => isAlike(one.name, name)),
    draw: (name, random, use = '') => {
      const alike = seen.filter((one) => isAlike(one.name, name));
      const fitting = alike.filter(({ within }) => use.split('_').some((word) => isAlike(word, within)));
      const [from = []] = [fitting, alike].filter(({ length }) => length > 0 && random.chance(0.8));
      const drawn = from.length > 0 ? from : seen;
      return drawn.length === 0 ? name : random.pick(drawn).text;
    },
  };
}

/** `ticket` is like `ticket_id`, and `paths` like `path`; short words are like themselves alone. */
function isAlike(a: string, b: string): boolean {
  const [one, other] = [plain(a), plain(b)];
  if (one.length < SHORT || other.length < SHORT) return one !== '' && one === other;
  return one.includes(other) || other.includes(one);
}

const SHORT = 3;

function plain(name: string): string {
  const letters = name.toLowerCase().replace(/[^a-z]/g, '');
  return letters.replace(/(?<=.)(?:ids?|s)$/, '');
}

interface Drawing {
  readonly gleanings: Gleanings;
  readonly random: Random;
  /** The tool that it is for. */
  readonly use?: string;
}

export function plausibleInput(schema: JsonObject, drawing: Drawing): JsonObject {
  const required: readonly Json[] = Array.isArray(schema.required) ? schema.required : [];
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  return Object.fromEntries(
    properties
      .filter(([name]) => required.includes(name) || drawing.random.chance(0.3))
      .map(([name, part]) => [name, plausible(name, isObject(part) ? part : {}, drawing)]),
  );
}

/** How many of the texts that a tool cannot do without would be made up. */
export function unseenIn(schema: JsonObject, gleanings: Gleanings): number {
  const required: readonly Json[] = Array.isArray(schema.required) ? schema.required : [];
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  return properties.filter(
    ([name, part]) =>
      required.includes(name) &&
      isObject(part) &&
      part.type === 'string' &&
      part.enum === undefined &&
      !gleanings.has(name),
  ).length;
}

const LARGEST = 50;

function plausible(name: string, schema: JsonObject, drawing: Drawing): Json {
  const { random, gleanings } = drawing;
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return random.pick<Json>(schema.enum);
  if (schema.const !== undefined) return schema.const;
  const choices = [schema.anyOf, schema.oneOf].find((one) => Array.isArray(one));
  if (Array.isArray(choices) && choices.length > 0) {
    const choice = random.pick<Json>(choices);
    return plausible(name, isObject(choice) ? choice : {}, drawing);
  }
  const type = Array.isArray(schema.type) ? random.pick<Json>(schema.type) : schema.type;
  switch (type) {
    case 'integer':
    case 'number': {
      const least = typeof schema.minimum === 'number' ? Math.ceil(schema.minimum) : 0;
      const most = typeof schema.maximum === 'number' ? schema.maximum : least + LARGEST;
      return random.int(least, Math.max(least, Math.min(Math.floor(most), least + LARGEST)));
    }
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    case 'array': {
      const items = isObject(schema.items) ? schema.items : {};
      return Array.from({ length: random.int(1, 2) }, () => plausible(name, items, drawing));
    }
    case 'object':
      return plausibleInput(schema, drawing);
    default:
      return gleanings.draw(name, random, drawing.use);
  }
}
