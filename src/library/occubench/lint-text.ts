/** What reading JSON loses or alters without a word: found in the text itself. */
import type { JsonObject } from '../../core/json.ts';
import { entriesOf } from './json-walk.ts';
import type { Note } from './lint-prompt.ts';

const FIELDS = [
  'environment_name',
  'world_model_system_prompt',
  'action_set_definitions',
  'state_description',
  'task_initial_state',
  'hidden',
];

export interface EnvironmentText {
  /** The name under which tasks call for it. */
  readonly name: string;
  readonly text: string;
  readonly isUtf8: boolean;
}

export function* lintText({ name, text, isUtf8 }: EnvironmentText, config: JsonObject): Generator<Note> {
  if (!isUtf8) yield ['file-not-utf8', 'some bytes are not UTF-8 and were replaced'];
  if (text.startsWith('\uFEFF')) yield ['file-byte-order-mark', 'at the head of the file'];
  if (config.environment_name !== name) yield ['name-differs', String(config.environment_name ?? 'no name')];
  const unknown = Object.keys(config).filter((field) => !FIELDS.includes(field));
  if (unknown.length > 0) yield ['field-unknown', unknown.join(', ')];
  yield* lintNumbers(text);
  yield* lintKeys(text, config);
}

function* lintNumbers(text: string): Generator<Note> {
  // Texts are blanked out first: a number in a prompt is not a number of the file.
  const numbers = text.replace(/"(?:[^"\\]|\\.)*"/gs, '""').match(/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g) ?? [];
  const whole = numbers.filter((number) => /\.0+$/.test(number));
  if (whole.length > 0) yield ['number-form', `${whole.length}, such as ${whole[0]}`];
  const large = numbers.filter((number) => /^-?\d+$/.test(number) && !Number.isSafeInteger(Number(number)));
  if (large.length > 0) yield ['number-too-large', large.join(', ')];
}

function* lintKeys(text: string, config: JsonObject): Generator<Note> {
  const written = countOf(
    [...text.matchAll(/"((?:[^"\\]|\\.)*)"\s*(:)?/gs)].flatMap(([, key, colon]) => (colon ? [key ?? ''] : [])),
  );
  const read = countOf(keysOf(config).map((key) => JSON.stringify(key).slice(1, -1)));
  const twice = [...written].filter(([key, count]) => count > (read.get(key) ?? 0) && !key.includes('\\'));
  if (twice.length > 0) yield ['key-twice', twice.map(([key]) => key).join(', ')];
  const names = [...new Set(keysOf(config))];
  const numeric = names.filter((key) => /^(0|[1-9]\d*)$/.test(key));
  if (numeric.length > 0) yield ['key-order', numeric.slice(0, 8).join(', ')];
  const unsafe = names.filter((key) => key === '__proto__');
  if (unsafe.length > 0) yield ['key-unsafe', unsafe.join(', ')];
}

function keysOf(value: JsonObject): readonly string[] {
  return [...entriesOf(value)].filter(({ isItem }) => !isItem).map(({ key }) => key);
}

function countOf(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
}
