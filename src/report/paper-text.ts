/** The part of the paper's numbers that belongs beside an analysis, as tables, with the models that one ran oneself marked. */
import { MODES } from '../core/plan.ts';
import type { Findings } from './analysis.ts';
import { PAPER, paperModel } from './paper.ts';
import { agreementOf, ranksOf, tauB } from './ranking.ts';
import { textRows } from './text-rows.ts';

type Lines = readonly string[];

/** Empty where the paper published nothing of the kind. */
export function paperLines(analysis: Findings): readonly Lines[] {
  const own = ownModels(analysis);
  const mark = (model: string): string => (own.has(model) ? `${model} *` : model);
  const tables = tablesFor(analysis.kind, mark);
  const isMarked = tables.flat().some((line) => line.includes(' *'));
  return [...tables, ...(isMarked ? [['* ran here too, above']] : [])];
}

type Mark = (model: string) => string;

function tablesFor(kind: Findings['kind'], mark: Mark): readonly Lines[] {
  switch (kind) {
    case 'industry':
      return [industry(mark)];
    case 'robustness':
      return [robustness(mark)];
    case 'severity':
      return [
        textRows([
          ['E3', 'spells', 'calls', 'rate'],
          ...PAPER.severity.map((one) => [mark(one.model), String(one.count), String(one.duration), figure(one.rate)]),
        ]),
      ];
    case 'effort':
      return [
        textRows([
          ['E0', 'effort', 'rate'],
          ...PAPER.effort.map(({ model, effort, rate }) => [mark(model), effort, figure(rate)]),
        ]),
      ];
    case 'scaling':
      return [
        textRows([
          ['E0', 'small', 'large', 'gap'],
          ...PAPER.families.map(({ family, small, large, gap }) => [family, mark(small), mark(large), figure(gap)]),
        ]),
      ];
    case 'simulators':
      return simulators(mark);
    case 'difficulty':
      return [['Nothing was published by difficulty.']];
  }
}

function industry(mark: Mark): Lines {
  const { categories } = PAPER;
  return textRows([
    ['E0', 'all', ...categories.map(({ short }) => short)],
    ['n', String(PAPER.tasks), ...categories.map(({ tasks }) => String(tasks))],
    ...PAPER.industry.map(({ model, average, rates }) => [mark(model), figure(average), ...rates.map(String)]),
    ['mean without GPT-5.2', '', ...categories.map(({ mean }) => figure(mean))],
  ]);
}

function robustness(mark: Mark): Lines {
  return textRows([
    ['agent', ...MODES, 'R'],
    ...PAPER.robustness.map(({ model, rates, r }) => [mark(model), ...rates.map(figure), r.toFixed(2)]),
  ]);
}

function simulators(mark: Mark): readonly Lines[] {
  const { names, agents, agreement } = PAPER.simulators;
  const under = names.map((_, i) => agents.map(({ rates }) => rates[i] ?? 0));
  const ranks = under.map(ranksOf);
  return [
    textRows([
      ['agent (rank)', ...names],
      ...agents.map(({ model, rates }, row) => [
        mark(model),
        ...rates.map((rate, i) => `${figure(rate)} (${ranks[i]?.[row] ?? ''})`),
      ]),
    ]),
    textRows([
      ['simulators', 'same order', 'tau-b'],
      ...agreement.map(({ a, b }) => {
        const { same, pairs } = agreementOf(under[a] ?? [], under[b] ?? []);
        return [
          `${names[a]}, ${names[b]}`,
          `${same} of ${pairs}`,
          tauB(under[a] ?? [], under[b] ?? [])?.toFixed(2) ?? '',
        ];
      }),
    ]),
  ];
}

function figure(rate: number): string {
  return rate.toFixed(1);
}

function ownModels(analysis: Findings): ReadonlySet<string> {
  const models = ((): readonly (string | null)[] => {
    switch (analysis.kind) {
      case 'industry':
      case 'difficulty':
      case 'robustness':
        return analysis.contenders.map(({ model }) => model);
      case 'severity':
        return analysis.grids.map(({ model }) => model);
      case 'effort':
        return analysis.curves.map(({ model }) => model);
      case 'scaling':
        return analysis.gaps.flatMap(({ small, large }) => [small.model, large.model]);
      case 'simulators':
        return analysis.agents.map(({ model }) => model);
    }
  })();
  return new Set(models.flatMap((model) => (model === null ? [] : (paperModel(model) ?? []))));
}
