/**
 * What a person types, read as something to do. Arguments come as `key=value` or as JSON and are held against the tool's schema here,
 * so that a slip of the keyboard is told at once and never reaches the world.
 */
import { isObject, type Json, type JsonObject, parseJson } from '../core/json.ts';
import { suggestion } from '../core/suggestion.ts';
import type { Tool } from '../core/tool.ts';
import { inputReader } from '../wire/tool-input.ts';
import { argumentsIn } from './play-arguments.ts';

export type Entry =
  | { readonly kind: 'nothing' | 'tools' | 'brief' | 'quit' }
  | { readonly kind: 'help'; readonly tool: Tool | null }
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'call'; readonly tool: string; readonly input: JsonObject }
  /** It makes no sense; the words say why. */
  | { readonly kind: 'slip'; readonly message: string };

export const COMMANDS = ['tools', 'help', 'say', 'tasks', 'inbox', 'brief', 'quit'];

/** Short words for what one does all the time in a workplace. */
const SHORTCUTS: ReadonlyMap<string, string> = new Map([
  ['tasks', 'list_tasks'],
  ['inbox', 'read_inbox'],
]);

export type EntryReader = (line: string) => Entry;

export function entryReader(tools: readonly Tool[]): EntryReader {
  const read = inputReader(tools);
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const named = (name: string): Tool | Entry =>
    byName.get(name) ?? slip(`There is no tool "${name}".${suggestion(name, [...byName.keys(), ...COMMANDS])}`);

  const called = (name: string, rest: string): Entry => {
    const tool = named(name);
    if ('kind' in tool) return tool;
    const given = inputOf(tool, rest);
    if (typeof given === 'string') return slip(`${given} See: help ${name}`);
    const reading = read(name, given);
    return reading.ok
      ? { kind: 'call', tool: name, input: given }
      : slip(`${name}: ${reading.message}. See: help ${name}`);
  };
  const helped = (name: string): Entry => {
    if (name === '') return { kind: 'help', tool: null };
    const tool = named(name);
    return 'kind' in tool ? tool : { kind: 'help', tool };
  };
  return (line) => {
    const [, word = '', rest = ''] = /^\s*(\S*)\s*([\s\S]*?)\s*$/.exec(line) ?? [];
    const shortcut = SHORTCUTS.get(word);
    if (shortcut !== undefined) return byName.has(shortcut) ? called(shortcut, '') : slip(NO_BOARD);
    switch (word) {
      case '':
        return { kind: 'nothing' };
      case 'tools':
      case 'brief':
      case 'quit':
        return { kind: word };
      case 'help':
        return helped(rest);
      case 'say':
        return { kind: 'say', text: rest };
      default:
        return called(word, rest);
    }
  };
}

const NO_BOARD = 'There is neither board nor inbox in this world: the brief is all there is. See: brief, tools';

function slip(message: string): Entry {
  return { kind: 'slip', message };
}

/** The arguments, or what is wrong with them. */
function inputOf(tool: Tool, rest: string): JsonObject | string {
  if (rest.startsWith('{')) {
    const parsed = parseJson(rest);
    return isObject(parsed) ? parsed : 'This is no JSON object.';
  }
  const properties = isObject(tool.input.properties) ? tool.input.properties : {};
  const pairs = argumentsIn(rest);
  if (typeof pairs !== 'string') {
    const input: { [key: string]: Json } = {};
    for (const { key, value, isQuoted } of pairs) {
      const schema = schemaAt(properties[key]);
      const read = isQuoted && takesText(schema) ? value : typedValue(value, schema);
      if (read === undefined) return `The value of ${key} is no JSON.`;
      input[key] = read;
    }
    return input;
  }
  // A tool that wants one thing gets it without its name: read_file drive/handbook.md
  const only = onlyParameter(tool.input, properties);
  return only === null || rest.includes('=') ? pairs : { [only]: typedValue(rest, schemaAt(properties[only])) ?? rest };
}

function onlyParameter({ required }: JsonObject, properties: JsonObject): string | null {
  const names = Array.isArray(required) && required.length > 0 ? required : Object.keys(properties);
  return names.length === 1 ? String(names[0]) : null;
}

function schemaAt(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** Quotes make a text of what might be a number, but only where a text may stand: names="Ada, Bo" is a list all the same. */
function takesText({ type, enum: choices }: JsonObject): boolean {
  return (
    type === undefined || choices !== undefined || (Array.isArray(type) ? type.includes('string') : type === 'string')
  );
}

/** A typed value as its schema wants it; undefined for broken JSON. */
function typedValue(text: string, schema: JsonObject): Json | undefined {
  const types: readonly Json[] = Array.isArray(schema.type) ? schema.type : [schema.type ?? null];
  const isNumber = types.includes('number') || types.includes('integer');
  if (isNumber && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  if (types.includes('boolean') && /^(true|false)$/.test(text)) return text === 'true';
  if (types.includes('array') && !text.startsWith('[')) {
    return text.split(',').map((item) => typedValue(item.trim(), schemaAt(schema.items)) ?? item);
  }
  if (types.includes('array') || types.includes('object')) return parseJson(text);
  return types.includes('string') || isNumber ? text : (parseJson(text) ?? text);
}
