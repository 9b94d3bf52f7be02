/** A comparison in words and as text for a terminal. It computes nothing. */
import pico from 'picocolors';
import { type AgentComparison, type Change, type Comparison, type Difference, isRegression } from './compare.ts';
import { count, MODE_NAMES, percent, plural, pValue, UNKNOWN } from './figures.ts';
import { type Column, columns, wrapped } from './table.ts';

const WIDTH = 100;
const MARGIN = '  ';
const MOST_LISTED = 10;

type Pen = ReturnType<typeof pico.createColors>;

/** "B is better than A by 8.3 points (95 % interval 2.1 to 14.6); 9 gained, 2 lost, McNemar p = 0.03: the difference is real." */
export function inWords({ pairs, passedA, difference, interval, gained, lost, test, isReal }: Difference): string {
  if (difference === null) return 'Nothing was scored in both runs, so there is nothing to compare.';
  if (gained + lost === 0) return `A and B agree on all ${count(pairs)} pairs (${percent(passedA / pairs)} passed).`;
  const points = (value: number): string => (value * 100).toFixed(1).replace('-', '−');
  // "Worse by 8 points" is told in the same direction as its interval.
  const [low, high] =
    difference < 0 ? [-(interval?.high ?? 0), -(interval?.low ?? 0)] : [interval?.low ?? 0, interval?.high ?? 0];
  const range = interval === null ? '' : ` (95 % interval ${points(low)} to ${points(high)})`;
  const direction =
    difference === 0
      ? 'B passes as many as A'
      : `B is ${difference > 0 ? 'better' : 'worse'} than A by ${points(Math.abs(difference))} points`;
  return `${direction}${range}; ${gained} gained, ${lost} lost, McNemar ${pValue(test.p)}: ${isReal ? 'the difference is real' : 'this could be chance'}.`;
}

export function renderComparison(
  comparison: Comparison,
  { colour = false }: { readonly colour?: boolean } = {},
): string {
  const pen = pico.createColors(colour);
  const { a, b, agents } = comparison;
  const sections = [
    [`A  ${pen.bold(a)}`, `B  ${pen.bold(b)}`],
    ...(agents.length === 0
      ? [['The two runs have no agent in common.']]
      : agents.map((agent) => agentLines(agent, pen))),
    caveats(comparison, pen),
  ];
  const body = sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => (MARGIN + line).trimEnd()).join('\n'));
  return `\n${body.join('\n\n')}`;
}

function agentLines(agent: AgentComparison, pen: Pen): readonly string[] {
  const { overall, modes, regressions, gains } = agent;
  const title = agent.a === agent.b ? agent.a : `${agent.a} → ${agent.b}`;
  const paint = overall.isReal ? ((overall.difference ?? 0) < 0 ? pen.red : pen.green) : (text: string): string => text;
  return [
    pen.bold(title),
    ...wrapped(inWords(overall), WIDTH - MARGIN.length, '').map((line) => paint(line)),
    ...modeTable(overall, modes, pen),
    ...changes('Lost', regressions, pen),
    ...changes('Gained', gains, pen),
    ...unpaired(agent, pen),
  ];
}

function modeTable(overall: Difference, modes: AgentComparison['modes'], pen: Pen): readonly string[] {
  if (overall.gained + overall.lost === 0) return [];
  const head = ['mode', 'pairs', 'A', 'B', 'difference', 'gained', 'lost', 'McNemar'].map((text) => ({
    text,
    paint: pen.dim,
  }));
  const rows = [
    ...modes.map((one) => ({ name: `${one.mode} ${MODE_NAMES[one.mode]}`, ...one })),
    { name: 'all', ...overall },
  ];
  const cells = rows.map((one) =>
    [
      one.name,
      count(one.pairs),
      percent(one.pairs === 0 ? null : one.passedA / one.pairs),
      percent(one.pairs === 0 ? null : one.passedB / one.pairs),
      signed(one.difference),
      count(one.gained),
      count(one.lost),
      pValue(one.test.p) + (one.isReal ? ' real' : ''),
    ].map((text) => ({ text })),
  );
  const shape: readonly Column[] = head.map((_, i) =>
    i === 0 ? { align: 'left', gap: 0 } : { align: i === 7 ? 'left' : 'right' },
  );
  return ['', ...columns([head, ...cells], shape)];
}

function signed(difference: number | null): string {
  if (difference === null) return UNKNOWN;
  return `${difference > 0 ? '+' : difference < 0 ? '−' : ''}${Math.abs(difference * 100).toFixed(1)}`;
}

function changes(label: string, list: readonly Change[], pen: Pen): readonly string[] {
  if (list.length === 0) return [];
  const lines = list.slice(0, MOST_LISTED).map(({ suite, task, item, mode, trial, episodeB }) => {
    const name = `${suite}/${task}${item === null ? '' : `/${item}`}`;
    return [name, mode, `trial ${trial + 1}`, `episode ${episodeB}`].map((text) => ({ text }));
  });
  const rest = list.length > MOST_LISTED ? [pen.dim(`  and ${count(list.length - MOST_LISTED)} more`)] : [];
  const shape: readonly Column[] = [
    { align: 'left', gap: 2, most: 48 },
    { align: 'left' },
    { align: 'left' },
    { align: 'left' },
  ];
  return ['', pen.dim(`${label}: ${plural(list.length, 'episode')}`), ...columns(lines, shape), ...rest];
}

function unpaired({ unpaired: left }: AgentComparison, pen: Pen): readonly string[] {
  const parts: readonly (readonly [number, string])[] = [
    [left.voidA, 'void in A'],
    [left.voidB, 'void in B'],
    [left.missingA, 'missing in A'],
    [left.missingB, 'missing in B'],
    [left.onlyInA, 'planned in A alone'],
    [left.onlyInB, 'planned in B alone'],
  ];
  const words = parts.filter(([number]) => number > 0).map(([number, what]) => `${count(number)} ${what}`);
  return words.length === 0 ? [] : ['', pen.dim(`Not paired: ${words.join(', ')}.`)];
}

function caveats(comparison: Comparison, pen: Pen): readonly string[] {
  const { changedTasks, differentSettings, onlyInA, onlyInB } = comparison;
  const notes = [
    ...(differentSettings.length === 0 ? [] : [`The runs differ in ${differentSettings.join(', ')}.`]),
    ...(changedTasks.length === 0
      ? []
      : [
          `${plural(changedTasks.length, 'task')} changed between the runs (${changedTasks.slice(0, 5).join(', ')}): a difference may be theirs.`,
        ]),
    ...(onlyInA.length + onlyInB.length === 0
      ? []
      : [`Without a counterpart: ${[...onlyInA, ...onlyInB].join(', ')}.`]),
    ...(isRegression(comparison) ? ['This is a regression.'] : []),
  ];
  return notes.flatMap((note) => wrapped(note, WIDTH - MARGIN.length, '')).map((line) => pen.yellow(line));
}
