/**
 * Mistakes made from a right path: something left out, done differently, done twice, done besides, or answered wrongly. Seeded, so
 * that a task has the same mutants each time. Whether one makes a difference is found out by playing it, not here.
 */
import { canonical, isObject, type Json, type JsonObject } from '../core/json.ts';
import type { Random } from '../core/random.ts';
import type { Tool } from '../core/tool.ts';
import { placesIn, replaced } from '../faults/json-path.ts';
import { inventedInput } from './added-writes.ts';
import { alteredAnswers } from './altered-answers.ts';
import type { KnownValues } from './known-values.ts';
import { isScalar, otherValues } from './other-value.ts';
import { answerOf, type CallStep, callsOf, type Path, withAnswer, withCallBeforeAnswer } from './path.ts';

export const MUTANT_NAMES = [
  'call dropped',
  'argument changed',
  'write repeated',
  'write added',
  'answer altered',
] as const;
export type MutantName = (typeof MUTANT_NAMES)[number];

export interface Mutant {
  readonly name: MutantName;
  /** What is different, for a person. */
  readonly description: string;
  readonly path: Path;
}

/** A right path and what is known about the place where it was taken. */
export interface Origin {
  readonly path: Path;
  readonly tools: readonly Tool[];
  /** What the agent came across there. */
  readonly seen: KnownValues;
  /** What there is beyond that. */
  readonly held: KnownValues;
  readonly random: Random;
  readonly clock: string;
}

/** All mutants but those with an added write. */
export function mutantsOf(origin: Origin): readonly Mutant[] {
  const { path, seen } = origin;
  return [
    ...placedCalls(path).map((placed) => dropped(path, placed)),
    ...writesOf(origin).flatMap((placed) => changed(origin, placed)),
    ...writesOf(origin).map((placed) => repeated(path, placed)),
    ...alteredAnswers(answerOf(path), seen).map(
      ({ text, description }): Mutant => ({ name: 'answer altered', description, path: withAnswer(path, text) }),
    ),
  ];
}

interface Placed {
  readonly call: CallStep;
  /** In the path. */
  readonly index: number;
  /** Among the calls, from 1. */
  readonly number: number;
}

function placedCalls(path: Path): readonly Placed[] {
  return callsOf(path).map((call, i) => ({ call, index: path.indexOf(call), number: i + 1 }));
}

function writesOf({ path, tools }: Origin): readonly Placed[] {
  const writing = new Set(tools.filter(({ effect }) => effect !== 'read').map(({ name }) => name));
  return placedCalls(path).filter(({ call }) => writing.has(call.name));
}

function dropped(path: Path, { call, index, number }: Placed): Mutant {
  const description = `call ${number}, ${call.name}, is left out`;
  return { name: 'call dropped', description, path: path.toSpliced(index, 1) };
}

function repeated(path: Path, { call, index, number }: Placed): Mutant {
  const description = `call ${number}, ${call.name}, is made twice`;
  return { name: 'write repeated', description, path: path.toSpliced(index, 0, call) };
}

function changed(origin: Origin, { call, index, number }: Placed): readonly Mutant[] {
  return changedInputs(origin, call).map(({ input, difference }) => ({
    name: 'argument changed',
    description: `call ${number}, ${call.name}, with ${difference}`,
    path: origin.path.with(index, { ...call, input }),
  }));
}

interface ChangedInput {
  readonly input: Json;
  readonly difference: string;
}

/** Two other values stand for all the others that an argument could have. */
const VALUES_PER_ARGUMENT = 2;

function changedInputs({ tools, seen, random }: Origin, { name: tool, input }: CallStep): readonly ChangedInput[] {
  const schema = tools.find(({ name }) => name === tool)?.input ?? {};
  return placesIn(input).flatMap(({ path, value }) => {
    if (!isScalar(value)) return [];
    const name = String(path.findLast((step) => typeof step === 'string') ?? '');
    const others = otherValues(value, { name, schema: schemaAt(schema, path), seen });
    return random
      .shuffle(others)
      .slice(0, VALUES_PER_ARGUMENT)
      .map((other) => ({
        input: replaced(input, path, other),
        difference: `${path.join('.')} ${JSON.stringify(other)} instead of ${JSON.stringify(value)}`,
      }));
  });
}

/** The schema of a part, or an empty one where the schema does not go so far. */
function schemaAt(schema: JsonObject, path: readonly (string | number)[]): JsonObject {
  return path.reduce<JsonObject>((at, step) => {
    const inside = typeof step === 'number' ? at.items : isObject(at.properties) ? at.properties[step] : undefined;
    return isObject(inside) ? inside : {};
  }, schema);
}

/** For each tool that writes, inputs that nobody asked for: the path's own with another argument first, then invented ones. */
export function additionsOf(origin: Origin): readonly (readonly Mutant[])[] {
  const { path, tools } = origin;
  return tools
    .filter(({ effect }) => effect !== 'read')
    .map((tool) => addedInputs(origin, tool).map((input) => added(path, { type: 'call', name: tool.name, input })));
}

function added(path: Path, call: CallStep): Mutant {
  const description = `${call.name} ${JSON.stringify(call.input)} is called before the answer`;
  return { name: 'write added', description, path: withCallBeforeAnswer(path, call) };
}

/** How often arguments are invented for a tool: about one in four finds its way past a world's rules. */
const INVENTED_INPUTS = 12;

/** First from what was seen, as one mixes things up; then from all that there is; by turns without and with what is optional. */
function addedInputs(origin: Origin, tool: Tool): readonly Json[] {
  const { path, seen, held, random, clock } = origin;
  const own = callsOf(path).filter(({ name }) => name === tool.name);
  const varied = own.flatMap((call) => changedInputs(origin, call).map(({ input }) => input));
  const invented = Array.from({ length: INVENTED_INPUTS }, (_, i) => {
    const known = i < INVENTED_INPUTS / 2 ? [seen, held] : [held, seen];
    return inventedInput(tool, i % 2 === 1, { known, random, clock });
  });
  const distinct = new Map<string, Json>([...varied, ...invented].map((input) => [canonical(input), input]));
  for (const { input } of own) distinct.delete(canonical(input));
  return [...distinct.values()];
}
