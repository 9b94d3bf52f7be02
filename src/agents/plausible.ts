/**
 * Arguments that fit a tool's schema, drawn by chance from what was seen before: a path where a path is wanted, an id where an id is.
 * It knows no world and means nothing by what it draws.
 */
import { isObject, type Json, type JsonObject } from '../core/json.ts';
import type { Random } from '../core/random.ts';

export interface Gleanings {
  /** Takes note of every text in an answer, under the name it stood under. */
  glean(answer: Json): void;
  /** A text that has stood under that name before, or else any that was seen. */
  draw(name: string, random: Random): string;
}

/** Enough to find most things again, and bounded whatever a world answers. */
const MOST_TEXTS = 2000;
const LONGEST_TEXT = 400;

export function newGleanings(brief: string): Gleanings {
  const seen: { readonly name: string; readonly text: string }[] = [];
  const add = (name: string, text: string): void => {
    if (seen.length < MOST_TEXTS && text !== '') seen.push({ name, text: text.slice(0, LONGEST_TEXT) });
  };
  const walk = (name: string, value: Json): void => {
    if (typeof value === 'string' || typeof value === 'number') add(name, String(value));
    else if (Array.isArray(value)) for (const item of value) walk(name, item);
    else if (isObject(value)) for (const [key, part] of Object.entries(value)) walk(key, part);
  };
  for (const word of brief.split(/[\s,;()"“”]+/)) add('', word.replace(/[.:!?]+$/, ''));
  return {
    glean: (answer) => walk('', answer),
    draw: (name, random) => {
      const alike = seen.filter((one) => isAlike(one.name, name));
      const from = alike.length > 0 && random.chance(0.8) ? alike : seen;
      return from.length === 0 ? name : random.pick(from).text;
    },
  };
}

/** `ticket` is like `ticket_id`, and `paths` like `path`. */
function isAlike(a: string, b: string): boolean {
  const [one, other] = [plain(a), plain(b)];
  return one !== '' && other !== '' && (one.includes(other) || other.includes(one));
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/ids?$|s$/, '');
}

interface Drawing {
  readonly gleanings: Gleanings;
  readonly random: Random;
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
      return gleanings.draw(name, random);
  }
}
