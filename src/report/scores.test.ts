import { describe, expect, it } from 'vitest';
import { shopRun } from '../../test/shop-run.ts';
import type { Event } from '../core/event.ts';
import type { Attempt } from '../core/log.ts';
import { cellOf } from './cell.ts';
import { ledgerOf, newLedger } from './ledger.ts';
import { rehearse } from './rehearsal.ts';
import { scoresOf } from './scores.ts';

const { plan, taskOf, casting } = await shopRun({ path: 'unused', agents: ['oracle', 'idle'], trials: 2 });
const attempts = await rehearse(plan, (planned) => ({
  task: taskOf(planned),
  casting: ({ emit }) => casting(planned, { emit, replies: [] }),
}));

/** As if the judge had looked at three things in each episode, and found the agent right in two of them. */
function withItems(attempt: Attempt): Attempt {
  const items = ['mail', 'till', 'shelf'].map((id, i) => ({ id, passed: i < 2, score: i < 2 ? 1 : 0, reason: '' }));
  const change = (event: Event): Event =>
    event.type === 'verdict-reached' ? { ...event, verdict: { ...event.verdict, items } } : event;
  return { ...attempt, lines: attempt.lines.map((line) => ({ ...line, event: change(line.event) })) };
}

describe('scoresOf', () => {
  it('gives one unit per planned episode, played or not', () => {
    const ledger = newLedger(plan);
    for (const attempt of attempts.slice(2)) ledger.add(attempt);
    const scores = scoresOf(ledger);
    expect(scores).toHaveLength(12);
    expect(scores.filter(({ outcome }) => outcome === 'missing')).toHaveLength(2);
  });

  it('gives one unit per item, and counts steps once', () => {
    const scores = scoresOf(ledgerOf(plan, attempts.map(withItems)));
    const oracle = cellOf(scores.filter(({ agent }) => agent === 'oracle'));
    expect(oracle).toMatchObject({ planned: 18, scored: 18, passed: 12, meanSteps: 2 });
  });

  it('counts an episode without a verdict for all items of its task', () => {
    const [first, second, ...rest] = attempts.map(withItems);
    if (first === undefined || second === undefined) throw new Error('nothing was played');
    const crashed: Attempt = {
      ...first,
      lines: first.lines.filter(({ event }) => event.type !== 'verdict-reached'),
      result: { outcome: 'failed', score: 0, reason: 'turn-limit: stopped' },
    };
    const voided: Attempt = { ...second, result: { outcome: 'void', blame: 'host', reason: 'budget', message: '' } };
    const scores = scoresOf(ledgerOf(plan, [crashed, voided, ...rest]));
    const outcomes = (episode: string): string[] =>
      scores.filter((one) => one.episode === episode).map((one) => one.outcome);
    expect(outcomes(first.episode)).toEqual(['failed', 'failed', 'failed']);
    expect(outcomes(second.episode)).toEqual(['void', 'void', 'void']);
  });
});
