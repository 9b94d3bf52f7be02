import { describe, expect, it } from 'vitest';
import { shopRun } from '../../test/shop-run.ts';
import type { Plan, PlannedAgent } from '../core/plan.ts';
import { ANALYSES, type AnalysisKind, type AnalysisOptions, analysisOf } from './analysis.ts';
import { renderAnalysis } from './analysis-text.ts';
import type { Run } from './compare.ts';
import { lineupOf } from './contenders.ts';
import { ledgerOf } from './ledger.ts';
import { type MadeOutcome, madeRun, madeTasks } from './made-run.ts';
import { rehearse } from './rehearsal.ts';
import { scoresOf } from './scores.ts';

const model = (name: string, settings: PlannedAgent['settings'] = {}): PlannedAgent => ({
  name,
  model: name,
  settings,
});

/** Passes the first so many tasks. */
const upTo =
  (passes: number) =>
  ({ task }: { readonly task: { readonly id: string } }): MadeOutcome =>
    Number(task.id) < passes ? 'passed' : 'failed';

function found<K extends AnalysisKind>(kind: K, runs: readonly Run[], options: AnalysisOptions = {}) {
  const analysis = analysisOf(kind, runs, options);
  if (!isKind(analysis, kind)) throw new Error('another kind');
  return analysis;
}
type Analysis = ReturnType<typeof analysisOf>;
function isKind<K extends AnalysisKind>(analysis: Analysis, kind: K): analysis is Extract<Analysis, { kind: K }> {
  return analysis.kind === kind;
}

describe('lineupOf', () => {
  it('puts results of one agent together only where all else is the same', () => {
    const tasks = madeTasks(2);
    const clean = madeRun({ tasks, run: 'a' }, () => 'passed');
    const faulty = madeRun({ tasks, run: 'b', modes: ['E1'] }, () => 'failed');
    expect(lineupOf([clean, faulty]).contenders.map(({ name, scores }) => [name, scores.length])).toEqual([['m', 4]]);
    const elsewhere = madeRun({ tasks, run: 'c', worldModel: 'other-sim' }, () => 'failed');
    const names = lineupOf([clean, faulty, elsewhere]).contenders.map(({ name }) => name);
    expect(names).toEqual(['m (under sim)', 'm (under other-sim)']);
    expect(lineupOf([clean, elsewhere]).warnings.join()).toContain('several simulators');
    expect(lineupOf([clean, elsewhere], ['simulator']).warnings).toEqual([]);
    const planned = madeRun({ tasks, run: 'd', withPlan: true }, () => 'passed');
    expect(lineupOf([clean, planned]).contenders.map(({ name }) => name)).toEqual(['m', 'm (with plan)']);
  });

  it('gives clean results to every severity', () => {
    const clean = madeRun({ faultCount: 9 }, () => 'passed');
    const mild = madeRun({ modes: ['E3'], faultCount: 1 }, () => 'passed');
    const harsh = madeRun({ modes: ['E3'], faultCount: 4 }, () => 'failed');
    const { contenders } = lineupOf([clean, mild, harsh]);
    expect(contenders.map(({ name, scores }) => [name, scores.length])).toEqual([
      ['m (faults 1 × 2)', 8],
      ['m (faults 4 × 2)', 8],
    ]);
    expect(contenders.every(({ scores }) => scores.some(({ mode }) => mode === 'E0'))).toBe(true);
  });

  it('counts a result once, says so, and takes another seed for further trials', () => {
    const first = madeRun({}, () => 'passed');
    const again = madeRun({ run: 'again' }, ({ task }) => (task.id === '0' ? 'void' : 'failed'));
    const twice = lineupOf([first, again]);
    expect(twice.contenders[0]?.scores.map(({ outcome }) => outcome)).toEqual(['passed', 'failed', 'failed', 'failed']);
    expect(twice.warnings.join()).toContain('of which the last counts: 3');
    const other = lineupOf([first, madeRun({ seed: '1' }, () => 'failed')]);
    expect(other.contenders[0]?.scores).toHaveLength(8);
    expect(other.warnings).toEqual([]);
  });

  it('warns of tasks that were edited between the runs', () => {
    const edited = madeRun(
      { tasks: madeTasks(4, (i) => (i === 0 ? { hash: 'edited' } : {})), seed: '1' },
      () => 'failed',
    );
    expect(lineupOf([madeRun({}, () => 'passed'), edited]).warnings.join()).toContain('edited between the runs: 1');
  });
});

