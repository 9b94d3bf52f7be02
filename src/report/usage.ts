/** Adds up what models consumed, by role or by anything else. What a provider did not say stays unknown: null, never 0. */
import type { ModelReplied } from '../core/event.ts';
import type { Usage } from '../core/model.ts';

/** Tokens of several calls: the sum of what is known, null where nothing is. Cached is part of input, reasoning of output. */
export type Consumption = {
  readonly calls: number;
  readonly input: number | null;
  readonly cached: number | null;
  readonly output: number | null;
  readonly reasoning: number | null;
  /** Calls for which the provider gave no count of input or output: with any of these, the sums are lower bounds. */
  readonly uncounted: number;
};

export const NOTHING: Consumption = {
  calls: 0,
  input: null,
  cached: null,
  output: null,
  reasoning: null,
  uncounted: 0,
};

/** Roles that no model played are absent. */
export type UsageByRole = { readonly [role: string]: Consumption };

export function usageByRole(replies: readonly ModelReplied[]): UsageByRole {
  const byRole: { [role: string]: Consumption } = {};
  for (const { role, reply } of replies) byRole[role] = plus(byRole[role] ?? NOTHING, reply.usage);
  return byRole;
}

export function plus(soFar: Consumption, usage: Usage): Consumption {
  return {
    calls: soFar.calls + 1,
    input: add(soFar.input, usage.input),
    cached: add(soFar.cached, usage.cachedInput),
    output: add(soFar.output, usage.output),
    reasoning: add(soFar.reasoning, usage.reasoning),
    uncounted: soFar.uncounted + (usage.input === null || usage.output === null ? 1 : 0),
  };
}

/** In the form in which prices are asked for. */
export function asUsage({ input, cached, output, reasoning }: Consumption): Usage {
  return { input, cachedInput: cached, output, reasoning };
}

function add(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : a + b;
}
