/** An analysis as text for a terminal of 100 columns. What the paper published stands below one's own, marked as theirs. */
import pico from 'picocolors';
import type { Analysis, Findings } from './analysis.ts';
import type { Cell } from './cell.ts';
import {
  count,
  MODE_NAMES,
  percent,
  percentInterval,
  plural,
  pValue,
  ratio,
  ratioInterval,
  UNKNOWN,
} from './figures.ts';
import { PAPER } from './paper.ts';
import { paperLines } from './paper-text.ts';
import type { Profile } from './profile.ts';
import { wrapped } from './table.ts';
import { textRows } from './text-rows.ts';

export interface AnalysisTextOptions {
  readonly colour?: boolean;
  /** Whether to draw the paper's numbers too. */
  readonly paper?: boolean;
}

const WIDTH = 98;
const MARGIN = '  ';
type Lines = readonly string[];

export function renderAnalysis(
  analysis: Analysis,
  { colour = false, paper = false }: AnalysisTextOptions = {},
): string {
  const pen = pico.createColors(colour);
  const sections: readonly Lines[] = [
    [`${pen.bold(TITLES[analysis.kind])}  ${pen.dim(plural(analysis.runs.length, 'run'))}`],
    ...findings(analysis),
    ...(paper ? [[pen.bold(`As published in ${PAPER.source}`)], ...paperLines(analysis)] : []),
    [...analysis.warnings, ...(paper && analysis.kind !== 'difficulty' ? PAPER.caveats : [])]
      .flatMap((note) => wrapped(note, WIDTH, ''))
      .map((line) => pen.dim(line)),
  ];
  const body = sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => (MARGIN + line).trimEnd()).join('\n'));
  return `\n${body.join('\n\n')}`;
}

const TITLES: { readonly [kind in Analysis['kind']]: string } = {
  industry: 'Completion by industry',
  robustness: 'Robustness',
  severity: 'Completion by severity of faults',
  effort: 'Completion by reasoning effort',
  difficulty: 'Completion by difficulty',
  scaling: 'What size or generation buys',
  simulators: 'The same agents under several simulators',
};

function findings(analysis: Findings): readonly Lines[] {
  switch (analysis.kind) {
    case 'industry':
      return profile('industry', analysis);
    case 'difficulty':
      return profile('difficulty', analysis);
    case 'robustness':
      return robustness(analysis);
    case 'severity':
      return severity(analysis);
    case 'effort':
      return effort(analysis);
    case 'scaling':
      return scaling(analysis);
    case 'simulators':
      return simulators(analysis);
  }
}

function rate(cell: Cell | null | undefined): string {
  if (!cell) return UNKNOWN;
  return `${percent(cell.rate.value)} ${percentInterval(cell.rate)}`.trim();
}

/** More than these do not fit beside each other. */
const ACROSS = 3;

/** A rate with its interval. Names that are longer stand below the table, under a letter. */
const KEY_WIDTH = 16;

function profile(what: string, { mode, groups, contenders }: Profile): readonly Lines[] {
  const isLettered = contenders.some(({ name }) => Array.from(name).length > KEY_WIDTH);
  const keyed = contenders.map((one, i) => ({ ...one, key: isLettered ? letter(i) : one.name }));
  const blocks = chunks(keyed, ACROSS);
  const all = count(groups.reduce((sum, group) => sum + group.tasks, 0));
  const tables = blocks.map((block, n) => {
    const hasMean = contenders.length > 1 && n === blocks.length - 1;
    const rows = groups.map((group, i) => [
      group.name,
      count(group.tasks),
      ...block.map(({ cells }) => rate(cells[i])),
      ...(hasMean ? [percent(group.mean)] : []),
    ]);
    const head = [what, 'n', ...block.map(({ key }) => key), ...(hasMean ? ['mean'] : [])];
    const total = ['all', all, ...block.map(({ overall }) => rate(overall)), ...(hasMean ? [''] : [])];
    return textRows([head, ...rows, total], KEY_WIDTH);
  });
  return [
    ...tables,
    isLettered ? keyed.flatMap(({ key, name }) => wrapped(`${key}  ${name}`, WIDTH, '')) : [],
    [`Passed of scored [95 % interval] in ${mode}, ${MODE_NAMES[mode]}; n: tasks.`],
  ];
}

/** A, B … Z, then A2, B2 … */
export function letter(i: number): string {
  const round = Math.floor(i / 26);
  return String.fromCharCode(65 + (i % 26)) + (round === 0 ? '' : round + 1);
}

