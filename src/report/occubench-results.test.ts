import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compare } from './compare.ts';
import { renderComparison } from './comparison.ts';
import { madeRun, madeTasks } from './made-run.ts';
import { isOriginalRun, originalRun, readOriginalRun } from './occubench-results.ts';
import { renderPage } from './page.ts';
import { summaryOf } from './summary.ts';
import { renderSummary } from './terminal.ts';

type Fields = { readonly [key: string]: unknown };

function row(id: number, fields: Fields = {}): string {
  return JSON.stringify({
    task_id: id,
    task_scenario_name: 'Order Return',
    category: 'Commerce & Consumer',
    domain: 'Retail',
    difficulty_level: 2,
    agent_model: 'gpt-5.2',
    world_model: 'gemini-3-flash',
    env_mode: 'E0',
    fault_count: 0,
    fault_duration: 0,
    with_plan: false,
    is_correct: true,
    feedback: 'All criteria are met.',
    step_count: 7,
    trajectory: '\n[Agent Response]: Done.\n',
    ...fields,
  });
}

const ARGS = JSON.stringify({ agent_model: 'gpt-5.2', verifier_model: null, task_ids: null, api_key: 'sk-secret' });
const read = (lines: readonly string[], args = ARGS) =>
  originalRun({ run: 'old', source: 'results/old', args, results: lines.map((line) => `${line}\n`).join('') });

