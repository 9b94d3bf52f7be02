import { describe, expect, it } from 'vitest';
import { shopRun } from '../../test/shop-run.ts';
import type { Result } from '../core/event.ts';
import type { Attempt, LogLine } from '../core/log.ts';
import { rehearse } from './rehearsal.ts';
import { type AgentSummary, type Summary, summarise } from './summary.ts';
import { renderSummary } from './terminal.ts';

const agents = ['oracle', 'hasty', 'idle', 'model'];
const { plan, taskOf, casting } = await shopRun({ path: 'unused', agents, modes: ['E0', 'E1', 'E2', 'E3'], trials: 2 });
const attempts = await rehearse(plan, (planned) => ({
  task: taskOf(planned),
  casting: ({ emit }) => casting(planned, { emit, replies: [] }),
}));
const summary = summarise(plan, attempts);
const agentIn = ({ agents: all }: Summary, name: string): AgentSummary => {
  const found = all.find((agent) => agent.name === name);
  if (found === undefined) throw new Error(`no agent ${name}`);
  return found;
};
const voided: Result = { outcome: 'void', blame: 'judge', reason: 'no-majority', message: 'no two alike' };

describe('summarise', () => {
  it('is plain JSON, and the same for any order of the attempts', () => {
    expect(JSON.parse(JSON.stringify(summary))).toEqual(summary);
    expect(summarise(plan, attempts.toReversed())).toEqual(summary);
  });

  it('counts passed, scored and planned, with intervals', () => {
    const { cell } = agentIn(summary, 'oracle').modes[0] ?? { cell: null };
    expect(cell).toMatchObject({ planned: 6, scored: 6, passed: 6, void: 0, missing: 0, meanScore: 1, meanSteps: 2 });
    // Three tasks, each twice: as sure as three tasks make it.
    expect(cell?.rate.low).toBeCloseTo(0.4385, 3);
    expect(summary.idle).toMatchObject({ scored: 24, passed: 0 });
    expect(summary.total.planned).toBe(96);
  });

  it('measures robustness, and leaves it undefined where nothing was passed clean', () => {
    expect(agentIn(summary, 'oracle').robustness?.r).toEqual({ value: 1, low: 1, high: 1 });
    const hasty = agentIn(summary, 'hasty');
    const rates = hasty.modes.map(({ cell }) => cell.rate.value ?? 0);
    expect(hasty.robustness?.r.value).toBeCloseTo(Math.min(...rates.slice(1)) / (rates[0] ?? 0), 12);
    expect(hasty.robustness?.modes[0]).toMatchObject({ mode: 'E1', pairs: 6, passedClean: 6, gained: 0 });
    expect(hasty.robustness?.modes[0]?.lost).toBe(6 - (hasty.modes[1]?.cell.passed ?? 0));
    expect(agentIn(summary, 'idle').robustness?.r).toEqual({ value: null, low: null, high: null });
  });

  it('gives pass^k over the trials', () => {
    const [clean] = agentIn(summary, 'oracle').modes;
    expect(clean?.passK).toEqual([
      { k: 1, any: 1, all: 1, tasks: 3, leftOut: 0 },
      { k: 2, any: 1, all: 1, tasks: 3, leftOut: 0 },
    ]);
  });

  it('groups by difficulty and weighs in three ways', () => {
    const { groups, weighted } = agentIn(summary, 'oracle');
    expect(groups.difficulty.map(({ name, clean, all }) => [name, clean?.planned, all.planned])).toEqual([
      ['1', 2, 8],
      ['2', 4, 16],
    ]);
    expect(weighted).toMatchObject({
      mode: 'E0',
      byTask: { value: 1 },
      byScenario: { value: 1 },
      byCategory: { value: 1 },
    });
  });

  it('follows faults from plan to notice', () => {
    const tally = summary.faults?.agents.find(({ agent }) => agent === 'hasty');
    expect(tally).toMatchObject({ planned: 18, landed: 18, missed: 0 });
    expect(tally?.noticed.unnoticed).toBe(18);
    const idle = summary.faults?.agents.find(({ agent }) => agent === 'idle');
    expect(idle).toMatchObject({ planned: 18, landed: 0, missed: 18 });
    expect(agentIn(summary, 'idle').all.untouched).toBe(18);
  });

  it('tells a failure that was the fault’s: passed clean, hidden well, and passed by the oracle', () => {
    expect(summary.story).toMatchObject({ agent: 'hasty', passedClean: true, oraclePassed: true });
    expect(summary.story?.hidden).toMatch(/^Hidden: list_items answered with [12] of its 6 items/);
    const clean = attempts.filter(({ result }) => result?.outcome === 'passed');
    expect(summarise(plan, clean).story).toBeNull();
  });

  it('takes no void for a failure, and shows what is void and missing', () => {
    const spoilt = attempts.slice(1).map((attempt, i) => (i === 0 ? { ...attempt, result: voided } : attempt));
    const { total, voids, agents: all } = summarise(plan, spoilt);
    expect(total).toMatchObject({ planned: 96, scored: 94, void: 1, missing: 1 });
    expect(voids).toEqual([{ agent: 'hasty', blame: 'judge', reason: 'no-majority', count: 1 }]);
    const hasty = agentIn({ ...summary, agents: all }, 'hasty').modes[0]?.cell;
    expect(hasty?.rate.value).toBe(1);
    expect(hasty?.ratePlanned.value).toBeCloseTo(5 / 6, 12);
  });

  it('lets a scored attempt stand for an episode, whatever came before or after', () => {
    const [first] = attempts;
    if (first === undefined) throw new Error('nothing was played');
    const later: Attempt = { ...first, attempt: 2, result: voided };
    expect(summarise(plan, [later, ...attempts]).total).toEqual(summary.total);
    expect(summarise(plan, [...attempts, { ...first, episode: 'stray' }]).strays).toBe(1);
  });

  it('never shows an unknown price as nothing', () => {
    expect(summary.spend).toMatchObject({ cost: null, isComplete: false, lines: [{ role: 'agent', cost: null }] });
    const counted = attempts.map((attempt) => withUsage(attempt));
    const priced = summarise(plan, counted, { cost: (_role, _model, { input }) => (input ?? 0) / 1000 });
    const calls = priced.spend?.lines[0]?.calls ?? 0;
    expect(priced.spend?.cost).toBeCloseTo(calls * 0.1, 9);
    expect(priced.spend?.isComplete).toBe(true);
    expect(summarise(plan, []).spend).toBeNull();
  });

  it('counts a reply that a later attempt took over once', () => {
    const withModel = attempts.map((attempt) => withUsage(attempt)).filter(({ lines }) => lines.some(isReply));
    const again = withModel.map((attempt): Attempt => ({ ...attempt, attempt: 2 }));
    const before = withModel.map((attempt): Attempt => ({ ...attempt, result: voided }));
    const once = summarise(plan, withModel).spend;
    expect(summarise(plan, [...before, ...again]).spend).toEqual(once);
  });

  it('survives a run of which nothing has been played', () => {
    const empty = summarise(plan, []);
    expect(empty.total).toMatchObject({ planned: 96, scored: 0, missing: 96, rate: { value: null } });
    expect(renderSummary(empty)).toContain('Missing  96 of 96');
  });
});

