/** What is odd about an environment's state, its description and its dates. */
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { LanguageEnvironment } from './environment.ts';
import { entriesOf } from './json-walk.ts';
import type { Note } from './lint-prompt.ts';
import { readClock, tellsTime } from './state-clock.ts';

export function* lintState(environment: LanguageEnvironment, config: JsonObject): Generator<Note> {
  for (const field of ['task_initial_state', 'state_description'] as const) {
    if (!isObject(config[field])) yield ['state-form', `${field} is ${kindOf(config[field])}`];
  }
  yield* lintDescription(environment);
  yield* lintTexts(environment.state);
  if (environment.hidden.length > 0) yield ['state-answers', environment.hidden.join(', ')];
  yield* lintExamples(environment);
}

function kindOf(value: Json | undefined): string {
  if (value === undefined || value === null || value === '') return 'missing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}

function* lintDescription({ state, stateDescription }: LanguageEnvironment): Generator<Note> {
  const described = Object.keys(stateDescription);
  const keys = Object.keys(state);
  const bare = keys.filter((key) => !described.includes(key));
  if (bare.length > 0) yield ['state-key-undescribed', bare.join(', ')];
  // Descriptions of keys further in are a help, not an error.
  const all = new Set([...entriesOf(state)].map(({ key }) => key));
  const idle = described.filter((key) => !all.has(key.split(/[.[]/).at(-1) ?? key) && !all.has(key));
  if (idle.length > 0) yield ['description-without-key', idle.join(', ')];
  for (const [key, text] of Object.entries(stateDescription)) {
    if (/\{\{|\}\}/.test(text)) yield ['description-braces', key];
  }
}

function* lintTexts(state: JsonObject): Generator<Note> {
  const texts = [...entriesOf(state)].flatMap(({ path, value }) =>
    typeof value === 'string' ? [{ at: path.join('.'), value }] : [],
  );
  const braces = texts.filter(({ value }) => /[{}]/.test(value));
  if (braces.length > 0) yield ['state-braces', braces.map(({ at }) => at).join(', ')];
  for (const { at, value } of texts) if (value.includes('\uFEFF')) yield ['state-byte-order-mark', at];
}

/** Values of examples under keys that the state has as well: a simulator may parrot them. */
function* lintExamples({ state, tools }: LanguageEnvironment): Generator<Note> {
  const known = scalars(state);
  const shown = tools.flatMap(({ example }) => (example === undefined ? [] : [...scalars(example)]));
  const shared = shown.flatMap(([key, values]) => {
    const here = known.get(key);
    return here === undefined ? [] : [...values].map((value) => ({ key, value, isKnown: here.has(value) }));
  });
  const other = shared.filter(({ isKnown }) => !isKnown);
  const first = other[0];
  if (first === undefined) return;
  yield [
    'example-contradicts-state',
    `${other.length} of ${shared.length} values under shared keys, such as ${first.key}: ${first.value.slice(0, 40)}`,
  ];
}

function scalars(value: Json): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { key, value: inner } of entriesOf(value)) {
    if (typeof inner === 'object') continue;
    found.set(key, (found.get(key) ?? new Set()).add(JSON.stringify(inner)));
  }
  return found;
}

const ANY_DATE = /\b(19|20)\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?!\d)/;
const TIME_TOOL = /^(advance|step|wait|sleep|skip|fast_forward|elapse|progress|tick|pass)(_|$)/;

/** `instruction` is that of the environment's task. */
export function* lintDates(environment: LanguageEnvironment, instruction: string): Generator<Note> {
  const { tools } = environment;
  const { clock, source } = readClock(environment, '2000-01-01');
  if (source === 'record') yield ['date-inferred', `${clock}, the latest thing on record`];
  if (source === 'tool') yield ['date-inferred', `${clock}, the example of the tool that tells the time`];
  if (source === 'fallback') {
    yield ['date-missing', 'no date in the state'];
    const examples = JSON.stringify(tools.map(({ example, parameters }) => [example ?? null, parameters]));
    const elsewhere = ANY_DATE.exec(instruction)?.[0] ?? ANY_DATE.exec(examples)?.[0];
    if (elsewhere !== undefined) yield ['date-elsewhere', elsewhere];
  }
  for (const tool of tools) {
    if (tellsTime(tool)) yield ['clock-tool', tool.name];
    if (TIME_TOOL.test(tool.name)) yield ['time-tool', tool.name];
  }
}
