/**
 * Worlds of Agent World Model: a Python application over a private database, run unmodified in a contained interpreter of its own
 * per episode. `repaired` mends what stands between the agent and the application and notes each deviation; `faithful` does as the
 * original does. It knows neither where sources come from nor how a task is judged.
 */
import { text } from '../../../core/block.ts';
import { EpisodeError } from '../../../core/errors.ts';
import { type Emit, ENVIRONMENT_BUG } from '../../../core/event.ts';
import { isObject, type Json, type JsonObject, parseJson } from '../../../core/json.ts';
import type { Snapshot, State } from '../../../core/state.ts';
import type { ToolCall } from '../../../core/tool.ts';
import { type Observation, OVER, type Session, type World } from '../../../core/world.ts';
import {
  type PythonAnswer,
  type PythonEngine,
  type PythonEpisode,
  PythonLost,
  type PythonMode,
  PythonRefused,
  type PythonScenario,
  type ScenarioSpec,
} from '../../../engines/python/engine.ts';
import { diffImages, readState } from '../../../engines/sqlite-image.ts';
import { type Prepared, prepared } from './argument.ts';
import { indentedJson } from './indented-json.ts';
import { sameButForMoments } from './moment.ts';
import { type Operation, operationOf } from './operation.ts';

const DEVIATION = 'deviation';

export interface PythonWorldDefinition {
  readonly name: string;
  readonly title: string;
  readonly rules: string;
  readonly engine: () => PythonEngine;
  readonly spec: () => ScenarioSpec;
  /** What was mended in the database before anything ran, in sentences. */
  readonly repairs: () => readonly string[];
}

export function pythonWorld({ name, title, rules, engine, spec, repairs }: PythonWorldDefinition): World {
  return {
    name,
    about: { title, kind: 'database', rules, tools: [], facts: { engine: 'python' } },
    async open(_task, { emit }) {
      const asked = spec();
      const { scenario, episode } = await reached(async () => {
        const ready = await engine().scenario(asked);
        return { scenario: ready, episode: await ready.open() };
      });
      const operations = operationsOf(scenario, asked.mode);
      if (asked.mode === 'repaired') noteRepairs(emit, [...repairs(), ...routeRepairs(scenario)]);
      return openSession({ scenario, episode, operations, emit, mode: asked.mode });
    },
    equivalent: (a, b) => sameButForMoments(a.changes, b.changes, spec().clock),
  };
}

/** An interpreter that cannot run the source at all is nobody's failure, and one that is gone is ours. */
async function reached<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PythonRefused) {
      const party = error.reason === 'needs-newer-python' ? 'host' : 'world';
      throw new EpisodeError(
        party,
        error.reason === 'needs-newer-python' ? error.reason : 'source-refused',
        error.message,
        {
          cause: error,
        },
      );
    }
    if (error instanceof PythonLost) {
      throw new EpisodeError('world', `interpreter-${error.reason}`, error.message, { cause: error });
    }
    throw error;
  }
}

/** In the original a route that is shadowed cannot be called, and a later one of the same address hides it from the list. */
function operationsOf({ openapi, routes }: PythonScenario, mode: PythonMode): ReadonlyMap<string, Operation> {
  const isRepaired = mode === 'repaired';
  const listed = isRepaired ? routes : routes.filter((route) => isInOpenapi(route.operationId, openapi));
  return new Map(
    listed.map((route) => [route.operationId, operationOf({ ...route, openapi, takesListBody: isRepaired })]),
  );
}

function isInOpenapi(operationId: string, openapi: JsonObject): boolean {
  const paths = isObject(openapi.paths) ? Object.values(openapi.paths) : [];
  return paths.some(
    (path) => isObject(path) && Object.values(path).some((one) => isObject(one) && one.operationId === operationId),
  );
}

function routeRepairs({ routes }: PythonScenario): readonly string[] {
  const shadowed = routes.filter(({ isShadowed }) => isShadowed);
  return shadowed.map(
    ({ operationId, method, path }) =>
      `${operationId} (${method} ${path}) is called itself; in the original an earlier route takes its calls`,
  );
}

function noteRepairs(emit: Emit, repairs: readonly string[]): void {
  for (const what of repairs) emit({ type: 'world-noted', kind: DEVIATION, data: { what } });
}

interface Place {
  readonly scenario: PythonScenario;
  readonly episode: PythonEpisode;
  readonly operations: ReadonlyMap<string, Operation>;
  readonly emit: Emit;
  readonly mode: PythonMode;
}

function openSession({ scenario, episode, operations, emit, mode }: Place): Session {
  const call = async (asked: ToolCall, signal: AbortSignal): Promise<Observation> => {
    const operation = operations.get(asked.name);
    if (operation === undefined) return told(`Unknown tool: ${asked.name}`, true);
    const input = typeof asked.input === 'string' ? (parseJson(asked.input) ?? null) : asked.input;
    const request: Prepared = isObject(input ?? {})
      ? prepared(operation, asObject(input), mode)
      : { ok: false, message: 'Input validation error: arguments must be an object' };
    if (!request.ok) return told(request.message, true);
    if (request.dropped.length > 0) {
      noteRepairs(emit, [
        `null was given for ${request.dropped.join(', ')}, which the original refuses; it was left out`,
      ]);
    }
    const answer = await reached(() => episode.call(request.call, signal));
    noteException(emit, asked, { answer, mode });
    return observation(asked.name, answer);
  };
  return {
    tools: [...operations.values()].map(({ tool }) => tool),
    call,
    say: async () => OVER,
    snapshot: async () => snapshotOf(scenario.image, await reached(() => episode.image())),
    close: () => episode.close(),
  };
}

function asObject(input: Json): JsonObject {
  return isObject(input) ? input : {};
}

function noteException(
  emit: Emit,
  { id, name }: ToolCall,
  { answer, mode }: { readonly answer: PythonAnswer; readonly mode: PythonMode },
): void {
  const { exception } = answer;
  if (exception === null || mode === 'faithful') return;
  const { kind, type, message } = exception;
  noteRepairs(emit, [`${name} raised ${type}: what it had written was taken back`]);
  if (kind !== 'env_bug') return;
  emit({
    type: 'world-noted',
    kind: ENVIRONMENT_BUG,
    data: { tool: name, call: id, message: `${type}: ${withoutAddresses(message).slice(0, 300)}` },
  });
}

/** Where an object lies in memory differs from play to play. */
function withoutAddresses(message: string): string {
  return message.replaceAll(/\b0x[0-9a-f]{6,}\b/g, '0x…');
}

/** The gateway's wording. */
function observation(tool: string, { status, body }: PythonAnswer): Observation {
  if (status < 400) return told(indentedJson(body), false);
  return told(`Error calling ${tool}. Status code: ${status}. Response: ${body}`, true);
}

function told(words: string, isError: boolean): Observation {
  return { blocks: [text(words)], isError, notices: [] };
}

function snapshotOf(before: Uint8Array, after: Uint8Array): Snapshot {
  let initial: State | undefined;
  let current: State | undefined;
  return {
    changes: diffImages(before, after),
    get initial() {
      initial ??= readState(before);
      return initial;
    },
    get current() {
      current ??= readState(after);
      return current;
    },
  };
}
