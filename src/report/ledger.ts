/**
 * Takes a run's attempts one at a time, in any order, and keeps one small fact per episode, so that a run of 100,000 episodes
 * need not be in memory. Every report is made from a ledger. It reads no files and computes no figures.
 */
import type { Blame } from '../core/errors.ts';
import type { ModelReplied, Result } from '../core/event.ts';
import type { JsonObject } from '../core/json.ts';
import { type Attempt, repliesIn } from '../core/log.ts';
import type { Role } from '../core/model.ts';
import { episodesOf, type Plan, type PlannedEpisode } from '../core/plan.ts';
import { ballotsIn } from '../judges/agreement.ts';
import { sha256 } from '../wire/hash.ts';
import { type PlannedKind, plannedKinds } from './fault-count.ts';
import { type MetFault, metFaults } from './noticed.ts';
import { eventsIn, outranks, stepsIn, verdictIn } from './row.ts';
import { shortened } from './shorten.ts';
import { type Told, told } from './telling.ts';
import { type Consumption, NOTHING, plus } from './usage.ts';
import type { Ballots } from './votes.ts';
import { type WorkplaceDay, workplaceDays } from './workplace-days.ts';

export interface FactItem {
  readonly id: string;
  readonly passed: boolean;
  readonly score: number;
  /** What the judge gave for reports to group by or add up. */
  readonly data?: JsonObject;
}

export interface Fact {
  readonly attempt: number;
  readonly outcome: Result['outcome'];
  readonly score: number;
  /** Who voided it. */
  readonly blame: Blame | null;
  /** What the judge said, or the short word for a void. */
  readonly reason: string;
  readonly items: readonly FactItem[];
  readonly steps: number;
  readonly landed: readonly MetFault[];
  /** Null where the schedule does not list its calls. */
  readonly plannedKinds: readonly PlannedKind[] | null;
  /** Null where the judge did not vote. */
  readonly ballots: Ballots | null;
  /** Absent where the world is no workplace. */
  readonly days?: readonly WorkplaceDay[];
}

/** What can be opened about an episode that did not pass. */
interface Detail {
  readonly checkpoints: readonly { readonly name: string; readonly passed: boolean; readonly detail: string }[];
  readonly message: string;
  readonly story: Told | null;
}