describe('industry and difficulty', () => {
  const tasks = madeTasks(6, (i) => ({
    category: i < 4 ? 'Business & Enterprise' : 'Education & Culture',
    difficulty: i % 2 === 0 ? 1 : 3,
  }));
  const run = madeRun({ tasks, modes: ['E0', 'E2'], agents: [model('a'), model('b')] }, ({ task, agent, mode }) => {
    if (mode === 'E2') return 'failed';
    if (agent.name === 'b') return task.id === '5' ? 'void' : 'failed';
    return Number(task.id) < 3 ? 'passed' : 'failed';
  });

  it('are told in the clean mode, with counts and intervals, and a mean in which agents count alike', () => {
    const { mode, groups, contenders } = found('industry', [run]);
    expect(mode).toBe('E0');
    expect(groups).toEqual([
      { name: 'Business & Enterprise', tasks: 4, mean: 0.375 },
      { name: 'Education & Culture', tasks: 2, mean: 0 },
    ]);
    expect(contenders[0]?.cells[0]).toMatchObject({ scored: 4, passed: 3, rate: { value: 0.75 } });
    expect(contenders[0]?.cells[0]?.rate.low).toBeCloseTo(0.3006, 3);
    expect(contenders[1]?.cells[1]).toMatchObject({ planned: 2, scored: 1, void: 1 });
    expect(contenders[0]?.overall).toMatchObject({ scored: 6, passed: 3 });
  });

  it('group by level', () => {
    const { groups, contenders } = found('difficulty', [run]);
    expect(groups.map(({ name, tasks: count }) => [name, count])).toEqual([
      ['level 1', 3],
      ['level 3', 3],
    ]);
    expect(contenders[0]?.cells.map(({ passed }) => passed)).toEqual([2, 1]);
  });
});

describe('robustness', () => {
  it('is measured across runs, one for each mode, as the original writes them', () => {
    const tasks = madeTasks(10);
    const passes = { E0: 8, E1: 7, E2: 4, E3: 6 };
    const runs = (['E0', 'E1', 'E2', 'E3'] as const).map((mode) =>
      madeRun({ tasks, run: mode, modes: [mode] }, upTo(passes[mode])),
    );
    const { contenders, modes } = found('robustness', runs);
    expect(modes).toEqual(['E0', 'E1', 'E2', 'E3']);
    expect(contenders).toHaveLength(1);
    expect(contenders[0]?.robustness?.r.value).toBe(0.5);
    expect(contenders[0]?.robustness?.modes[1]).toMatchObject({ mode: 'E2', lost: 4, passedClean: 8 });
    expect(renderAnalysis(analysisOf('robustness', runs))).toMatch(/E2 +0\.50 +\[\d\.\d\d–\d\.\d\d\] +4 of 8/);
  });

  it('is undefined without a clean run', () => {
    expect(found('robustness', [madeRun({ modes: ['E1'] }, upTo(2))]).contenders[0]?.robustness).toBeNull();
  });
});

describe('severity', () => {
  it('makes a grid of counts and durations, beside the clean rate', () => {
    const tasks = madeTasks(10);
    const at = (faultCount: number, faultDuration: number, passes: number): Run =>
      madeRun({ tasks, run: `${faultCount}/${faultDuration}`, modes: ['E3'], faultCount, faultDuration }, upTo(passes));
    const runs = [madeRun({ tasks }, upTo(9)), at(1, 2, 8), at(2, 2, 6), at(4, 2, 5), at(2, 1, 7), at(2, 4, 3)];
    const { grids } = found('severity', runs);
    expect(grids).toHaveLength(1);
    expect(grids[0]).toMatchObject({ mode: 'E3', counts: [1, 2, 4], durations: [1, 2, 4], clean: { passed: 9 } });
    const cell = grids[0]?.cells.find(({ count, duration }) => count === 4 && duration === 2)?.cell;
    expect(cell).toMatchObject({ scored: 10, passed: 5 });
    expect(grids[0]?.cells).toHaveLength(5);
    expect(renderAnalysis(analysisOf('severity', runs))).toMatch(/1 +– +80\.0 % \[49–94\] +–/);
    expect(renderAnalysis(analysisOf('severity', [madeRun({}, upTo(1))]))).toContain('No faulty mode');
  });
});