function robustness({ modes, contenders }: Extract<Findings, { readonly kind: 'robustness' }>): readonly Lines[] {
  const head = ['agent', ...modes, 'R'];
  const rows = contenders.map(({ name, cells, robustness: own }) => [
    name,
    ...cells.map(rate),
    ratio(own?.r.value ?? null),
  ]);
  const losses = contenders.flatMap(({ name, robustness: own }) =>
    own === null
      ? []
      : [
          [name, 'R', ratio(own.r.value), ratioInterval(own.r), '', ''],
          ...own.modes.map((one) => [
            '',
            one.mode,
            ratio(one.ratio.value),
            ratioInterval(one.ratio),
            `${one.lost} of ${one.passedClean}`,
            pValue(one.p),
          ]),
        ],
  );
  return [
    textRows([head, ...rows]),
    losses.length === 0 ? [] : textRows([['agent', 'mode', 'of E0', '[95 %]', 'lost', 'McNemar'], ...losses]),
    [
      'R: the worst faulty mode’s share of E0, biased low. Lost: of those passed in E0, how many failed',
      'under faults.',
    ],
  ];
}

function severity({ grids }: Extract<Findings, { readonly kind: 'severity' }>): readonly Lines[] {
  if (grids.length === 0) return [['No faulty mode was played in these runs.']];
  return grids.map(({ name, mode, clean, counts, durations, cells }) => {
    const head = ['spells', ...durations.map((duration) => plural(duration, 'call'))];
    const rows = counts.map((spells) => [
      count(spells),
      ...durations.map((duration) =>
        rate(cells.find((one) => one.count === spells && one.duration === duration)?.cell),
      ),
    ]);
    const without = clean === null ? '' : `, clean ${rate(clean)}`;
    return [...wrapped(`${name} in ${mode}${without}`, WIDTH, ''), ...textRows([head, ...rows])];
  });
}

function effort({ mode, curves }: Extract<Findings, { readonly kind: 'effort' }>): readonly Lines[] {
  const rows = curves.flatMap(({ name, levels }) =>
    levels.map(({ effort: level, cell }, i) => [i === 0 ? name : '', level, rate(cell), count(cell.scored)]),
  );
  const gains = curves.flatMap(({ name, gain }) =>
    gain === null ? [] : [`${name}, ${gain.from} to ${gain.to}: ${points(gain)}`],
  );
  if (rows.length === 0) return [['No agent in these runs has a model.']];
  return [textRows([['agent', 'effort', mode, 'scored'], ...rows]), gains.flatMap((gain) => wrapped(gain, WIDTH, ''))];
}

function scaling({ mode, gaps }: Extract<Findings, { readonly kind: 'scaling' }>): readonly Lines[] {
  const rows = gaps.flatMap(({ small, large, gap }) => [
    [small.name, rate(small.cell), '', '', ''],
    [
      `→ ${large.name}`,
      rate(large.cell),
      signed(gap.difference),
      interval(gap.interval),
      pValue(gap.test.p) + (gap.isReal ? ' real' : ''),
    ],
  ]);
  return [textRows([['', mode, 'gap', '[95 %]', 'McNemar'], ...rows])];
}

function simulators({
  simulators: all,
  agents,
  pairs,
}: Extract<Findings, { readonly kind: 'simulators' }>): readonly Lines[] {
  const places = all.map((_, i) => i);
  const blocks = chunks(places, ACROSS).map((block) => {
    const head = ['agent (rank)', ...block.map((i) => all[i]?.name ?? '')];
    const rows = agents.map(({ name, cells, ranks }) => [
      name,
      ...block.map((i) => (cells[i] ? `${rate(cells[i])} (${ranks[i] ?? UNKNOWN})` : UNKNOWN)),
    ]);
    const means = ['mean', ...block.map((i) => percent(all[i]?.mean ?? null))];
    return textRows([head, ...rows, means], 22);
  });
  const agreement = pairs.map((pair) => [
    `${pair.a}, ${pair.b}`,
    count(pair.agents),
    `${pair.same} of ${pair.pairs}`,
    percent(pair.share),
    ratio(pair.tau.value),
    ratioInterval(pair.tau),
  ]);
  const judges = [...new Set(all.flatMap((one) => one.judges))].sort();
  const judged = `The judge changes too (${judges.join(', ')}): not all of this is the simulator’s doing.`;
  return [
    ...blocks,
    pairs.length === 0
      ? ['All these runs are under one simulator: there is nothing to compare.']
      : textRows([['simulators', 'agents', 'same order', 'share', 'tau-b', '[95 %]'], ...agreement]),
    judges.length > 1 ? wrapped(judged, WIDTH, '') : [],
  ];
}

function chunks<T>(list: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));
}

/** In points: `+4.2`, `−1.0`. */
export function signed(difference: number | null): string {
  if (difference === null) return UNKNOWN;
  return `${difference > 0 ? '+' : difference < 0 ? '−' : ''}${Math.abs(difference * 100).toFixed(1)}`;
}

export function interval(range: { readonly low: number; readonly high: number } | null): string {
  return range === null ? '' : `[${signed(range.low)} to ${signed(range.high)}]`;
}

function points(gap: Extract<Findings, { readonly kind: 'scaling' }>['gaps'][number]['gap']): string {
  const real = gap.isReal ? 'the difference is real' : 'this could be chance';
  return `${signed(gap.difference)} points ${interval(gap.interval)} over ${plural(gap.pairs, 'pair')}, ${pValue(gap.test.p)}: ${real}`;
}
