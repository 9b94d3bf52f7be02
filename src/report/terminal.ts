/** A summary as text for a terminal of 100 columns: the first thing that a newcomer sees. It computes nothing. */
import pico from 'picocolors';
import type { Cell } from './cell.ts';
import { count, MODE_NAMES, percent, percentInterval, plural, ratio, ratioInterval, UNKNOWN } from './figures.ts';
import { notesOf, WORRYING_VOIDS } from './notes.ts';
import type { AgentSummary, Summary } from './summary.ts';
import { type Column, columns, type TextCell, wrapped } from './table.ts';
import { traineeSettings } from './trainee-settings.ts';

export interface TerminalOptions {
  readonly colour?: boolean;
}

const WIDTH = 100;
const MARGIN = '  ';
/** The widest label, and a blank. */
const LABEL = 9;
const MOST_AGENTS_ACROSS = 4;

type Pen = ReturnType<typeof pico.createColors>;

export function renderSummary(summary: Summary, { colour = false }: TerminalOptions = {}): string {
  const pen = pico.createColors(colour);
  const sections = [
    heading(summary, pen),
    results(summary, pen),
    robustness(summary, pen),
    categories(summary, pen),
    passKs(summary, pen),
    notes(summary, pen),
    story(summary, pen),
  ];
  const body = sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => MARGIN + line).join('\n'));
  return `\n${body.join('\n\n')}`;
}

function heading({ provenance, tasks, modes, trials, agents }: Summary, pen: Pen): readonly string[] {
  const size = [
    plural(agents.length, 'agent'),
    plural(tasks, 'task'),
    plural(modes.length, 'mode'),
    plural(trials, 'trial'),
  ];
  const settings = [...traineeSettings(provenance.styles), `seed ${provenance.seed}`, `run ${provenance.run}`];
  const rest = [size.join(' × '), ...settings].join(' · ');
  const title = pen.bold(provenance.suite);
  const isShort = provenance.suite.length + rest.length + 4 <= WIDTH;
  if (isShort) return [`${title}  ${pen.dim(rest)}`];
  return [title, ...wrapped(rest, WIDTH - MARGIN.length, '').map((line) => pen.dim(line))];
}

function results({ agents, modes, total }: Summary, pen: Pen): readonly string[] {
  const dim = (text: string): TextCell => ({ text, paint: pen.dim });
  const hasRobustness = agents.some((agent) => agent.robustness !== null);
  const head = [
    dim('agent'),
    ...modes.flatMap((mode) => [dim(mode), dim(MODE_NAMES[mode])]),
    ...(hasRobustness ? [dim('R')] : []),
    dim('void'),
  ];
  const rows = agents.map((agent) => [
    { text: agent.name },
    ...agent.modes.flatMap(({ cell }) => [
      { text: percent(cell.rate.value), paint: pen.bold },
      dim(percentInterval(cell.rate)),
    ]),
    ...(hasRobustness ? [{ text: ratio(agent.robustness?.r.value ?? null), paint: pen.bold }] : []),
    { text: percent(agent.voidRate), paint: voidPen(agent.voidRate, pen) },
  ]);
  const shape: readonly Column[] = [
    { align: 'left', most: 16, gap: 0 },
    ...modes.flatMap((): readonly Column[] => [{ align: 'right' }, { align: 'left', gap: 1 }]),
    ...(hasRobustness ? [{ align: 'right' } as const] : []),
    { align: 'right' },
  ];
  const legend = `passed of scored [95 % interval], ${count(total.passed)} of ${count(total.scored)} in all`;
  return [...columns([head, ...rows], shape), pen.dim(legend)];
}

function voidPen(rate: number | null, pen: Pen): (text: string) => string {
  if (rate === null || rate === 0) return pen.dim;
  return rate > WORRYING_VOIDS ? pen.red : pen.yellow;
}