describe('effort', () => {
  it('orders levels as providers mean them, wherever the effort was set', () => {
    const tasks = madeTasks(20);
    const at = (settings: PlannedAgent['settings'], passes: number): Run =>
      madeRun({ tasks, run: JSON.stringify(settings), agents: [model('m', settings)] }, upTo(passes));
    const runs = [
      at({ reasoningEffort: 'xhigh' }, 19),
      at({ reasoningEffort: null, model: { defaults: { reasoningEffort: 'low' } } }, 10),
      at({ reasoningEffort: 'none' }, 5),
      at({ reasoningEffort: null }, 12),
    ];
    const [curve] = found('effort', runs).curves;
    expect(curve?.levels.map(({ effort, cell }) => [effort, cell.passed])).toEqual([
      ['none', 5],
      ['low', 10],
      ['xhigh', 19],
      ['default', 12],
    ]);
    expect(curve?.gain).toMatchObject({
      from: 'none',
      to: 'xhigh',
      pairs: 20,
      gained: 14,
      difference: 0.7,
      isReal: true,
    });
    expect(renderAnalysis(analysisOf('effort', runs))).toContain('m, none to xhigh: +70.0 points');
  });
});

describe('scaling', () => {
  const tasks = madeTasks(20);
  const run = madeRun({ tasks, agents: ['s', 'l', 'xl'].map((name) => model(name)) }, (planned) =>
    upTo({ s: 5, l: 15, xl: 16 }[planned.agent.name] ?? 0)(planned),
  );

  it('gives the gap of each step of a family, with interval and test', () => {
    const { gaps } = found('scaling', [run], { families: [['s', 'l', 'xl']] });
    expect(gaps.map(({ small, large, gap }) => [small.name, large.name, gap.difference, gap.isReal])).toEqual([
      ['s', 'l', 0.5, true],
      ['l', 'xl', 0.05, false],
    ]);
    expect(gaps[0]?.gap.interval?.low).toBeGreaterThan(0.2);
  });

  it('finds the paper’s families by itself, and says so where there is none', () => {
    const known = madeRun({ tasks, agents: [model('qwen3.5-plus'), model('qwen3.5-flash')] }, (planned) =>
      upTo(planned.agent.name === 'qwen3.5-plus' ? 15 : 12)(planned),
    );
    expect(found('scaling', [known]).gaps.map(({ small, large }) => [small.name, large.name])).toEqual([
      ['qwen3.5-flash', 'qwen3.5-plus'],
    ]);
    expect(() => analysisOf('scaling', [run])).toThrow('--family small,large');
    expect(() => analysisOf('scaling', [run], { families: [['s', 'xll']] })).toThrow('Did you mean "xl"?');
    expect(() => analysisOf('scaling', [run], { families: [['s']] })).toThrow('two names or more');
    const elsewhere = madeRun({ tasks, agents: [model('s')], worldModel: 'other' }, upTo(1));
    expect(() => analysisOf('scaling', [run, elsewhere], { families: [['s', 'l']] })).toThrow(
      'could be "s (under sim)"',
    );
  });
});

