/** The analysis of workplaces as text for a terminal of 100 columns. It computes nothing. */
import pico from 'picocolors';
import { letter } from './analysis-text.ts';
import type { Rate } from './cell.ts';
import { count, decimal, MODE_NAMES, percent, percentInterval, plural, ratio, tokens, UNKNOWN } from './figures.ts';
import { wrapped } from './table.ts';
import { textRows } from './text-rows.ts';
import type { AgentFigures, WorkplaceAnalysis, WorkplaceGroup } from './workplace-analysis.ts';

const WIDTH = 98;
const MARGIN = '  ';
export type Lines = readonly string[];

export function renderWorkplace(
  analysis: WorkplaceAnalysis,
  { colour = false }: { readonly colour?: boolean } = {},
): string {
  const pen = pico.createColors(colour);
  const { agents, runs, mode, warnings } = analysis;
  const keys = keysOf(analysis);
  return laidOut([
    [`${pen.bold('Workplaces')}  ${pen.dim(plural(runs.length, 'run'))}`],
    outcomes(agents),
    exploration(agents),
    effort(agents),
    groups('family', analysis.families, keys),
    groups('difficulty', analysis.difficulties, keys),
    groups('assignments a day', analysis.concurrent, keys),
    keyLines(keys),
    [legend(mode), ...absences(agents), ...warnings]
      .flatMap((note) => wrapped(note, WIDTH, ''))
      .map((line) => pen.dim(line)),
  ]);
}

/** Sections below each other, with a margin. */
export function laidOut(sections: readonly Lines[]): string {
  const body = sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => (MARGIN + line).trimEnd()).join('\n'));
  return `\n${body.join('\n\n')}`;
}

function share(rate: Rate): string {
  return `${percent(rate.value)} ${percentInterval(rate)}`.trim();
}

function outcomes(agents: readonly AgentFigures[]): Lines {
  return textRows([
    ['agent', 'mode', 'n', 'success', 'checkpoints', 'on time', ...(hasRegret(agents) ? ['regret'] : [])],
    ...agents.map((one) => [
      one.name,
      one.mode,
      count(one.scored),
      share(one.success),
      share(one.checkpoints),
      share(one.onTime),
      ...(hasRegret(agents) ? [share(one.regret)] : []),
    ]),
  ]);
}

/** Where no judge says what a day allows, there is nothing to show. */
function hasRegret(agents: readonly AgentFigures[]): boolean {
  return agents.some(({ regret }) => regret.value !== null);
}

function exploration(agents: readonly AgentFigures[]): Lines {
  return textRows([
    ['agent', 'mode', 'clues found', 'guesses', 'messages a day', 'told nothing'],
    ...agents.map((one) => [
      one.name,
      one.mode,
      share(one.clues),
      ratio(one.guesses.value),
      decimal(one.messages.value),
      share(one.needless),
    ]),
  ]);
}

function effort(agents: readonly AgentFigures[]): Lines {
  return textRows([
    ['agent', 'mode', 'minutes a day', 'calls a day', 'tokens a day'],
    ...agents.map((one) => [
      one.name,
      one.mode,
      withRange(one.minutes, count),
      withRange(one.calls, decimal),
      withRange(one.tokens, (value) => (value === null ? UNKNOWN : tokens(Math.round(value)))),
    ]),
  ]);
}

function withRange({ value, low, high }: Rate, written: (value: number | null) => string): string {
  return low === null || high === null ? written(value) : `${written(value)} [${written(low)}–${written(high)}]`;
}

/** A share with its interval. */
const GROUP_WIDTH = 15;

/** Families have long names: where agents' are long too, these stand below, under a letter. */
function keysOf({ families }: WorkplaceAnalysis): ReadonlyMap<string, string> {
  const names = [...new Set(families.flatMap(({ agents }) => agents.map(({ name }) => name)))];
  const isLettered = names.some((name) => Array.from(name).length > GROUP_WIDTH);
  return new Map(names.map((name, i) => [name, isLettered ? letter(i) : name]));
}

function groups(what: string, all: readonly WorkplaceGroup[], keys: ReadonlyMap<string, string>): Lines {
  if (all.length === 0) return [];
  const rows = all.flatMap(({ name, agents }) =>
    agents.map((one, i) => [
      i === 0 ? name : '',
      ...(keys.size > 1 ? [keys.get(one.name) ?? one.name] : []),
      count(one.scored),
      share(one.success),
      share(one.checkpoints),
      percent(one.onTime.value),
      percent(one.clues.value),
    ]),
  );
  const head = [what, ...(keys.size > 1 ? ['agent'] : []), 'n', 'success', 'checkpoints', 'on time', 'clues'];
  return textRows([head, ...rows], GROUP_WIDTH);
}

function keyLines(keys: ReadonlyMap<string, string>): Lines {
  return [...keys].flatMap(([name, key]) =>
    name === key || keys.size < 2 ? [] : wrapped(`${key}  ${name}`, WIDTH, ''),
  );
}

function legend(mode: WorkplaceAnalysis['mode']): string {
  return `n: assignments scored. [95 % interval], over scenarios; none where scenarios do not differ. Guesses: for each assignment. Told nothing: of the messages sent. Minutes of work, without waiting. Groups are told in ${mode}, ${MODE_NAMES[mode]}.`;
}

function absences(agents: readonly AgentFigures[]): Lines {
  return agents
    .filter((one) => one.void + one.missing > 0)
    .map((one) => `${one.name} in ${one.mode}: ${count(one.void)} assignments void, ${count(one.missing)} not played.`);
}
