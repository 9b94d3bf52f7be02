/**
 * Finds hidden parts of a state in what a simulator is about to show. What is public anyway is no leak: what stands elsewhere in
 * the state or in the tools, what the brief says, and what the agent wrote itself. A paraphrase is not found.
 */
import { isObject, type Json } from '../../core/json.ts';
import type { LanguageSetup } from './setup.ts';
import { exampleOf } from './tool-face.ts';

/** Says what leaked, for the simulator; null where nothing did. */
export type LeakFinder = (observation: Json, heard: readonly Json[]) => string | null;

interface Scan {
  readonly names: Set<string>;
  readonly texts: string[];
  readonly numbers: Set<number>;
}

/** Shorter strings and rounder numbers turn up by chance. */
const SHORTEST = 6;
const FEWEST_DIGITS = 4;

export function leakFinder(setup: LanguageSetup, brief: string): LeakFinder {
  if (setup.hidden.length === 0) return () => null;
  const open = publicPart(setup);
  const hidden = hiddenPart(setup);
  const names = setup.hidden.filter((name) => !open.names.has(name));
  return (observation, heard) => {
    const shown = scan(observation);
    const known = [...open.texts, ...scan([brief, ...heard]).texts];
    const shows = (name: string): boolean =>
      shown.names.has(name) || (isTelling(name) && within(shown.texts, name.toLowerCase()));
    const name = names.find((one) => shows(one) && !within(known, one.toLowerCase()));
    if (name !== undefined) return `It shows the hidden key "${name}".`;
    const secrets = hidden.texts.filter((text) => text.length >= SHORTEST && within(shown.texts, text));
    if (secrets.some((text) => !within(known, text))) return 'It shows the value of a hidden key.';
    const numbers = new Set([...open.numbers, ...scan([...heard]).numbers]);
    const figures = [...hidden.numbers].filter((number) => isDistinctive(number) && shown.numbers.has(number));
    return figures.some((number) => !numbers.has(number)) ? 'It shows the number of a hidden key.' : null;
  };
}

function publicPart({ state, tools, hidden }: LanguageSetup): Scan {
  const open = scan(withoutKeys(state, hidden));
  for (const tool of tools) {
    scan([tool.name, tool.description, tool.parameters], open);
    // A key that a tool's example declares is part of its answer.
    for (const name of scan(exampleOf(tool) ?? null).names) open.names.add(name);
  }
  return open;
}

function hiddenPart({ state, hidden }: LanguageSetup): Scan {
  const found = scan(null);
  const visit = (value: Json): void => {
    if (Array.isArray(value)) for (const part of value) visit(part);
    else if (isObject(value))
      for (const [key, part] of Object.entries(value)) hidden.includes(key) ? scan(part, found) : visit(part);
  };
  visit(state);
  return found;
}

function withoutKeys(value: Json, keys: readonly string[]): Json {
  if (Array.isArray(value)) return value.map((part) => withoutKeys(part, keys));
  if (!isObject(value)) return value;
  const open = Object.entries(value).filter(([key]) => !keys.includes(key));
  return Object.fromEntries(open.map(([key, part]) => [key, withoutKeys(part, keys)]));
}

/** All keys, texts (strings and keys, in lower case) and numbers in a value, on top of what was found before. */
function scan(value: Json, before?: Scan): Scan {
  const found = before ?? { names: new Set<string>(), texts: [], numbers: new Set<number>() };
  const visit = (part: Json): void => {
    if (typeof part === 'string') found.texts.push(part.toLowerCase());
    else if (typeof part === 'number') found.numbers.add(part);
    else if (Array.isArray(part)) part.forEach(visit);
    else if (isObject(part))
      for (const [key, inner] of Object.entries(part)) {
        found.names.add(key);
        found.texts.push(key.toLowerCase());
        visit(inner);
      }
  };
  visit(value);
  return found;
}

/** A name in running text counts only if it is no ordinary word. */
function isTelling(name: string): boolean {
  return /[_\d]|[a-z][A-Z]/.test(name);
}

function within(texts: readonly string[], secret: string): boolean {
  return texts.some((text) => text.includes(secret));
}

function isDistinctive(number: number): boolean {
  const digits = String(Math.abs(number))
    .replace('.', '')
    .replace(/^0+|0+$/g, '');
  return digits.length >= FEWEST_DIGITS;
}
