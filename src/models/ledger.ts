/**
 * What has been asked and what it cost, by role, over a whole run. Counts only; what may be spent is the budget's business.
 */
import type { Clock } from '../core/clock.ts';
import { ROLES, type Role, type Usage } from '../core/model.ts';
import { costOf, type Prices, priceOf } from './price.ts';

export interface Account {
  readonly calls: number;
  /** Calls whose provider did not say how many tokens they took: the tokens below are without them. */
  readonly unmetered: number;
  readonly input: number;
  readonly cachedInput: number;
  readonly output: number;
  readonly reasoning: number;
  /** Null as soon as one call's cost is not known. */
  readonly dollars: number | null;
}

export interface Ledger {
  /** Takes a call into account: one that was just answered, or one of an earlier part of the run. */
  add(role: Role, model: string, usage: Usage): void;
  /** A call that is under way, until `add` or the returned function ends it. */
  begin(): () => void;
  underWay(): number;
  account(role: Role): Account;
  total(): Account;
  /** Since the ledger was opened, in milliseconds. */
  elapsed(): number;
}

const NOTHING: Account = { calls: 0, unmetered: 0, input: 0, cachedInput: 0, output: 0, reasoning: 0, dollars: 0 };

export function createLedger({ prices, clock }: { readonly prices: Prices; readonly clock: Clock }): Ledger {
  const opened = clock.now();
  const accounts = new Map<Role, Account>();
  let underWay = 0;
  const account = (role: Role): Account => accounts.get(role) ?? NOTHING;
  return {
    account,
    add: (role, model, usage) => {
      accounts.set(role, sum(account(role), entry(usage, costOf(usage, priceOf(prices, model)))));
    },
    begin: () => {
      underWay++;
      return () => {
        underWay--;
      };
    },
    underWay: () => underWay,
    total: () => ROLES.map(account).reduce(sum, NOTHING),
    elapsed: () => clock.now() - opened,
  };
}

function entry({ input, cachedInput, output, reasoning }: Usage, dollars: number | null): Account {
  return {
    calls: 1,
    unmetered: input === null || output === null ? 1 : 0,
    input: input ?? 0,
    cachedInput: cachedInput ?? 0,
    output: output ?? 0,
    reasoning: reasoning ?? 0,
    dollars,
  };
}

function sum(a: Account, b: Account): Account {
  return {
    calls: a.calls + b.calls,
    unmetered: a.unmetered + b.unmetered,
    input: a.input + b.input,
    cachedInput: a.cachedInput + b.cachedInput,
    output: a.output + b.output,
    reasoning: a.reasoning + b.reasoning,
    dollars: a.dollars === null || b.dollars === null ? null : a.dollars + b.dollars,
  };
}
