/**
 * A recorded path as a solution program: the calls that once solved a task, made again, and its answer given again. A step may
 * refer to what an earlier step was answered, so that a path survives ids that are not the same each time:
 *
 *   { "call": "create_order", "input": { "sku": "A-1" } }
 *   { "call": "get_order", "input": { "id": { "$from": { "step": 0, "at": "/id" } } } }
 *   { "say": "Order ${0:/id} is placed." }
 *
 * `step` counts from 0, `at` is a JSON Pointer (RFC 6901) into that answer, and `$${` stands for a plain `${`. How carefully the
 * steps are taken is the business of whoever lends the hands. What a path cannot know is which of its calls change something:
 * `effectOf` says so. Where the answer to a write is lost, `done` tells whether it took effect: a step that reads, and the value
 * expected there; without it the write is made again, and a refusal then shows that it had been.
 */
import { z } from 'zod';
import { EpisodeError, UserError } from '../core/errors.ts';
import { equal, isObject, type Json, type JsonObject } from '../core/json.ts';
import { type Hands, type Solution, SolutionStuck } from '../core/solution.ts';
import type { Tool } from '../core/tool.ts';

/** How to see that a write took effect: by a tool that reads, where in its answer, and what must stand there. */
interface Proof {
  readonly call: string;
  readonly input?: JsonObject | undefined;
  readonly at: string;
  readonly is: Json;
}
interface CallStep {
  readonly call: string;
  readonly input?: JsonObject | undefined;
  readonly done?: Proof | undefined;
}
interface SayStep {
  readonly say: string;
}
export type RecordedStep = CallStep | SayStep;

const input = z.record(z.string(), z.json()).optional();
const done = z.strictObject({ call: z.string(), input, at: z.string(), is: z.json() }).optional();

/** The shape of the steps as they stand in files. */
export const recordedSteps: z.ZodType<readonly RecordedStep[]> = z.array(
  z.union([z.strictObject({ call: z.string(), input, done }), z.strictObject({ say: z.string() })]),
);

export interface RecordedPathOptions {
  /** What the tools say about themselves; without it every call is taken to change something. */
  readonly effectOf?: (tool: string) => Tool['effect'];
}

/** Throws a UserError for a path that cannot be one. */
export function recordedSolution(steps: readonly RecordedStep[], { effectOf }: RecordedPathOptions = {}): Solution {
  const { calls, answer } = readPath(steps);
  const wanted = referencesIn([calls, answer]);
  return async (_asked, hands) => {
    const answers = new Map<number, JsonObject>();
    for (const [i, step] of calls.entries()) {
      const given = resolvedInput(step.input ?? {}, answers);
      const places = wanted.filter((reference) => reference.step === i).map(({ at }) => at);
      const isRead = effectOf?.(step.call) === 'read';
      if (places.length > 0) answers.set(i, await lookUntilThere(hands, { tool: step.call, given, places }));
      else if (isRead) await hands.act(step.call, given, async () => false);
      else await write(hands, { step, given, answers });
    }
    return resolvedText(answer, answers);
  };
}

interface ReadPath {
  readonly calls: readonly CallStep[];
  readonly answer: string;
}

function readPath(steps: readonly RecordedStep[]): ReadPath {
  const read = recordedSteps.safeParse(steps);
  if (!read.success)
    throw new UserError(
      `A recorded path has a step that is neither {"call", "input"} nor {"say"}: ${z.prettifyError(read.error)}`,
    );
  const calls = read.data.filter((step) => 'call' in step);
  const last = read.data.at(-1);
  if (last === undefined || !('say' in last) || calls.length !== read.data.length - 1)
    throw new UserError('A recorded path must end with {"say": …}, and only there.');
  for (const [i, call] of calls.entries())
    if (referencesIn(call).some(({ step }) => step >= i))
      throw new UserError(`Step ${i} of a recorded path refers to a step that is not before it.`);
  if (referencesIn(last.say).some(({ step }) => step >= calls.length))
    throw new UserError('The answer of a recorded path refers to a step that is not there.');
  return { calls, answer: last.say };
}

