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
}

export interface Spend {
  readonly lines: readonly SpendLine[];
  /** The sum of what is known; null where nothing is. */
  readonly cost: number | null;
  /** Whether that is all: every price known, every call counted. */
  readonly isComplete: boolean;
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
      return [{ role, model, ...consumption, cost: costOf(role, model, { consumption, cost }) }];
    },
  );
  const known = lines.flatMap((line) => (line.cost === null ? [] : [line.cost]));
  return {
    lines: lines.sort((a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role) || (a.model < b.model ? -1 : 1)),
    cost: known.length === 0 ? null : known.reduce((total, one) => total + one, 0),
    isComplete: lines.every((line) => line.cost !== null && line.uncounted === 0),
  };
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
