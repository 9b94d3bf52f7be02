import { describe, expect, it } from 'vitest';
import { shopRun } from '../../test/shop-run.ts';
import type { Event, Result } from '../core/event.ts';
import type { Json } from '../core/json.ts';
import type { Verdict } from '../core/judge.ts';
import type { Attempt, LogLine } from '../core/log.ts';
import { episodesOf } from '../core/plan.ts';
import { sha256 } from '../wire/hash.ts';
import { rehearse } from './rehearsal.ts';
import { outranks, type ResultRow, rowMaker, rowsOf as rowsOfPlanned, type VoidRow } from './row.ts';

const { plan, taskOf, casting } = await shopRun({ path: 'unused', agents: ['oracle', 'model'], modes: ['E0', 'E1'] });
const attempts = await rehearse(plan, (planned) => ({
  task: taskOf(planned),
  casting: ({ emit }) => casting(planned, { emit, replies: [] }),
}));
const rowsOf = rowMaker(plan);
const first = attempts[0] as Attempt;

const replaced = (attempt: Attempt, change: (event: Event) => Event, result = attempt.result): Attempt => ({
  ...attempt,
  lines: attempt.lines.map((line): LogLine => ({ ...line, event: change(line.event) })),
  result,
});

describe('rowsOf', () => {
  it("opens with OccuBench's fifteen keys in order, and is plain JSON", () => {
    const [row] = rowsOf(first).results;
    const json: Json = row ?? null;
    expect(Object.keys(JSON.parse(JSON.stringify(json)) as object).slice(0, 16)).toEqual([
      'task_id',
      'task_scenario_name',
      'category',
      'domain',
      'difficulty_level',
      'agent_model',
      'world_model',
      'env_mode',
      'fault_count',
      'fault_duration',
      'with_plan',
      'is_correct',
      'feedback',
      'step_count',
      'trajectory',
      'episode',
    ]);
    expect(row).toMatchObject({
      task_id: 'restock-2',
      task_scenario_name: 'Restocking',
      agent_model: 'oracle',
      world_model: 'code',
      fault_count: 0,
      fault_duration: 0,
      is_correct: true,
      step_count: 2,
      outcome: 'passed',
      stop_reason: 'answered',
      faults: { planned: 0, landed: 0, missed: 0, noticed: 0 },
      usage: {},
      milliseconds: 50,
      item: null,
    });
  });

  it('writes the trajectory in the grammar, to the newline', () => {
    const { trajectory } = rowsOf(first).results[0] ?? { trajectory: '' };
    expect(
      trajectory.startsWith('\n[Agent Action]: Call tool `list_items` with arguments: {}\n\n[Environment Obs'),
    ).toBe(true);
    expect(trajectory).toContain(
      '\n\n[Agent Action]: Call tool `place_order` with arguments: {"sku":"SKU-2","quantity":18}\n\n[Environment Observation] (from place_order): {"id"',
    );
    expect(trajectory.endsWith('\n\n[Agent Response]: Done. {"ordered":"SKU-2","quantity":18}\n')).toBe(true);
    const remarked = replaced(first, (event) =>
      event.type === 'tool-called' ? { ...event, remark: 'I look.' } : event,
    );
    expect(rowsOf(remarked).results[0]?.trajectory.startsWith('\n[Agent Response]: I look.\n\n[Agent Action]: ')).toBe(
      true,
    );
  });

  it('counts turns and usage by role, and the faults that landed', () => {
    const withModel = attempts.flatMap((attempt) => rowsOf(attempt).results).find((row) => row.agent === 'model');
    expect(withModel).toMatchObject({
      agent_model: 'shopkeeper',
      turns: 3,
      usage: { agent: { calls: 3, input: null } },
    });
    const faulty = attempts.flatMap((attempt) => rowsOf(attempt).results).filter((row) => row.env_mode === 'E1');
    expect(faulty[0]).toMatchObject({
      fault_count: 1,
      fault_duration: 1,
      faults: { planned: 1, landed: 1, missed: 0 },
    });
  });

  it('gives a number where the id is one', () => {
    const ids = ['814', '0', '007', '12345678901234567890'].map((id) => {
      const own = { ...plan, tasks: plan.tasks.map((task) => ({ ...task, id })) };
      return rowMaker(own)({ ...first, episode: episodesOf(own, sha256)[0]?.id ?? '' }).results[0]?.task_id;
    });
    expect(ids).toEqual([814, 0, '007', '12345678901234567890']);
  });

  it('gives one row per item, with the trajectory once', () => {
    const items = [
      { id: 'mail', passed: true, score: 1, reason: 'sent' },
      { id: 'till', passed: false, score: 0.5, reason: 'short' },
    ];
    const day = replaced(first, (event) =>
      event.type === 'verdict-reached' ? { ...event, verdict: { ...event.verdict, items } satisfies Verdict } : event,
    );
    const rows = rowsOf(day).results;
    expect(rows.map((row) => [row.task_id, row.item, row.is_correct, row.feedback])).toEqual([
      ['restock-2/mail', 'mail', true, 'sent'],
      ['restock-2/till', 'till', false, 'short'],
    ]);
    expect(rows.map((row) => row.trajectory === '')).toEqual([false, true]);
  });

  it('puts voids elsewhere, and nothing for what is unfinished or unknown', () => {
    const result: Result = { outcome: 'void', blame: 'judge', reason: 'no-majority', message: 'no two alike' };
    expect(rowsOf({ ...first, result })).toMatchObject({
      results: [],
      voids: [{ task_id: 'restock-2', blame: 'judge', reason: 'no-majority', step_count: 2, attempt: 1 }],
    });
    expect(rowsOf({ ...first, result: null })).toEqual({ results: [], voids: [] });
    expect(rowsOf({ ...first, episode: 'other' })).toEqual({ results: [], voids: [] });
  });
});

describe('rows', () => {
  it('are the same whether the episode is looked up or given', () => {
    const [planned] = episodesOf(plan, sha256);
    if (planned === undefined) throw new Error('nothing is planned');
    const { results, voids }: { results: readonly ResultRow[]; voids: readonly VoidRow[] } = rowsOfPlanned(
      planned,
      first,
      plan,
    );
    expect({ results, voids }).toEqual(rowsOf(first));
  });
});

describe('outranks', () => {
  it('prefers what was scored, then what came last', () => {
    expect(outranks({ attempt: 1, outcome: 'failed' }, { attempt: 2, outcome: 'void' })).toBe(true);
    expect(outranks({ attempt: 3, outcome: 'void' }, { attempt: 2, outcome: 'passed' })).toBe(false);
    expect(outranks({ attempt: 3, outcome: 'void' }, { attempt: 2, outcome: 'void' })).toBe(true);
  });
});