interface Look {
  readonly tool: string;
  readonly given: JsonObject;
  readonly places: readonly string[];
}

/** An answer may come cut or emptied once or twice: what is referred to must be in it. */
const MOST_LOOKS = 4;

async function lookUntilThere(hands: Hands, { tool, given, places }: Look): Promise<JsonObject> {
  for (let looks = 1; ; looks++) {
    const answer = await hands.look(tool, given);
    const missing = places.find((place) => (valueAt(answer, place) ?? null) === null);
    if (missing === undefined) return answer;
    if (looks >= MOST_LOOKS) throw new SolutionStuck(`the answer of ${tool} has nothing at ${missing}`);
  }
}

interface Write {
  readonly step: CallStep;
  readonly given: JsonObject;
  readonly answers: ReadonlyMap<number, JsonObject>;
}

async function write(hands: Hands, { step, given, answers }: Write): Promise<void> {
  let doubts = 0;
  const isDone = async (): Promise<boolean> => {
    doubts++;
    const { done: proof } = step;
    if (proof === undefined) return false;
    const seen = await hands.look(proof.call, resolvedInput(proof.input ?? {}, answers));
    return equal(valueAt(seen, proof.at) ?? null, resolved(proof.is, answers));
  };
  try {
    await hands.act(step.call, given, isDone);
  } catch (error) {
    // The first refusal is one. A refusal after an answer that was lost says that the write had gone through.
    const isRefusal = error instanceof EpisodeError && error.reason === 'refused-by-world';
    if (!isRefusal || doubts < 2) throw error;
  }
}

interface Reference {
  readonly step: number;
  readonly at: string;
}

const referenceSchema = z.strictObject({ $from: z.strictObject({ step: z.int().min(0), at: z.string() }) });
const IN_TEXT = /\$?\$\{(\d+):([^}]*)\}/g;

function referenceOf(value: unknown): Reference | null {
  return referenceSchema.safeParse(value).data?.$from ?? null;
}

function referencesIn(value: unknown): readonly Reference[] {
  if (typeof value === 'string')
    return [...value.matchAll(IN_TEXT)].flatMap(([whole, step, at = '']) =>
      whole.startsWith('$$') ? [] : [{ step: Number(step), at }],
    );
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (typeof value !== 'object' || value === null) return [];
  const reference = referenceOf(value);
  return reference === null ? Object.values(value).flatMap(referencesIn) : [reference];
}

type Answers = ReadonlyMap<number, JsonObject>;

function resolvedInput(value: JsonObject, answers: Answers): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, resolved(part, answers)]));
}

function resolved(value: Json, answers: Answers): Json {
  const reference = referenceOf(value);
  if (reference !== null) return referred(reference, answers);
  if (typeof value === 'string') return resolvedText(value, answers);
  if (Array.isArray(value)) return value.map((part: Json) => resolved(part, answers));
  return isObject(value) ? resolvedInput(value, answers) : value;
}

function resolvedText(text: string, answers: Answers): string {
  return text.replace(IN_TEXT, (whole, step: string, at: string) => {
    if (whole.startsWith('$$')) return whole.slice(1);
    const value = referred({ step: Number(step), at }, answers);
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}

function referred({ step, at }: Reference, answers: Answers): Json {
  const value = valueAt(answers.get(step) ?? {}, at);
  if (value === undefined) throw new SolutionStuck(`the answer to step ${step} has nothing at ${at}`);
  return value;
}

/** By JSON Pointer; the empty one is the whole answer. */
function valueAt(value: Json, at: string): Json | undefined {
  const steps = at.split('/').slice(1);
  return steps.reduce<Json | undefined>((inside, step) => {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(inside)) return (inside as readonly Json[])[Number(name)];
    return isObject(inside) && Object.hasOwn(inside, name) ? inside[name] : undefined;
  }, value);
}
