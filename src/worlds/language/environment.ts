/**
 * The environment alone, for people who bring their own agent framework: tool definitions in function-calling form, a call that
 * gives the observation's text, and nothing of episodes, faults or judges. Also finds environments among tasks.
 */
import { readFileSync } from 'node:fs';
import { textOf } from '../../core/block.ts';
import { UsageError } from '../../core/errors.ts';
import type { Emit } from '../../core/event.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { DEFAULT_STYLES, type FaultTerms, type Means, type Styles } from '../../core/means.ts';
import type { Model } from '../../core/model.ts';
import { suggestion } from '../../core/suggestion.ts';
import type { Task } from '../../core/task.ts';
import { type LanguageSession, openLanguageSession } from './session.ts';
import { type LanguageSetup, readSetup, setupFrom } from './setup.ts';
import type { Exchange } from './simulator.ts';

export interface LanguageWorldOptions {
  readonly model: Model;
  /** A prompt by its file name; ours where it is left out. */
  readonly prompts?: (file: string) => string;
  readonly styles?: Partial<Styles>;
  /** For the style `prompted`. */
  readonly faults?: FaultTerms;
  /** The date in the environment, ISO 8601. */
  readonly date?: string;
  readonly emit?: Emit;
}

export interface FunctionTool {
  readonly type: 'function';
  readonly function: { readonly name: string; readonly description: string; readonly parameters: JsonObject };
}

export interface LanguageEnvironment {
  readonly name: string;
  readonly tools: readonly FunctionTool[];
  /** One after the other, in the order asked. Rejects where the simulator gave no usable answer. */
  call(name: string, input: Json, signal?: AbortSignal): Promise<string>;
  /** Back to the initial state, with an empty history. */
  reset(): void;
  /** What the simulator was asked and answered since the last reset. */
  history(): readonly Exchange[];
}

/** A fixed day: what an environment answers must not depend on the day on which it is asked. */
const SOME_DAY = '2025-01-01';

/** `config` is an environment as OccuBench writes it, or a setup. */
export function openLanguageWorld(config: unknown, options: LanguageWorldOptions): LanguageEnvironment {
  const setup = setupFrom(config);
  const emit = options.emit ?? (() => undefined);
  const means: Means = {
    model: () => options.model,
    emit,
    prompt: options.prompts ?? ownPrompt,
    styles: { ...DEFAULT_STYLES, ...options.styles },
    faults: options.faults ?? { mode: 'E0', count: 0, duration: 0 },
  };
  const fresh = (): LanguageSession =>
    openLanguageSession({ setup, clock: options.date ?? SOME_DAY, brief: '', means, emit });
  let place = fresh();
  let calls = 0;
  let last: Promise<unknown> = Promise.resolve();

  return {
    name: setup.environment,
    tools: place.session.tools.map(({ name, description, input }) => ({
      type: 'function',
      function: { name, description, parameters: input },
    })),
    call: (name, input, signal = new AbortController().signal) => {
      const { session } = place;
      const id = `call-${++calls}`;
      const turn = last.then(() => session.call({ id, name, input }, signal));
      last = turn.catch(() => undefined);
      return turn.then(({ blocks }) => textOf(blocks));
    },
    reset: () => {
      place = fresh();
      calls = 0;
    },
    history: () => place.simulator.history(),
  };
}

function ownPrompt(file: string): string {
  return readFileSync(new URL(`./${file}`, import.meta.url), 'utf8');
}

export interface LanguageRegistry {
  /** The names of the environments. */
  list(): readonly string[];
  /** By the environment's name, or by the id of a task that takes place in it. */
  get(id: string): LanguageSetup;
}

export function languageRegistry(tasks: readonly Task[]): LanguageRegistry {
  const byWorld = new Map(tasks.map((task) => [task.world, task]));
  return {
    list: () => [...byWorld.keys()],
    get: (id) => {
      const task = byWorld.get(id) ?? tasks.find((one) => one.id === id);
      if (task === undefined)
        throw new UsageError(`There is no environment "${id}".${suggestion(id, [...byWorld.keys()])}`);
      return readSetup(task.setup);
    },
  };
}
