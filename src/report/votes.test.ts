import { describe, expect, it } from 'vitest';
import { shopRun } from '../../test/shop-run.ts';
import type { VoteCast } from '../core/event.ts';
import type { Attempt } from '../core/log.ts';
import type { Plan } from '../core/plan.ts';
import { ledgerOf } from './ledger.ts';
import { renderPage } from './page.ts';
import { rehearse } from './rehearsal.ts';
import { summarise, summaryOf } from './summary.ts';
import { renderSummary } from './terminal.ts';
import { votesOf } from './votes.ts';

describe('votesOf', () => {
  it('counts spoiled ballots apart, and compares where all ballots count', () => {
    const votes = votesOf([
      { yes: 3, no: 0, spoiled: 0 },
      { yes: 2, no: 1, spoiled: 0 },
      { yes: 0, no: 3, spoiled: 0 },
      { yes: 1, no: 0, spoiled: 2 },
    ]);
    expect(votes).toMatchObject({ episodes: 4, ballots: 12, perEpisode: 3, spoiled: 2, compared: 3, divided: 1 });
    expect(votes?.dividedShare).toBeCloseTo(1 / 3, 12);
    // Observed (1 + 1/3 + 1) / 3; by chance (5/9)² + (4/9)².
    expect(votes?.kappa).toBeCloseTo((7 / 9 - 41 / 81) / (1 - 41 / 81), 12);
    expect(votesOf([{ yes: 1, no: 0, spoiled: 0 }])).toMatchObject({ divided: null, kappa: null });
    expect(votesOf([])).toBeNull();
  });
});

const { plan, taskOf, casting } = await shopRun({ path: 'unused', agents: ['oracle', 'model'] });
const attempts = await rehearse(plan, (planned) => ({
  task: taskOf(planned),
  casting: ({ emit }) => casting(planned, { emit, replies: [] }),
}));
const voted = attempts.map((attempt, i) =>
  withVotes(attempt, i === 0 ? ['yes', 'no', 'spoiled'] : ['yes', 'yes', 'no']),
);

describe('a summary', () => {
  it('folds the votes of the attempts that count, in the terminal and on the page', () => {
    const ledger = ledgerOf(plan, voted);
    const summary = summaryOf(ledger);
    expect(summary.votes).toMatchObject({ episodes: 6, ballots: 18, spoiled: 1, compared: 5, divided: 5 });
    expect(renderSummary(summary)).toMatch(
      /Votes +18 on 6 episodes · divided in 5 of 5 \(100 %\) · Fleiss' kappa -?0\.\d\d · 1 spoiled/,
    );
    expect(renderPage(summary, ledger)).toContain('<h2 id="votes">');
    const silent = ledgerOf(plan, attempts);
    expect(summaryOf(silent).votes).toBeNull();
    expect(renderPage(summaryOf(silent), silent)).not.toContain('<h2 id="votes">');
  });

  it('says what caching saved, and does not guess where the price is unknown', () => {
    const cached = attempts.map((attempt) => withCache(attempt));
    const cost = (_role: string, _model: string, usage: { input: number | null; cachedInput: number | null }): number =>
      ((usage.input ?? 0) - 0.9 * (usage.cachedInput ?? 0)) / 1000;
    const { spend } = summarise(plan, cached, { cost });
    const calls = spend?.lines[0]?.calls ?? 0;
    expect(calls).toBeGreaterThan(0);
    expect(spend?.lines[0]).toMatchObject({ cached: calls * 60, input: calls * 100 });
    expect(spend?.saved).toBeCloseTo((calls * 60 * 0.9) / 1000, 9);
    expect(renderSummary(summarise(plan, cached, { cost }))).toMatch(
      /Cached +saved \$\d\.\d\d · agent shopkeeper: .* \(60\.0 %\)/,
    );
    expect(summarise(plan, cached).spend?.saved).toBeNull();
    expect(renderSummary(summarise(plan, cached))).toContain('saved unknown');
    expect(renderSummary(summarise(plan, attempts))).not.toContain('Cached');
  });

  it('notes a judge that is the agent’s own model, or the world’s', () => {
    const own: Plan = { ...plan, verifierModel: 'provider/Shopkeeper', worldModel: 'elsewhere' };
    expect(summarise(own, []).doubts).toMatchObject({ judgedByOwnModel: ['model'], judgedByWorld: false });
    expect(renderSummary(summarise(own, []))).toContain('the judge is the agent’s own model (model)'.replace('’', "'"));
    const worlds: Plan = { ...plan, verifierModel: 'sim', worldModel: 'sim' };
    expect(summarise(worlds, []).doubts).toMatchObject({ judgedByOwnModel: [], judgedByWorld: true });
    expect(renderSummary(summarise(worlds, []))).toContain('sim both imagined the world and judged');
    const alias: Plan = {
      ...plan,
      verifierModel: 'gpt-5.2',
      agents: [{ name: 'mine', model: 'mine', settings: { model: { provider: 'openai', model: 'gpt-5.2' } } }],
    };
    expect(summarise(alias, []).doubts.judgedByOwnModel).toEqual(['mine']);
    expect(summarise(plan, []).doubts).toEqual({ judgedByOwnModel: [], judgedByWorld: false, uncertified: null });
  });

  it('notes tasks that are not certified under the simulator', () => {
    const simulated: Plan = { ...plan, worldModel: 'sim' };
    const some = summarise(simulated, [], { certified: ({ id }) => id !== 'restock-2' });
    expect(some.doubts.uncertified).toEqual({ tasks: 1, of: 3 });
    expect(renderSummary(some)).toMatch(/Tasks +1 of 3 are not certified under the simulator sim/);
    const all = summarise(simulated, [], { certified: () => true });
    expect(renderSummary(all)).not.toContain('not certified');
    expect(summarise(simulated, [], { certified: () => null }).doubts.uncertified).toBeNull();
  });

  it('does not say that no fault landed where faults were asked of the simulator', () => {
    const asked: Plan = { ...plan, modes: ['E2'], styles: { ...plan.styles, faults: 'prompted' } };
    const summary = summarise(asked, []);
    expect(summary.faults).toBeNull();
    expect(summary.total.untouched).toBe(0);
    expect(renderSummary(summary)).toContain('asked of the simulator in its prompt');
  });
});

function withVotes(attempt: Attempt, votes: readonly VoteCast['vote'][]): Attempt {
  const last = attempt.lines.at(-1);
  if (last === undefined) throw new Error('an attempt has lines');
  const cast = votes.map((vote, i) => ({
    ...last,
    event: { type: 'vote-cast' as const, judge: 'rubric', ballot: i + 1, vote, reason: '', criteria: [] },
  }));
  return { ...attempt, lines: [...attempt.lines.slice(0, -1), ...cast, last] };
}

function withCache(attempt: Attempt): Attempt {
  const usage = { input: 100, cachedInput: 60, output: 10, reasoning: null };
  return {
    ...attempt,
    lines: attempt.lines.map((line) =>
      line.event.type === 'model-replied'
        ? { ...line, event: { ...line.event, reply: { ...line.event.reply, usage } } }
        : line,
    ),
  };
}
