/** Plays the mutants of a right path and counts what became of them. Each that makes a difference should fail. */
import type { Bench } from './bench.ts';
import type { KeptPlay } from './kept-play.ts';
import { additionsOf, MUTANT_NAMES, type Mutant, type MutantName, mutantsOf, type Origin } from './mutants.ts';
import { replayedPath } from './replayed-path.ts';

/** A mistake that the judge let pass. */
export interface Survivor {
  readonly name: MutantName;
  readonly description: string;
  /** Why the judge passed it, in its own words. */
  readonly reason: string;
}

export interface MutantTally {
  readonly made: number;
  /** Passed with the same end state and answer as the oracle's: no mistake at all, and not held against the judge. */
  readonly equivalent: number;
  readonly killed: number;
  /** Void: neither passed nor failed. */
  readonly broken: number;
}

export interface MutantTrial extends MutantTally {
  readonly survived: readonly Survivor[];
  readonly byName: { readonly [name in MutantName]: MutantTally & { readonly survived: number } };
}

type Fate = 'equivalent' | 'killed' | 'broken' | 'survived';
interface Trial {
  readonly mutant: Mutant;
  readonly fate: Fate;
  readonly reason: string;
}

export async function tryMutants(bench: Bench, right: KeptPlay, origin: Origin): Promise<MutantTrial> {
  const trials: Trial[] = [];
  for (const mutant of mutantsOf(origin)) trials.push(await tryOne(bench, right, mutant));
  for (const additions of additionsOf(origin)) trials.push(...(await tryAdditions(bench, right, additions)));
  return trialOf(trials);
}

export function trialOf(trials: readonly Trial[]): MutantTrial {
  const survivors = trials.filter(({ fate }) => fate === 'survived');
  const named = MUTANT_NAMES.map((name) => {
    const own = trials.filter(({ mutant }) => mutant.name === name);
    return [name, { ...tallyOf(own), survived: own.filter(({ fate }) => fate === 'survived').length }] as const;
  });
  return {
    ...tallyOf(trials),
    survived: survivors.map(({ mutant: { name, description }, reason }) => ({ name, description, reason })),
    byName: Object.fromEntries(named) as MutantTrial['byName'],
  };
}

function tallyOf(trials: readonly Trial[]): MutantTally {
  const count = (fate: Fate): number => trials.filter((trial) => trial.fate === fate).length;
  return { made: trials.length, equivalent: count('equivalent'), killed: count('killed'), broken: count('broken') };
}

async function tryOne(bench: Bench, right: KeptPlay, mutant: Mutant): Promise<Trial> {
  const played = await bench.play(replayedPath(mutant.path), { isMistake: true });
  try {
    const { result } = played.episode;
    if (result.outcome === 'void') return { mutant, fate: 'broken', reason: result.message };
    const { reason } = result;
    // Whom the judge fails it has told apart, also where the difference shows in no state.
    if (result.outcome === 'failed') return { mutant, fate: 'killed', reason };
    return { mutant, fate: bench.sameEnd(right, played) ? 'equivalent' : 'survived', reason };
  } finally {
    await played.release();
  }
}

/** Of each tool, this many writes that went through are enough. */
const ADDITIONS_PER_TOOL = 2;

/** Only a write that went through and changed something is a mistake; what the world refused was never one. */
async function tryAdditions(bench: Bench, right: KeptPlay, additions: readonly Mutant[]): Promise<readonly Trial[]> {
  const harmful: Trial[] = [];
  for (const mutant of additions) {
    if (harmful.length >= ADDITIONS_PER_TOOL) break;
    const trial = await tryOne(bench, right, mutant);
    if (trial.fate !== 'equivalent') harmful.push(trial);
  }
  return harmful;
}
