/** The analysis of workplaces as text for a terminal of 100 columns. It computes nothing. */
import pico from 'picocolors';
import { count, MODE_NAMES, plural } from './figures.ts';
import { wrapped } from './table.ts';
import type { AgentFigures, WorkplaceAnalysis, WorkplaceGroup } from './workplace-analysis.ts';
import {
  CONDUCT,
  EFFORT,
  type Figure,
  figureRows,
  GROUP_CONDUCT,
  GROUP_OUTCOMES,
  OUTCOMES,
} from './workplace-columns.ts';
import { agentKeys, type Keys } from './workplace-keys.ts';

const WIDTH = 98;
const MARGIN = '  ';
export type Lines = readonly string[];

export function renderWorkplace(
  analysis: WorkplaceAnalysis,
  { colour = false }: { readonly colour?: boolean } = {},
): string {
  const pen = pico.createColors(colour);
  const { agents, runs, scenarios, trials, mode, warnings, concurrent, difficulties, families } = analysis;
  const keys = agentKeys(analysis);
  const size = [plural(runs.length, 'run'), plural(scenarios, 'scenario'), plural(trials, 'trial')];
  return laidOut([
    [`${pen.bold('Workplaces')}  ${pen.dim(size.join(' · '))}`],
    ...[OUTCOMES, CONDUCT, EFFORT].map((figures) => overall(figures, agents, keys)),
    keys.lines.flatMap((line) => wrapped(line, WIDTH, '')),
    ...groups('assignments a day', concurrent, keys),
    ...groups('difficulty', difficulties, keys),
    ...groups('family', families, keys),
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

function overall(figures: readonly Figure[], agents: readonly AgentFigures[], keys: Keys): Lines {
  const rows = agents.map((one) => ({ labels: [keys.overall(one.name), one.mode], figures: one }));
  return figureRows(['agent', 'mode'], figures, rows);
}

function groups(what: string, all: readonly WorkplaceGroup[], keys: Keys): readonly Lines[] {
  const isOne = all.every(({ agents }) => agents.length < 2);
  const rows = all.flatMap(({ name, agents }) =>
    agents.map((one, i) => ({
      labels: [i === 0 ? name : '', ...(isOne ? [] : [keys.inGroups(one.name)])],
      figures: one,
    })),
  );
  const head = [what, ...(isOne ? [] : ['agent'])];
  return [GROUP_OUTCOMES, GROUP_CONDUCT, EFFORT].map((figures) => figureRows(head, figures, rows));
}

function legend(mode: WorkplaceAnalysis['mode']): string {
  return `n: assignments scored, trials counted. [95 % interval], over scenarios with all their trials; none where scenarios do not differ. Guesses: for each assignment. Told nothing: of the messages sent. Minutes of work, without waiting. Groups are told in ${mode}, ${MODE_NAMES[mode]}, without idle; told nothing, regret and effort are there of the whole days that have such an assignment.`;
}

function absences(agents: readonly AgentFigures[]): Lines {
  return agents
    .filter((one) => one.void + one.missing > 0)
    .map((one) => `${one.name} in ${one.mode}: ${count(one.void)} assignments void, ${count(one.missing)} not played.`);
}