/** What one model consumed in one role for one agent's episodes. */
export interface Spending {
  readonly agent: string;
  readonly role: Role;
  readonly model: string;
  readonly consumption: Consumption;
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What a report is made from, wherever its facts come from. */
export interface Ledger {
  readonly plan: Plan;
  readonly episodes: readonly PlannedEpisode[];
  fact(episode: string): Fact | undefined;
  detail(episode: string): Detail | undefined;
  /** All that was consumed, also by attempts that came to nothing. */
  spending(): readonly Spending[];
  spans(): readonly Span[];
  strays(): number;
}

export interface OpenLedger extends Ledger {
  /** Unfinished attempts count for time and money only; attempts at episodes that the plan does not know, for nothing. */
  add(attempt: Attempt): void;
}

/** Details are for reading, and nobody reads more. */
export const MOST_DETAILS = 3000;
const LONGEST_REASON = 600;

export function newLedger(plan: Plan): OpenLedger {
  const episodes = episodesOf(plan, sha256);
  const planned = new Map(episodes.map((episode) => [episode.id, episode]));
  const facts = new Map<string, Fact>();
  const details = new Map<string, Detail>();
  const purse = newPurse();
  const spans: Span[] = [];
  let strays = 0;

  const take = (attempt: Attempt, result: Result): void => {
    const fact = factOf(attempt, result);
    const known = facts.get(attempt.episode);
    if (known !== undefined && !outranks(fact, known)) return;
    facts.set(attempt.episode, fact);
    details.delete(attempt.episode);
    if (result.outcome !== 'passed' && details.size < MOST_DETAILS) {
      details.set(attempt.episode, detailOf(attempt, result, fact));
    }
  };

  return {
    plan,
    episodes,
    add: (attempt) => {
      const episode = planned.get(attempt.episode);
      if (episode === undefined) {
        strays++;
        return;
      }
      const from = attempt.lines[0]?.at;
      const to = attempt.lines.at(-1)?.at;
      if (from !== undefined && to !== undefined) spans.push({ from, to });
      purse.add(episode.agent.name, attempt);
      if (attempt.result !== null) take(attempt, attempt.result);
    },
    fact: (episode) => facts.get(episode),
    detail: (episode) => details.get(episode),
    spending: purse.spending,
    spans: () => spans,
    strays: () => strays,
  };
}

/** A ledger of attempts that are at hand. */
export function ledgerOf(plan: Plan, attempts: Iterable<Attempt>): Ledger {
  const ledger = newLedger(plan);
  for (const attempt of attempts) ledger.add(attempt);
  return ledger;
}

/** A ledger of facts that come from elsewhere than a log: outcomes, and nothing about time, money or what can be opened. */
export function factLedger(plan: Plan, factOf: (planned: PlannedEpisode) => Fact | undefined): Ledger {
  const episodes = episodesOf(plan, sha256);
  const facts = new Map(episodes.map((planned) => [planned.id, factOf(planned)]));
  return {
    plan,
    episodes,
    fact: (episode) => facts.get(episode),
    detail: () => undefined,
    spending: () => [],
    spans: () => [],
    strays: () => 0,
  };
}

function factOf(attempt: Attempt, result: Result): Fact {
  const events = eventsIn(attempt);
  const isVoid = result.outcome === 'void';
  const items = isVoid ? [] : (verdictIn(attempt)?.items ?? []);
  const days = workplaceDays(events);
  return {
    attempt: attempt.attempt,
    outcome: result.outcome,
    score: isVoid ? 0 : result.score,
    blame: isVoid ? result.blame : null,
    reason: result.outcome === 'passed' ? '' : shortened(result.reason, LONGEST_REASON),
    items: items.map(({ id, passed, score, data }) => ({ id, passed, score, ...(data === undefined ? {} : { data }) })),
    steps: stepsIn(events),
    landed: metFaults(events),
    plannedKinds: plannedKinds(events),
    ballots: ballotsIn(events),
    ...(days.length === 0 ? {} : { days }),
  };
}

function detailOf(attempt: Attempt, result: Result, fact: Fact): Detail {
  const checkpoints = verdictIn(attempt)?.checkpoints ?? [];
  return {
    checkpoints: checkpoints.map(({ name, passed, detail }) => ({
      name,
      passed,
      detail: shortened(detail, LONGEST_REASON),
    })),
    message: result.outcome === 'void' ? shortened(result.message, LONGEST_REASON) : '',
    story: result.outcome === 'failed' ? told(eventsIn(attempt), fact.landed) : null,
  };
}

/** Adds up replies, each once: what a later attempt took over from a void one was not asked for, or paid for, again. */
function newPurse(): { add(agent: string, attempt: Attempt): void; spending(): readonly Spending[] } {
  const totals = new Map<string, Spending>();
  const paid = new Map<string, Set<string>>();
  return {
    add: (agent, attempt) => {
      const before = paid.get(attempt.episode) ?? new Set<string>();
      const mayComeAgain = attempt.result === null || attempt.result.outcome === 'void';
      for (const replied of repliesIn(attempt)) {
        const print = mayComeAgain || before.size > 0 ? printOf(replied) : '';
        if (before.has(print)) continue;
        if (mayComeAgain) before.add(print);
        const { role, model, reply } = replied;
        const key = JSON.stringify([agent, role, model]);
        const consumption = plus(totals.get(key)?.consumption ?? NOTHING, reply.usage);
        totals.set(key, { agent, role, model, consumption });
      }
      if (before.size > 0) paid.set(attempt.episode, before);
    },
    spending: () => [...totals.values()],
  };
}

function printOf({ role, model, ordinal, requestHash, reply }: ModelReplied): string {
  return sha256(JSON.stringify([role, model, ordinal, requestHash, reply])).slice(0, 16);
}
