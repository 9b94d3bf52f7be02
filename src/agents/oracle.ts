/**
 * Runs a task's solution with care. Errors of the moment are retried; answers are held against the tool's own output schema and
 * re-read when they fall short; a list must be as long as its `total` says; what should have changed and did not is read again;
 * a write whose answer was lost is looked for before it is repeated. It knows nothing about faults, only about care.
 */
import type { Agent } from '../core/agent.ts';
import { textOf } from '../core/block.ts';
import { EpisodeError } from '../core/errors.ts';
import { canonical, type Json, type JsonObject } from '../core/json.ts';
import type { Hands, Solution } from '../core/solution.ts';
import type { Observation, Session } from '../core/world.ts';
import { outputChecker } from '../wire/tool-input.ts';
import { parseAnswer } from './answer.ts';
import { solutionEntry } from './solution-entry.ts';

/** Longer than the longest spell of faults that one would plan. */
const MOST_TRIES = 12;
/** An answer that is only suspicious (a null, no trace of a write) is believed when it has come this often in a row. */
const BELIEVED_AFTER = 5;

export function oracle({ solution, asked }: { readonly solution: Solution; readonly asked: JsonObject }): Agent {
  return {
    name: 'oracle',
    async act(_brief, session, signal) {
      await session.say(await solution(asked, carefulHands(session, signal)), signal);
      return 'answered';
    },
  };
}

/** The care itself, for agents that differ in something else. */
export function carefulHands(session: Session, signal: AbortSignal): Hands {
  const flawOf = checkerOf(session.tools);
  const lastRead = new Map<string, { readonly answer: string; readonly writes: number }>();
  let calls = 0;
  let writes = 0;
  const call = (name: string, input: JsonObject): Promise<Observation> =>
    session.call({ id: `call-${++calls}`, name, input }, signal);

  const look: Hands['look'] = async (tool, input) => {
    const key = canonical([tool, input]);
    let previous = '';
    let same = 0;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const seen = await call(tool, input);
      const answer = readOrRefuse(tool, seen);
      if (answer === null) continue;
      const content = canonical(answer);
      same = content === previous ? same + 1 : 1;
      previous = content;
      if (flawOf(tool, answer) !== null) continue;
      const old = lastRead.get(key);
      const isStale = old !== undefined && old.writes < writes && old.answer === content;
      if ((!isStale && !holdsNull(answer)) || same >= BELIEVED_AFTER) {
        lastRead.set(key, { answer: content, writes });
        return answer;
      }
    }
    throw new EpisodeError('agent', 'gave-up', `${tool} gave no sound answer in ${MOST_TRIES} tries`);
  };

  const act: Hands['act'] = async (tool, input, done) => {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const seen = await call(tool, input);
      writes++;
      if (!seen.isError) return;
      const refused = refusalIn(seen);
      if (await done()) return;
      if (refused !== null) throw new EpisodeError('agent', 'refused-by-world', `${tool} was refused: ${refused}`);
    }
    throw new EpisodeError('agent', 'gave-up', `${tool} did not succeed in ${MOST_TRIES} tries`);
  };
  return { look, act };
}

/** The answer to a read; null for an error of the moment, or for what is no JSON object. */
function readOrRefuse(tool: string, seen: Observation): JsonObject | null {
  if (!seen.isError) return parseAnswer(textOf(seen.blocks));
  const refused = refusalIn(seen);
  if (refused === null) return null;
  throw new EpisodeError('agent', 'refused-by-world', `${tool} was refused: ${refused}`);
}

const REFUSALS: readonly Json[] = ['not_found', 'conflict', 'invalid', 'forbidden'];

/** What the world itself said no to, as opposed to an error of the moment. */
function refusalIn(seen: Observation): string | null {
  const answer = parseAnswer(textOf(seen.blocks));
  return answer !== null && REFUSALS.includes(answer.error ?? null) ? String(answer.message) : null;
}

type FlawOf = (tool: string, answer: JsonObject) => string | null;
const checkers = new WeakMap<Session['tools'], FlawOf>();

/** Schemas are compiled once per world, not once per episode. */
function checkerOf(tools: Session['tools']): FlawOf {
  const known = checkers.get(tools);
  if (known) return known;
  const check = outputChecker(tools);
  const flawOf: FlawOf = (tool, answer) => check(tool, answer) ?? shortList(answer);
  checkers.set(tools, flawOf);
  return flawOf;
}

function holdsNull(value: Json): boolean {
  if (value === null) return true;
  return typeof value === 'object' && Object.values(value).some(holdsNull);
}

/** A list beside a `total` that says it should be longer. */
function shortList(answer: JsonObject): string | null {
  const { total } = answer;
  if (typeof total !== 'number') return null;
  const lists = Object.values(answer).filter((value): value is readonly Json[] => Array.isArray(value));
  const list = lists[0];
  return lists.length === 1 && list !== undefined && list.length !== total ? `${list.length} of ${total} items` : null;
}

export const entry = solutionEntry(
  'oracle',
  'runs a solution program with care: retries, re-reads, cross-checks',
  oracle,
);
