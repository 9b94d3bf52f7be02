import type { JsonObject } from './json.ts';

/**
 * What a solution program works with. The program says what to look up and what to do; how carefully that is done (once and
 * blindly, or with retries, re-reading and cross-checks) is the agent's business. So one program makes both `oracle` and `hasty`.
 */
export interface Hands {
  /** Calls a tool that only reads and gives its answer. */
  look(tool: string, input: JsonObject): Promise<JsonObject>;
  /**
   * Calls a tool that writes. `done` tells, by looking, whether the effect is there: a careful agent asks it when the answer
   * was lost, before it tries again.
   */
  act(tool: string, input: JsonObject, done: () => Promise<boolean>): Promise<void>;
  /**
   * How a program with several things to do orders them: side by side with appointments kept, or one after the other, always what is
   * due next, and blind to whatever comes meanwhile.
   */
  readonly manner?: 'careful' | 'greedy';
  /** Whether it asks other people what only they know; it does unless told otherwise. */
  readonly isAsking?: boolean;
}

/** A task's own solution, over the session and never over the truth. `asked` holds what the brief says. Returns the answer. */
export type Solution = (asked: JsonObject, hands: Hands) => Promise<string>;

/** Thrown by solution programs that cannot go on with what they found. */
export class SolutionStuck extends Error {
  override readonly name = 'SolutionStuck';
}