describe('simulators', () => {
  const tasks = madeTasks(40);
  const agents = ['a', 'b', 'c'].map((name) => model(name));
  const under = (worldModel: string, passes: readonly number[]): Run =>
    madeRun({ tasks, run: worldModel, agents, worldModel, verifierModel: worldModel }, (planned) =>
      upTo(passes['abc'.indexOf(planned.agent.name)] ?? 0)(planned),
    );

  it('ranks agents under each, and counts a tie on one side as a disagreement', () => {
    const {
      simulators,
      agents: rows,
      pairs,
    } = found('simulators', [under('x', [30, 20, 10]), under('y', [25, 12, 12])]);
    expect(simulators).toEqual([
      { name: 'x', judges: ['x'], mean: 0.5 },
      { name: 'y', judges: ['y'], mean: expect.closeTo(49 / 120, 12) },
    ]);
    expect(rows.map(({ name, ranks }) => [name, ranks])).toEqual([
      ['a', [1, 1]],
      ['b', [2, 2]],
      ['c', [3, 2]],
    ]);
    expect(pairs).toMatchObject([{ a: 'x', b: 'y', agents: 3, pairs: 3, same: 2 }]);
    expect(pairs[0]?.tau.value).toBeCloseTo(2 / Math.sqrt(6), 12);
  });

  it('gives tau-b an interval over tasks: tight where the order is sure, wide where it is chance', () => {
    const sure = found('simulators', [under('x', [36, 20, 4]), under('y', [36, 20, 4])]).pairs[0]?.tau;
    expect(sure).toMatchObject({ value: 1, low: 1, high: 1 });
    const mixed = madeRun({ tasks, run: 'z', agents, worldModel: 'z' }, ({ task, agent }) =>
      (Number(task.id) * 7 + 'abc'.indexOf(agent.name) * 13) % 40 < 21 - 'abc'.indexOf(agent.name)
        ? 'passed'
        : 'failed',
    );
    const unsure = found('simulators', [under('x', [36, 20, 4]), mixed]).pairs[0]?.tau;
    expect((unsure?.high ?? 0) - (unsure?.low ?? 0)).toBeGreaterThan(1);
  });

  it('leaves out agents that ran under one alone, and says when the judge changes too', () => {
    const alone = madeRun({ tasks, run: 'y', agents: agents.slice(0, 2), worldModel: 'y' }, upTo(3));
    const analysis = analysisOf('simulators', [under('x', [30, 20, 10]), alone]);
    expect(isKind(analysis, 'simulators') && analysis.pairs[0]).toMatchObject({ agents: 2, pairs: 1, same: 0 });
    expect(isKind(analysis, 'simulators') && analysis.agents[2]?.cells[1]).toBeNull();
    expect(renderAnalysis(analysis)).toContain('The judge changes too (judge, x)');
    expect(renderAnalysis(analysisOf('simulators', [alone]))).toContain('nothing to compare');
  });
});

describe('renderAnalysis', () => {
  const long: Partial<Plan> = {
    tasks: madeTasks(12, (i) => ({
      category: ['Transportation & Logistics', 'Public Service & Governance'][i % 2] ?? '',
    })),
    modes: ['E0', 'E1', 'E2', 'E3'],
    agents: ['provider/gpt-5.2', 'provider/claude-opus-4-6', 'provider/a-model-with-a-very-long-name', 'd', 'e'].map(
      (name) => model(name),
    ),
  };
  const runs = ['gemini-3-flash-preview', 'a-simulator-with-a-long-name', 'gpt-5.2'].map((worldModel) =>
    madeRun({ ...long, worldModel, run: worldModel }, ({ task, agent }) =>
      (Number(task.id) + agent.name.length) % 3 === 0 ? 'failed' : 'passed',
    ),
  );

  it('fits 100 columns, with the paper’s numbers marked as theirs', () => {
    for (const kind of ANALYSES) {
      const families = [['d', 'e']];
      const analysis = analysisOf(kind, kind === 'scaling' ? runs.slice(0, 1) : runs, { families });
      expect(JSON.parse(JSON.stringify(analysis))).toEqual(analysis);
      const text = renderAnalysis(analysis, { paper: true });
      expect(
        text.split('\n').filter((line) => Array.from(line).length > 100),
        kind,
      ).toEqual([]);
      expect(text).toContain('As published in arXiv 2604.10866v2');
      expect(renderAnalysis(analysis)).not.toContain('arXiv');
    }
    expect(renderAnalysis(analysisOf('industry', runs), { paper: true })).toContain('GPT-5.2 *');
  });

  it('works on a run that was played', async () => {
    const { plan, taskOf, casting } = await shopRun({
      path: 'unused',
      agents: ['oracle', 'hasty', 'idle'],
      modes: ['E0', 'E2'],
    });
    const attempts = await rehearse(plan, (planned) => ({
      task: taskOf(planned),
      casting: ({ emit }) => casting(planned, { emit, replies: [] }),
    }));
    const run = { plan, scores: scoresOf(ledgerOf(plan, attempts)) };
    const text = renderAnalysis(analysisOf('robustness', [run]));
    expect(text).toMatch(/oracle +100 % \[44–100\] +100 % \[44–100\] +1\.00/);
    expect(text).not.toContain('idle');
  });
});
