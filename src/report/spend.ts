/** What a run consumed, in tokens and money, by role and model. Prices come by argument; what is not known is never shown as 0. */
import { ROLES, type Role, type Usage } from '../core/model.ts';
import type { Spending } from './ledger.ts';
import { asUsage, type Consumption } from './usage.ts';

/** In US dollars; null where the price is not known. */
export type Cost = (role: Role, model: string, usage: Usage) => number | null;

export const UNKNOWN_COST: Cost = () => null;

export interface SpendLine extends Consumption {
  readonly role: Role;
  readonly model: string;
  /** A lower bound where `uncounted` is not 0; null where the price, or every count, is unknown. */
  readonly cost: number | null;
  /** What the same tokens would have cost more without the provider's cache; null where that is not known. */
  readonly saved: number | null;
}

export interface Spend {
  readonly lines: readonly SpendLine[];
  /** The sum of what is known; null where nothing is. */
  readonly cost: number | null;
  /** Whether that is all: every price known, every call counted. */
  readonly isComplete: boolean;
  /** The sum of what caching is known to have saved; null where nothing is known. */
  readonly saved: number | null;
}

/** Null where no model was asked. */
export function spendOf(spending: readonly Spending[], cost: Cost): Spend | null {
  if (spending.length === 0) return null;
  const lines = [...Map.groupBy(spending, ({ role, model }) => JSON.stringify([role, model])).values()].flatMap(
    (same) => {
      const [first] = same;
      if (first === undefined) return [];
      const { role, model } = first;
      const consumption = same.map((one) => one.consumption).reduce(sum);
      const priced = costOf(role, model, { consumption, cost });
      const uncached = costOf(role, model, { consumption: { ...consumption, cached: 0 }, cost });
      const isCounted = priced !== null && uncached !== null && consumption.cached !== null;
      return [{ role, model, ...consumption, cost: priced, saved: isCounted ? uncached - priced : null }];
    },
  );

  return {
    lines: lines.sort((a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role) || (a.model < b.model ? -1 : 1)),
    cost: sumOf(lines.map((line) => line.cost)),
    isComplete: lines.every((line) => line.cost !== null && line.uncounted === 0),
    saved: sumOf(lines.map((line) => line.saved)),
  };
}

/** Of what is known; null where nothing is. */
export function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((total, one) => total + one, 0);
}

function costOf(
  role: Role,
  model: string,
  { consumption, cost }: { readonly consumption: Consumption; readonly cost: Cost },
): number | null {
  return consumption.uncounted === consumption.calls ? null : cost(role, model, asUsage(consumption));
}

function sum(a: Consumption, b: Consumption): Consumption {
  const add = (one: number | null, other: number | null): number | null =>
    one === null ? other : other === null ? one : one + other;
  return {
    calls: a.calls + b.calls,
    input: add(a.input, b.input),
    cached: add(a.cached, b.cached),
    output: add(a.output, b.output),
    reasoning: add(a.reasoning, b.reasoning),
    uncounted: a.uncounted + b.uncounted,
  };
}