describe('renderSummary', () => {
  const text = renderSummary(summary);
  const lines = text.split('\n');

  it('fits 100 columns, with long names and large numbers too', () => {
    const large = {
      ...summary,
      provenance: { ...summary.provenance, run: 'a-run-with-a-long-name__'.repeat(4) },
      agents: summary.agents.map((agent) => ({
        ...agent,
        name: `provider/${agent.name}-with-a-long-name`,
        voidRate: 0.123,
        robustness: agent.robustness && {
          ...agent.robustness,
          modes: agent.robustness.modes.map((mode) => ({ ...mode, lost: 1234, passedClean: 5678 })),
        },
        modes: agent.modes.map((mode) => ({
          ...mode,
          cell: { ...mode.cell, rate: { value: 0.993, low: 0.981, high: 1 } },
        })),
      })),
    };
    const all = [...lines, ...renderSummary(large).split('\n')];
    expect(all.filter((line) => Array.from(line).length > 100)).toEqual([]);
  });

  it('shows rates with intervals, robustness, faults, idle and the story', () => {
    expect(text).toMatch(/oracle +100 % \[44–100\] +100 % \[44–100\]/);
    expect(text).toMatch(/Idle +passed 0 of 24: doing nothing earns nothing/);
    expect(text).toMatch(/Faults +planned 54 · landed 54/);
    expect(text).toContain('Hidden: list_items');
    expect(text).not.toContain('\u001b');
    expect(renderSummary(summary, { colour: true })).toContain('\u001b[1m');
  });

  it('keeps foreign text from steering the terminal', () => {
    const { story } = summary;
    if (story === null) throw new Error('there is a story');
    const hostile = { ...summary, story: { ...story, did: 'Did: \u001b[2J\u202ewiped the screen.' } };
    const shown = renderSummary(hostile);
    expect(shown.includes('\u001b') || shown.includes('\u202e')).toBe(false);
  });
});

function isReply({ event }: LogLine): boolean {
  return event.type === 'model-replied';
}

function withUsage(attempt: Attempt): Attempt {
  const usage = { input: 100, cachedInput: null, output: 10, reasoning: null };
  return {
    ...attempt,
    lines: attempt.lines.map((line) =>
      line.event.type === 'model-replied'
        ? { ...line, event: { ...line.event, reply: { ...line.event.reply, usage } } }
        : line,
    ),
  };
}
