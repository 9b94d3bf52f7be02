/**
 * What a solution program of a family works with: the tools of the place, by name, with the care of whoever runs it. `waitFor` gives
 * the time to other assignments, so that one program need not know of the others.
 */
import type { Json, JsonObject } from '../../core/json.ts';
import type { Minute } from './instance.ts';

/** People to be asked at once: ids and names, in the same order. */
export interface Crowd {
  readonly ids: readonly string[];
  readonly names: readonly string[];
}

export interface Worker {
  /** Calls a tool that only reads, and gives its answer. */
  look(tool: string, input: JsonObject): Promise<JsonObject>;
  /** Calls a tool that writes. `done` tells by looking whether the effect is there, for when an answer was lost. */
  act(tool: string, input: JsonObject, done: (look: Worker['look']) => Promise<boolean>): Promise<void>;
  /** Asks a colleague (by name or id) and gives the reply, whenever it comes. Empty where none came. */
  ask(person: string, question: string): Promise<string>;
  /** Asks several with one message to a group, and gives their replies in the same order. */
  askAll(people: Crowd, question: string): Promise<readonly string[]>;
  /** Gives time to other work until then, and is there at that minute: an appointment. */
  waitFor(minute: Minute): Promise<void>;
  /** Gives time to other work until then or a little later, as when somebody has yet to answer. */
  pauseUntil(minute: Minute): Promise<void>;
  now(): Minute;
  /** A file of the drive or the workspace. */
  read(path: string): Promise<string>;
  /** Below `workspace/`. */
  write(path: string, content: string): Promise<void>;
  writeJson(path: string, value: Json): Promise<void>;
  /** What the board has said about the assignment since it came, oldest first, as it stood when it was last looked at. */
  changes(): readonly string[];
}
