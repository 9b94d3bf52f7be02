/**
 * Worlds whose tools a model has written: the same face, answers and refusals as a world in TypeScript, while nothing of the
 * code or the SQL that came with it runs in this process. It does not know where such worlds are kept, nor how they are judged.
 */
import { text } from '../../core/block.ts';
import { EpisodeError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import { applyChanges, type Snapshot, type State } from '../../core/state.ts';
import type { Task } from '../../core/task.ts';
import type { Tool, ToolCall } from '../../core/tool.ts';
import type { ToolErrorCode } from '../../core/tool-error.ts';
import { type Observation, type Opening, OVER, type Session, type World } from '../../core/world.ts';
import { type Sandbox, type SandboxAnswer, SandboxEnded, type SandboxPool } from '../../engines/sandbox/sandbox.ts';
import { type InputReader, inputReader, outputChecker } from '../../wire/tool-input.ts';
import { sameEndState, type Volatile } from './equivalence.ts';

export interface GeneratedWorldDefinition {
  readonly pool: SandboxPool;
  readonly name: string;
  readonly title: string;
  /** The rules of the place, in prose: what a professional there would know. */
  readonly rules: string;
  readonly tools: readonly Tool[];
  /** SQL: tables and their first rows. Every table needs a PRIMARY KEY. */
  readonly schema: string;
  /** JavaScript: one function per tool, `tools.NAME = (input, { db, now, newId, error }) => …`. */
  readonly source: string;
  readonly volatile?: Volatile;
}

/** The frame around the tools, in the sandbox with them. On one line each side, so that their line numbers stay true. */
const BEFORE = "'use strict'; var tools = {};";
const AFTER = `
;(() => {
  const { hasOwn, freeze } = Object;
  class ToolError extends Error { constructor(code, message) { super(message); this.code = code; } }
  Object.defineProperty(ToolError.prototype, 'name', { value: 'ToolError' });
  let generated = 1000;
  globalThis.__use = ({ name, input, now }) => tools[name](input, freeze({
    db: databases.db,
    now,
    newId: (prefix) => prefix + '-X' + ++generated,
    error: (code, message) => { throw new ToolError(code, message); },
  }));
  globalThis.__missing = (names) => names.filter((name) => !hasOwn(tools, name) || typeof tools[name] !== 'function');
})();`;

const DATABASE = 'db';

export function generatedWorld(definition: GeneratedWorldDefinition): World {
  const { name, title, rules, tools, volatile } = definition;
  const read = inputReader(tools);
  const flawOf = outputChecker(tools);
  return {
    name,
    about: { title, kind: 'database', rules, tools, facts: { tools: tools.length } },
    open: (task, opening) => openSession({ definition, read, flawOf, task, opening }),
    equivalent: (a, b) => sameEndState(a.changes, b.changes, volatile ?? {}),
  };
}

interface Place {
  readonly definition: GeneratedWorldDefinition;
  readonly read: InputReader;
  readonly flawOf: ReturnType<typeof outputChecker>;
  readonly task: Task;
  readonly opening: Opening;
}

async function openSession({ definition, read, flawOf, task, opening }: Place): Promise<Session> {
  const { pool, name: world, schema, source, tools } = definition;
  const { signal } = new AbortController();
  const { image, state } = await blaming(world, () => pool.build(schema));
  const sandbox = await blaming(world, () =>
    pool.open({
      source: `${BEFORE}${source}${AFTER}`,
      databases: { [DATABASE]: { image, access: 'write' } },
      clock: task.clock,
      seed: JSON.stringify([task.suite, task.id, opening.seed]),
    }),
  );
  await requireTools(sandbox, definition, signal);
  const byName = new Map(tools.map((tool) => [tool.name, tool]));

  const call = async ({ name, input }: ToolCall, until: AbortSignal): Promise<Observation> => {
    const reading = read(name, input);
    const tool = byName.get(name);
    if (!reading.ok || tool === undefined)
      return refusal('invalid', reading.ok ? `there is no tool "${name}"` : reading.message);
    const use = { name, input: reading.input, now: task.clock };
    const options = { signal: until, readOnly: tool.effect === 'read' };
    const answer = await blaming(world, () => sandbox.call('__use', use, options));
    const flaw = answer.ok ? flawOf(name, answer.value) : null;
    if (flaw !== null)
      throw new EpisodeError(
        'world',
        'bad-output',
        `the tool ${name} of the world ${world} broke its promise: ${flaw}`,
      );
    return observed(answer, { name, world });
  };

  return {
    tools,
    call,
    say: async () => OVER,
    snapshot: async () => snapshotOf(state, await blaming(world, () => sandbox.changes(DATABASE))),
    close: () => sandbox.close(),
  };
}

async function requireTools(
  sandbox: Sandbox,
  { name, tools }: GeneratedWorldDefinition,
  signal: AbortSignal,
): Promise<void> {
  const answer = await blaming(name, () =>
    sandbox.call(
      '__missing',
      tools.map((tool) => tool.name),
      { signal },
    ),
  );
  if (answer.ok && Array.isArray(answer.value) && answer.value.length === 0) return;
  await sandbox.close();
  const missing = answer.ok ? JSON.stringify(answer.value) : answer.error.message;
  throw new EpisodeError('world', 'tool-missing', `the world ${name} has no function for its tools ${missing}`);
}

const CODES: readonly ToolErrorCode[] = ['not_found', 'conflict', 'invalid', 'forbidden'];

function observed(answer: SandboxAnswer, { name, world }: { name: string; world: string }): Observation {
  if (answer.ok) return observation(answer.value, false);
  const { name: kind, code, message } = answer.error;
  if (kind === 'ToolError' && CODES.some((known) => known === code)) return refusal(String(code), message);
  throw new EpisodeError('world', 'tool-crashed', `the tool ${name} of the world ${world} broke: ${kind}: ${message}`);
}

/** A program that had to be ended voids the episode: no agent can be blamed for it. */
async function blaming<T>(world: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof SandboxEnded)) throw cause;
    const reason = cause.reason === 'refused' ? 'world-refused' : 'runaway';
    throw new EpisodeError('world', reason, `the world ${world} was ended (${cause.reason}): ${cause.message}`, {
      cause,
    });
  }
}

/** The current state is worked out when a judge asks for it: most live on the changes. */
function snapshotOf(initial: State, changes: Snapshot['changes']): Snapshot {
  let current: State | undefined;
  return {
    initial,
    changes,
    get current() {
      current ??= applyChanges(initial, changes);
      return current;
    },
  };
}

function observation(value: Json, isError: boolean): Observation {
  return { blocks: [text(JSON.stringify(value))], isError, notices: [] };
}

function refusal(code: string, message: string): Observation {
  return observation({ error: code, message }, true);
}
