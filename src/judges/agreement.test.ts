import { describe, expect, it } from 'vitest';
import type { Event } from '../core/event.ts';
import { agreementOf, ballotsIn } from './agreement.ts';

const counts = (...pairs: readonly (readonly [number, number])[]) => pairs.map(([yes, no]) => ({ yes, no }));

describe('agreement', () => {
  it('is Fleiss’ kappa', () => {
    // By hand: P = (1 + 1/3 + 1 + 1/3) / 4 = 2/3; share of yes 7/12, so by chance 74/144; kappa = (96 − 74) / (144 − 74).
    const { kappa, disagreement } = agreementOf(counts([3, 0], [2, 1], [0, 3], [2, 1]));
    expect(kappa).toBeCloseTo(22 / 70, 12);
    expect(disagreement).toBe(0.5);
  });
  it('is 1 where all agree and both answers occur, and below 0 where they agree less than by chance', () => {
    expect(agreementOf(counts([3, 0], [0, 3])).kappa).toBe(1);
    expect(agreementOf(counts([1, 1], [1, 1])).kappa).toBe(-1);
  });
  it('says nothing where nothing can be said', () => {
    expect(agreementOf([])).toEqual({ episodes: 0, ballots: 0, leftOut: 0, disagreement: null, kappa: null });
    expect(agreementOf(counts([1, 0], [0, 1]))).toMatchObject({ ballots: 1, disagreement: null, kappa: null });
    expect(agreementOf(counts([3, 0], [3, 0]))).toMatchObject({ episodes: 2, disagreement: 0, kappa: null });
  });
  it('leaves out episodes with spoiled ballots, and says how many', () => {
    expect(agreementOf(counts([3, 0], [1, 1], [0, 3], [0, 0]))).toMatchObject({ episodes: 2, leftOut: 2, kappa: 1 });
  });
  it('reads the votes of an episode', () => {
    const cast = (vote: 'yes' | 'no' | 'spoiled', ballot: number): Event => ({
      type: 'vote-cast',
      judge: 'j',
      ballot,
      vote,
      reason: '',
      criteria: [],
    });
    expect(ballotsIn([cast('yes', 1), cast('spoiled', 2), cast('no', 3)])).toEqual({ yes: 1, no: 1, spoiled: 1 });
    expect(ballotsIn([{ type: 'agent-spoke', text: 'hi' }])).toBeNull();
  });
});
