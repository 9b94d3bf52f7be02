/** How far the ballots of votes agree, over many episodes. Pure arithmetic over counted votes. */
import { type Event, eventsOf } from '../core/event.ts';

export interface BallotCount {
  readonly yes: number;
  readonly no: number;
}

export interface Agreement {
  /** Episodes with as many valid ballots as most were meant to have, and how many ballots that is. */
  readonly episodes: number;
  readonly ballots: number;
  /** Episodes with fewer valid ballots: kappa needs equal numbers. */
  readonly leftOut: number;
  /** The share of episodes in which somebody dissented; null where there is none. */
  readonly disagreement: number | null;
  /** Fleiss' kappa: 1 is full agreement, 0 is what chance gives. Null where nothing can be said, as when all ballots are alike. */
  readonly kappa: number | null;
}

/** The votes of one episode; null where nobody voted. Spoiled ballots are neither yes nor no. */
export function ballotsIn(events: readonly Event[]): (BallotCount & { readonly spoiled: number }) | null {
  const votes = eventsOf(events, 'vote-cast').map(({ vote }) => vote);
  if (votes.length === 0) return null;
  const count = (kind: string): number => votes.filter((vote) => vote === kind).length;
  return { yes: count('yes'), no: count('no'), spoiled: count('spoiled') };
}

export function agreementOf(counts: readonly BallotCount[]): Agreement {
  const ballots = counts.reduce((most, { yes, no }) => Math.max(most, yes + no), 0);
  const full = counts.filter(({ yes, no }) => yes + no === ballots);
  const episodes = full.length;
  const shared = { episodes, ballots, leftOut: counts.length - episodes };
  if (episodes === 0 || ballots < 2) return { ...shared, disagreement: null, kappa: null };
  const split = full.filter(({ yes, no }) => yes > 0 && no > 0).length;
  return { ...shared, disagreement: split / episodes, kappa: fleissKappa(full, ballots) };
}

/** Fleiss (1971): agreement beyond what the shares of yes and no would give by chance. */
function fleissKappa(counts: readonly BallotCount[], ballots: number): number | null {
  const pairs = ballots * (ballots - 1);
  const agreed = mean(counts.map(({ yes, no }) => (yes * (yes - 1) + no * (no - 1)) / pairs));
  const share = mean(counts.map(({ yes }) => yes / ballots));
  const byChance = share ** 2 + (1 - share) ** 2;
  const isUniform = counts.every(({ no }) => no === 0) || counts.every(({ yes }) => yes === 0);
  return isUniform ? null : (agreed - byChance) / (1 - byChance);
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
