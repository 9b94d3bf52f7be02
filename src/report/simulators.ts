/**
 * The same agents under several simulators: rates, ranks, and how far two simulators put the agents in the same order. A ranking
 * that changes with the simulator says more about the simulator than about the agents.
 */
import type { Mode } from '../core/plan.ts';
import { stream } from '../core/random.ts';
import { bootstrap } from './bootstrap.ts';
import { type Cell, cellOf, isScored, mean, type Rate } from './cell.ts';
import { type Contender, type Lineup, leadingMode } from './contenders.ts';
import { agreementOf, ranksOf, tauB } from './ranking.ts';
import { withInterval } from './robustness.ts';
import { type Score, taskKey } from './scores.ts';
import { type Counts, rateDrawn } from './tasks-by-mode.ts';

export interface Simulators {
  readonly mode: Mode;
  readonly simulators: readonly {
    readonly name: string;
    /** More than one where the runs differ in that too: then it is not the simulator alone that changes. */
    readonly judges: readonly string[];
    /** Over the agents that were run under it. */
    readonly mean: number | null;
  }[];
  readonly agents: readonly {
    readonly name: string;
    readonly model: string | null;
    /** In the order of the simulators; null where it was not run. */
    readonly cells: readonly (Cell | null)[];
    readonly ranks: readonly (number | null)[];
  }[];
  readonly pairs: readonly SimulatorPair[];
}

interface SimulatorPair {
  readonly a: string;
  readonly b: string;
  /** Agents with results under both. */
  readonly agents: number;
  /** Pairs of these, and how many stand in the same order under both. A tie under one alone is a disagreement. */
  readonly pairs: number;
  readonly same: number;
  readonly share: number | null;
  /** Kendall's tau-b, with a bootstrap interval over tasks. */
  readonly tau: Rate;
}

/** Takes a lineup over `simulator` and `judge`, since by default the simulator is also the judge. */
export function simulatorsOf({ contenders: all, seed }: Lineup): Simulators {
  const mode = leadingMode(all);
  const contenders = all.filter(({ agent }) => agent !== 'idle');
  const names = [...new Set(contenders.flatMap(({ parts }) => parts.map(({ aspects }) => aspects.simulator)))].sort();
  const table = contenders.map((one) => names.map((name) => scoresUnder(one, name, mode)));
  const cells = table.map((row) => row.map((scores) => (scores.some(isScored) ? cellOf(scores) : null)));
  const rates = names.map((_, i) => cells.map((row) => row[i]?.rate.value ?? null));
  const ranks = rates.map(ranksOf);
  return {
    mode,
    simulators: names.map((name, i) => ({
      name,
      judges: judgesUnder(contenders, name),
      mean: mean((rates[i] ?? []).filter((rate) => rate !== null)),
    })),
    agents: contenders.map(({ name, model }, row) => ({
      name,
      model,
      cells: cells[row] ?? [],
      ranks: ranks.map((column) => column[row] ?? null),
    })),
    pairs: names.flatMap((a, i) =>
      names.slice(i + 1).map((b, k) => {
        const both = table.map((row) => [row[i] ?? [], row[i + 1 + k] ?? []] as const);
        return { a, b, ...agreementUnder(both, { seed, names: [a, b] }) };
      }),
    ),
  };
}

function scoresUnder({ parts }: Contender, simulator: string, mode: Mode): readonly Score[] {
  return parts
    .filter(({ aspects }) => aspects.simulator === simulator)
    .flatMap(({ scores }) => scores.filter((score) => score.mode === mode));
}

function judgesUnder(contenders: readonly Contender[], simulator: string): readonly string[] {
  const parts = contenders.flatMap(({ parts: own }) => own).filter(({ aspects }) => aspects.simulator === simulator);
  return [...new Set(parts.map(({ aspects }) => aspects.judge))].sort();
}

function agreementUnder(
  both: readonly (readonly [readonly Score[], readonly Score[]])[],
  { seed, names }: { readonly seed: string; readonly names: readonly string[] },
): Omit<SimulatorPair, 'a' | 'b'> {
  const shared = both.filter(([a, b]) => a.some(isScored) && b.some(isScored));
  const tasks = new Map<string, number>();
  for (const { task } of shared.flat(2)) if (!tasks.has(taskKey(task))) tasks.set(taskKey(task), tasks.size);
  const counted = shared.map(([a, b]) => [countsOf(a, tasks), countsOf(b, tasks)] as const);
  const ratesOf = (drawn: Int32Array, side: 0 | 1): readonly (number | null)[] =>
    counted.map((pair) => rateDrawn(pair[side], drawn));
  const tau = (drawn: Int32Array): number | null => {
    const [a, b] = [ratesOf(drawn, 0), ratesOf(drawn, 1)];
    return isComplete(a) && isComplete(b) ? tauB(a, b) : null;
  };
  const each = Int32Array.from({ length: tasks.size }, (_, i) => i);
  const [a, b] = [ratesOf(each, 0), ratesOf(each, 1)];
  const { pairs, same } = isComplete(a) && isComplete(b) ? agreementOf(a, b) : { pairs: 0, same: 0 };
  const [interval = null] = bootstrap(tasks.size, (drawn) => [tau(drawn)], {
    random: stream(seed, 'simulators', ...names),
  });
  return {
    agents: shared.length,
    pairs,
    same,
    share: pairs === 0 ? null : same / pairs,
    tau: withInterval(tau(each), interval),
  };
}

function isComplete(rates: readonly (number | null)[]): rates is readonly number[] {
  return rates.every((rate) => rate !== null);
}

function countsOf(scores: readonly Score[], tasks: ReadonlyMap<string, number>): Counts {
  const passed = new Float64Array(tasks.size);
  const scored = new Float64Array(tasks.size);
  for (const score of scores) {
    const i = tasks.get(taskKey(score.task));
    if (i === undefined || !isScored(score)) continue;
    scored[i] = (scored[i] ?? 0) + 1;
    if (score.outcome === 'passed') passed[i] = (passed[i] ?? 0) + 1;
  }
  return { passed, scored };
}