function robustness({ agents }: Summary, pen: Pen): readonly string[] {
  const dim = (text: string): TextCell => ({ text, paint: pen.dim });
  // Who passed nothing clean has nothing to lose.
  const measured = agents
    .flatMap(({ name, robustness: measure }) => (measure === null ? [] : [{ name, ...measure }]))
    .filter(({ modes }) => modes.some(({ passedClean }) => passedClean > 0));
  const [first] = measured;
  if (first === undefined) return [];
  const head = [
    dim('robustness'),
    dim('R'),
    dim('[95 %]'),
    ...first.modes.map(({ mode }) => dim(`${mode}/E0`)),
    ...first.modes.map(({ mode }) => dim(`${mode} lost`)),
  ];
  const rows = measured.map(({ name, r, modes }) => [
    { text: name },
    { text: ratio(r.value), paint: pen.bold },
    dim(ratioInterval(r)),
    ...modes.map((mode) => ({ text: ratio(mode.ratio.value) })),
    ...modes.map((one) => ({ text: one.passedClean === 0 ? UNKNOWN : `${one.lost}/${one.passedClean}` })),
  ]);
  const shape: readonly Column[] = [
    { align: 'left', most: 16, gap: 0 },
    { align: 'right' },
    { align: 'left', gap: 1 },
    ...[...first.modes, ...first.modes].map((): Column => ({ align: 'right' })),
  ];
  const legend = 'R: the worst faulty mode’s share of E0. Lost: of those passed in E0, how many failed under faults';
  return [...columns([head, ...rows], shape), pen.dim(legend)];
}

function categories({ agents, modes }: Summary, pen: Pen): readonly string[] {
  const shown = agents.filter(({ name }) => name !== 'idle').slice(0, MOST_AGENTS_ACROSS);
  const names = shown[0]?.groups.category.map(({ name }) => name) ?? [];
  if (names.length < 2) return [];
  const where = modes.includes('E0') ? 'E0' : 'all modes';
  const head = [`category, ${where}`, 'n', ...shown.map(({ name }) => name)].map((text) => ({ text, paint: pen.dim }));
  const rows = names.map((name) => {
    const cells = shown.map((agent) => categoryCell(agent, name));
    return [
      { text: name },
      { text: count(cells[0]?.planned ?? 0), paint: pen.dim },
      ...cells.map((cell) => ({ text: percent(cell?.rate.value ?? null) })),
    ];
  });
  const shape: readonly Column[] = [
    { align: 'left', most: 34, gap: 0 },
    { align: 'right' },
    ...shown.map((): Column => ({ align: 'right', most: 12 })),
  ];
  return columns([head, ...rows], shape);
}

function categoryCell(agent: AgentSummary, category: string): Cell | undefined {
  const group = agent.groups.category.find(({ name }) => name === category);
  return group?.clean ?? group?.all;
}

/** All of k trials, and at least one of them. */
function passKs({ agents, modes, trials }: Summary, pen: Pen): readonly string[] {
  if (trials < 2) return [];
  const head = [`pass^${trials} | pass@${trials}`, ...modes].map((text) => ({ text, paint: pen.dim }));
  const tried = agents.filter(({ name }) => name !== 'idle');
  const rows = tried.map((agent) => [
    { text: agent.name },
    ...agent.modes.map(({ passK }) => {
      const last = passK.at(-1);
      return { text: `${percent(last?.all ?? null)} | ${percent(last?.any ?? null)}` };
    }),
  ]);
  const shape = [{ align: 'left', most: 16, gap: 0 } as const, ...modes.map((): Column => ({ align: 'right' }))];
  return columns([head, ...rows], shape);
}

function notes(summary: Summary, pen: Pen): readonly string[] {
  return notesOf(summary).flatMap(({ label, text, isBad }) => {
    const lines = wrapped(text, WIDTH - MARGIN.length - LABEL, '');
    return lines.map((line, i) => pen.dim((i === 0 ? label : '').padEnd(LABEL)) + (isBad ? pen.yellow(line) : line));
  });
}

function story({ story: told }: Summary, pen: Pen): readonly string[] {
  if (told === null) return [];
  const could = told.passedClean ? ', which it passed clean' : '';
  const title = `A failure worth reading: ${told.agent} in ${told.mode}, ${told.suite}/${told.task}${could} (episode ${told.episode})`;
  const lines = [told.hidden, told.did, told.shouldHaveSeen].flatMap((line) => {
    const [first = '', ...rest] = wrapped(line, WIDTH - MARGIN.length, '  ');
    return [first.replace(/^ {2}[^:]+:/, (label) => pen.bold(label)), ...rest];
  });
  return [...wrapped(title, WIDTH - MARGIN.length, '').map((line) => pen.dim(line)), ...lines];
}
