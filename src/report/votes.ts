/**
 * How judges that vote agreed with themselves over a run. Votes that always agree say little about whether they are right, but
 * votes that disagree say that the verdict was a near thing. The arithmetic is the judges' own.
 */
import { agreementOf, type BallotCount } from '../judges/agreement.ts';

/** The ballots of one episode. */
export type Ballots = BallotCount & { readonly spoiled: number };

export interface Votes {
  /** Episodes that were voted on. */
  readonly episodes: number;
  /** Ballots, spoiled ones included. */
  readonly ballots: number;
  readonly perEpisode: number;
  readonly spoiled: number;
  /** Episodes in which all ballots count: only these are compared, since a spoiled ballot agrees with nobody. */
  readonly compared: number;
  /** Of these, how many had both a yes and a no. Null where there were no two ballots to compare. */
  readonly divided: number | null;
  readonly dividedShare: number | null;
  /** Fleiss'; null where it is undefined. */
  readonly kappa: number | null;
}

/** Null where no episode was voted on. */
export function votesOf(episodes: readonly Ballots[]): Votes | null {
  if (episodes.length === 0) return null;
  const spoiled = episodes.reduce((sum, one) => sum + one.spoiled, 0);
  const ballots = episodes.reduce((sum, { yes, no }) => sum + yes + no, spoiled);
  const agreement = agreementOf(episodes);
  return {
    episodes: episodes.length,
    ballots,
    perEpisode: ballots / episodes.length,
    spoiled,
    compared: agreement.episodes,
    divided: agreement.disagreement === null ? null : Math.round(agreement.disagreement * agreement.episodes),
    dividedShare: agreement.disagreement,
    kappa: agreement.kappa,
  };
}
