/**
 * Several ballots of one judge. Each is recorded as it is cast, none is left out because the outcome is already clear: votes are
 * data. The outcome needs more than half of all ballots, so a spoiled one counts for neither side, and where neither side
 * has enough, the episode is void and nobody has failed.
 *
 * Ballots are asked one after the other. The record takes down each reply when it arrives, so ballots asked side by side would
 * come down in another order each time, and an episode could not be replayed to the byte; besides, the second and third find the
 * case in the provider's prompt cache.
 */
import { EpisodeError, ModelError } from '../core/errors.ts';
import type { Emit } from '../core/event.ts';
import type { Checkpoint, Evidence, Judge, Verdict } from '../core/judge.ts';
import { SPOILED } from './ballot.ts';

export interface VoteOptions {
  /** How many ballots; 3 unless said otherwise, as in OccuBench. */
  readonly of?: number;
  readonly emit: Emit;
}

export function vote(judge: Judge, { of = 3, emit }: VoteOptions): Judge {
  if (!Number.isInteger(of) || of < 1) throw new RangeError(`a vote needs one ballot or more, not ${of}`);
  return {
    name: `${judge.name}-votes-${of}`,
    async judge(evidence, signal) {
      const verdicts: Verdict[] = [];
      const spoiled: string[] = [];
      for (let ballot = 1; ballot <= of; ballot++) {
        const cast = await castBy(judge, evidence, signal);
        if (typeof cast === 'string') spoiled.push(cast);
        else verdicts.push(cast);
        emit({ type: 'vote-cast', judge: judge.name, ballot, ...recorded(cast) });
      }
      return outcomeOf(verdicts, spoiled, of);
    },
  };
}

/** The verdict, or why the ballot is spoiled. Trouble that all ballots would meet alike is not the ballot's: it goes up. */
async function castBy(judge: Judge, evidence: Evidence, signal: AbortSignal): Promise<Verdict | string> {
  try {
    return await judge.judge(evidence, signal);
  } catch (error) {
    signal.throwIfAborted();
    const isSpoiled = error instanceof EpisodeError && error.party === 'judge' && error.reason === SPOILED;
    const isOnce = error instanceof ModelError && (error.fault === 'malformed' || error.fault === 'refused');
    if (isSpoiled || isOnce) return error.message;
    throw error;
  }
}

function recorded(cast: Verdict | string): {
  readonly vote: 'yes' | 'no' | 'spoiled';
  readonly reason: string;
  readonly criteria: readonly { readonly name: string; readonly vote: 'yes' | 'no' }[];
} {
  if (typeof cast === 'string') return { vote: 'spoiled', reason: cast, criteria: [] };
  const { passed, reason, checkpoints } = cast;
  return {
    vote: passed ? 'yes' : 'no',
    reason,
    criteria: checkpoints.map((point) => ({ name: point.name, vote: point.passed ? 'yes' : 'no' })),
  };
}

function outcomeOf(verdicts: readonly Verdict[], spoiled: readonly string[], of: number): Verdict {
  const yes = verdicts.filter(({ passed }) => passed).length;
  const no = verdicts.length - yes;
  const tally = `${yes} yes, ${no} no, ${spoiled.length} spoiled`;
  const passed = yes * 2 > of;
  const winner = verdicts.find((verdict) => verdict.passed === passed);
  if ((!passed && no * 2 <= of) || winner === undefined) {
    const why = spoiled[0] === undefined ? '' : ` The first spoiled ballot: ${spoiled[0]}`;
    throw new EpisodeError('judge', 'no-majority', `the votes have no majority of ${of}: ${tally}.${why}`);
  }
  if (verdicts.some(({ items }) => items !== undefined))
    throw new Error('a vote is taken on one outcome, not on the items of a day');
  const category = mostCommon(
    verdicts.flatMap((verdict) => (verdict.passed === passed ? (verdict.category ?? []) : [])),
  );
  return {
    passed,
    ...(category === undefined ? {} : { category }),
    score: verdicts.reduce((sum, { score }) => sum + score, 0) / verdicts.length,
    reason: of === 1 ? winner.reason : `${winner.reason} (${tally})`,
    checkpoints: winner.checkpoints.map((point) => byMajority(point, verdicts)),
  };
}

/** The first of those that stand there most often. */
function mostCommon(words: readonly string[]): string | undefined {
  const count = (word: string): number => words.filter((other) => other === word).length;
  return words.toSorted((a, b) => count(b) - count(a))[0];
}

/** One criterion as more than half of the valid ballots found it, in the words of the first of those that did. */
function byMajority({ name }: Checkpoint, verdicts: readonly Verdict[]): Checkpoint {
  const found = verdicts.flatMap(({ checkpoints }) => checkpoints.filter((point) => point.name === name));
  const met = found.filter(({ passed }) => passed).length;
  const passed = met * 2 > found.length;
  const [first] = [...found.filter((point) => point.passed === passed), ...found];
  if (first === undefined) throw new Error(`no ballot has the criterion ${name}`);
  const share = found.length > 1 ? ` (met in ${met} of ${found.length} ballots)` : '';
  return { ...first, passed, detail: `${first.detail}${share}`.trim() };
}