describe('originalRun', () => {
  it('takes outcomes, steps and taxonomy as they stand', () => {
    const run = read([
      row(11),
      row(12, { is_correct: false, difficulty_level: 3, feedback: 'The valve stayed shut.' }),
    ]);
    expect(run.plan).toMatchObject({
      run: 'old',
      suite: 'occubench',
      worldModel: 'gemini-3-flash',
      verifierModel: 'gemini-3-flash',
      modes: ['E0'],
      agents: [{ name: 'gpt-5.2', model: 'gpt-5.2' }],
      styles: { prompts: 'reference', faults: 'prompted', rubric: 'whole', votes: 3 },
    });
    expect(run.scores.map(({ task, outcome, steps }) => [task.id, task.difficulty, outcome, steps])).toEqual([
      ['11', 2, 'passed', 7],
      ['12', 3, 'failed', 7],
    ]);
    expect(run).toMatchObject({ suspects: [], malformed: 0, duplicates: 0, warnings: [] });
    expect(JSON.stringify(run.plan)).not.toContain('sk-secret');
  });

  it('passes over unknown keys, counts lines that are none, and lets the last of two rows count, with a warning', () => {
    const run = read([
      row(1, { is_correct: false, extra: { deep: true } }),
      '{"task_id": 2, "is_corr{"task_id": 3}',
      JSON.stringify({ task_id: 4 }),
      JSON.stringify({ task_id: 5, is_correct: 'false' }),
      row(1, { is_correct: true }),
      row(6, { category: null, difficulty_level: 9, feedback: null, env_mode: 'E0' }),
    ]);
    expect(run).toMatchObject({ malformed: 3, duplicates: 1 });
    expect(run.scores.map(({ task, outcome }) => [task.id, outcome])).toEqual([
      ['1', 'passed'],
      ['6', 'passed'],
    ]);
    expect(run.plan.tasks[1]).toMatchObject({ category: 'Unknown', difficulty: null });
    expect(run.warnings.join(' ')).toMatch(/could not be read: 3\. .*more than once, of which the last counts: 1/);
  });

  it('reads a last row without a newline, and a file without rows', () => {
    expect(originalRun({ run: 'r', source: 'r', args: ARGS, results: row(1) }).scores).toHaveLength(1);
    const empty = originalRun({ run: 'r', source: 'r', args: '', results: '' });
    expect(empty.warnings.join(' ')).toContain('no result');
    expect(renderSummary(summaryOf(empty.ledger, { original: empty }))).toContain('Original');
  });

  it('suspects what may be the harness’s own breakage, and says what the rate would be without', () => {
    const run = read([
      row(1),
      row(2, { is_correct: false, feedback: 'Verification error' }),
      row(3, { is_correct: false, trajectory: '', step_count: 0 }),
      row(4, { is_correct: false }),
    ]);
    expect(run.suspects.map(({ task, why }) => [task, why])).toEqual([
      ['2', 'verification-error'],
      ['3', 'empty-trajectory'],
    ]);
    const summary = summaryOf(run.ledger, { original: run });
    expect(summary.total).toMatchObject({ scored: 4, passed: 1 });
    const text = renderSummary(summary).replaceAll(/\s+/g, ' ');
    expect(text).toContain('made by the original OccuBench harness');
    expect(text).toContain('Without them 50.0 % of 2 passed');
    expect(JSON.parse(JSON.stringify(summary.original))).toEqual(summary.original);
    expect(Object.keys(summary.original ?? {})).not.toContain('ledger');
  });

  it('knows the faults that were asked for, and not which came', () => {
    const run = read([row(1, { env_mode: 'E3', fault_count: 4, fault_duration: 1 })]);
    expect(run.plan).toMatchObject({ modes: ['E3'], faultCount: 4, faultDuration: 1 });
    const summary = summaryOf(run.ledger, { original: run });
    expect(summary).toMatchObject({ faults: null, total: { untouched: 0 } });
    expect(renderSummary(summary)).toContain('asked of the simulator');
  });

  it('counts tasks that were asked for and never finished as missing', () => {
    const run = read([row(1)], JSON.stringify({ verifier_model: 'judge', task_ids: [1, 2] }));
    expect(run.plan.verifierModel).toBe('judge');
    expect(summaryOf(run.ledger, { original: run }).total).toMatchObject({ planned: 2, scored: 1, missing: 1 });
  });

  it('warns of rows made under different settings', () => {
    const run = read([row(1), row(2, { world_model: 'gpt-4o' }), row(3, { with_plan: true })]);
    expect(run.warnings).toEqual(['It mixes results of different world_model, with_plan.']);
  });

  it('gives a page with the judge’s words, and fits 100 columns', () => {
    const run = read([row(1, { is_correct: false, feedback: 'The valve <b>stayed</b> shut.' })]);
    const summary = summaryOf(run.ledger, { original: run });
    expect(renderPage(summary, run.ledger)).toContain('The valve &lt;b&gt;stayed&lt;/b&gt; shut.');
    for (const line of renderSummary(summary).split('\n')) expect(Array.from(line).length).toBeLessThanOrEqual(100);
  });

  it('is paired with a run of ours by task, without calling its tasks changed', () => {
    const old = originalRun(
      { run: 'old', source: 'old', args: ARGS, results: `${row(0)}\n${row(1)}\n` },
      { suite: 'made' },
    );
    const ours = madeRun({ tasks: madeTasks(2) }, ({ task }) => (task.id === '0' ? 'failed' : 'passed'));
    const comparison = compare(old, ours);
    expect(comparison.changedTasks).toEqual([]);
    expect(comparison.agents[0]?.overall).toMatchObject({ pairs: 2, lost: 1, gained: 0 });
    expect(renderComparison(comparison)).toContain('worldModel: gemini-3-flash → sim');
  });
});

describe('readOriginalRun', () => {
  const place = mkdtempSync(join(tmpdir(), 'practicum-original-'));
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  it('reads a directory, and leaves those of ours alone', () => {
    const path = join(place, 'gpt-5.2__gemini__E0');
    mkdirSync(path);
    expect(isOriginalRun(path)).toBe(false);
    expect(() => readOriginalRun(path)).toThrow('no results.jsonl');
    writeFileSync(join(path, 'results.jsonl'), `${row(1)}\n`);
    expect(isOriginalRun(path)).toBe(true);
    expect(readOriginalRun(path)).toMatchObject({
      plan: { run: 'gpt-5.2__gemini__E0', verifierModel: null },
      warnings: ['Its args.json is missing or unreadable, so the judge is not known.'],
    });
    writeFileSync(join(path, 'plan.json'), '{}');
    expect(isOriginalRun(path)).toBe(false);
  });
});
