/** Faults over a run: planned, landed, missed, and what agents made of them, by kind and by agent. Scored episodes only. */
import type { Ledger } from './ledger.ts';
import type { Notice } from './noticed.ts';

export interface FaultTally {
  /** Calls that were to be hit. */
  readonly planned: number;
  readonly landed: number;
  readonly missed: number;
  /** Of those that landed. */
  readonly noticed: { readonly [notice in Notice]: number };
}

interface FaultKind {
  readonly kind: string;
  readonly manner: string;
  /** As drawn; null where schedules do not list their calls. Where a kind does not fit an answer, another lands in its place. */
  readonly planned: number | null;
  readonly landed: number;
  readonly noticed: FaultTally['noticed'];
}

export interface FaultsMet extends FaultTally {
  readonly kinds: readonly FaultKind[];
  readonly agents: readonly (FaultTally & { readonly agent: string })[];
}

/** Null where no mode of the plan has faults, or they were asked of the simulator in its prompt: whether it obeyed is not known. */
export function faultsMet(ledger: Ledger): FaultsMet | null {
  const { modes, styles } = ledger.plan;
  if (modes.every((mode) => mode === 'E0') || styles.faults === 'prompted') return null;
  const all = newTally();
  const agents = new Map(ledger.plan.agents.map(({ name }) => [name, newTally()]));
  const kinds = new Map<string, KindTally>();
  const kindTally = (kind: string, manner: string): KindTally => {
    const known = kinds.get(kind) ?? { kind, manner, planned: null, landed: 0, noticed: newNoticed() };
    kinds.set(kind, known);
    return known;
  };
  for (const { id, agent, mode } of ledger.episodes) {
    const fact = ledger.fact(id);
    if (mode === 'E0' || fact === undefined || fact.outcome === 'void') continue;
    const planned = fact.plannedKinds?.length ?? ledger.plan.faultCount * ledger.plan.faultDuration;
    for (const tally of [all, agents.get(agent.name)]) if (tally !== undefined) count(tally, planned, fact.landed);
    for (const { kind, manner } of fact.plannedKinds ?? []) {
      const tally = kindTally(kind, manner);
      tally.planned = (tally.planned ?? 0) + 1;
    }
    for (const { kind, manner, notice } of fact.landed) {
      const tally = kindTally(kind, manner);
      tally.landed++;
      tally.noticed[notice]++;
    }
  }
  const inOrder = [...kinds.values()].sort((a, b) => (a.manner + a.kind < b.manner + b.kind ? -1 : 1));
  return { ...all, kinds: inOrder, agents: [...agents].map(([agent, tally]) => ({ agent, ...tally })) };
}

type Noticed = { [notice in Notice]: number };
interface Tally {
  planned: number;
  landed: number;
  missed: number;
  readonly noticed: Noticed;
}
interface KindTally {
  readonly kind: string;
  readonly manner: string;
  planned: number | null;
  landed: number;
  readonly noticed: Noticed;
}

function newNoticed(): Noticed {
  return { retried: 0, 're-read': 0, reported: 0, unnoticed: 0 };
}

function newTally(): Tally {
  return { planned: 0, landed: 0, missed: 0, noticed: newNoticed() };
}

function count(tally: Tally, planned: number, landed: readonly { readonly notice: Notice }[]): void {
  tally.planned += planned;
  tally.landed += landed.length;
  tally.missed += Math.max(0, planned - landed.length);
  for (const { notice } of landed) tally.noticed[notice]++;
}

/** How many of those that landed the agent noticed in any way. */
export function noticedIn({ landed, noticed }: Pick<FaultTally, 'landed' | 'noticed'>): number {
  return landed - noticed.unnoticed;
}
