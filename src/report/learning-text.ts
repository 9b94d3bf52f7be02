/** What memory is worth, as text for a terminal of 100 columns. It computes nothing. */
import pico from 'picocolors';
import { interval, signed } from './analysis-text.ts';
import type { Rate } from './cell.ts';
import { count, decimal, MODE_NAMES, percent, percentInterval, plural, pValue, tokens, UNKNOWN } from './figures.ts';
import type { AgentLearning, Learning } from './learning.ts';
import type { Gain, Saving } from './learning-pairs.ts';
import { wrapped } from './table.ts';
import { textRows } from './text-rows.ts';
import { type Lines, laidOut } from './workplace-text.ts';

const WIDTH = 98;

export function renderLearning(learning: Learning, { colour = false }: { readonly colour?: boolean } = {}): string {
  const pen = pico.createColors(colour);
  const { a, b, mode, agents, warnings } = learning;
  const legend = `Paired by scenario, assignment and trial, in ${mode}, ${MODE_NAMES[mode]}. Gains are points of checkpoint score [95 % interval, drawn over scenarios]. Nothing is remembered on day 1: a gain there is chance.`;
  return laidOut([
    [`${pen.bold('Learning from day to day')}  ${pen.dim(plural(agents.length, 'agent'))}`],
    [...wrapped(`with memory     ${a}`, WIDTH, ''), ...wrapped(`without memory  ${b}`, WIDTH, '')],
    ...agents.flatMap((agent) => agentLines(agent, pen.bold)),
    [legend, ...warnings].flatMap((note) => wrapped(note, WIDTH, '')).map((line) => pen.dim(line)),
  ]);
}

function agentLines(agent: AgentLearning, bold: (text: string) => string): readonly Lines[] {
  const { name, days, later, transfer, stale } = agent;
  const rows = [
    ...days.map((one) => gainRow(`day ${one.day}`, one)),
    gainRow('day 2 and later', later),
    gainRow('  family seen before', transfer.seen),
    gainRow('  family not seen', transfer.unseen),
    ['  transfer', '', '', '', signed(transfer.difference.value), range(transfer.difference)],
    gainRow('  known things changed', stale.gain),
  ];
  return [
    [...wrapped(name, WIDTH, '').map(bold), ...textRows([['', 'pairs', 'with', 'without', 'gain', '[95 %]'], ...rows])],
    outcomes(agent),
    forgetting(agent),
    savings(agent),
  ];
}

function gainRow(what: string, { pairs, a, b, difference }: Gain): readonly string[] {
  return [what, count(pairs), percent(a), percent(b), signed(difference.value), range(difference)];
}

function range({ low, high }: Rate): string {
  return low === null || high === null ? '' : interval({ low, high });
}

function forgetting({ forgetting: found, stale }: AgentLearning): Lines {
  const { learned, failed, failedWithout } = found;
  return [
    `Forgotten: ${count(failed)} of ${count(learned)} failed in a family passed before (without memory ${count(failedWithout)}).`,
    `Misled by stale memory: ${count(stale.lost)} of ${count(stale.gain.pairs)} where known things had changed.`,
  ];
}

function outcomes({ outcomes: found }: AgentLearning): Lines {
  const { passed, lost, rate, failed, repaired, p } = found;
  const share = rate.value === null ? '' : ` (${percent(rate.value)} ${percentInterval(rate)})`;
  return [
    `Lost: ${count(lost)} of ${count(passed)} passed without memory${share}.`,
    `Repaired: ${count(repaired)} of ${count(failed)} failed without memory. McNemar ${pValue(p)}.`,
  ];
}

function savings({ savings: found }: AgentLearning): Lines {
  if (found.days === 0) return [];
  const short = (value: number): string => tokens(Math.round(value));
  return textRows([
    ['from day 2 on, a day', 'with', 'without', 'saved', '[95 %]'],
    savingRow('minutes', found.minutes, decimal),
    savingRow('calls', found.calls, decimal),
    ...(found.tokens.a === null ? [] : [savingRow('tokens', found.tokens, short)]),
  ]);
}

function savingRow(what: string, { a, b, saved }: Saving, written: (value: number) => string): readonly string[] {
  const known = (value: number | null): string => (value === null ? UNKNOWN : written(value));
  const withSign = (value: number | null): string =>
    value === null ? UNKNOWN : `${value < 0 ? '−' : ''}${written(Math.abs(value))}`;
  const { low, high } = saved;
  const ends = low === null || high === null ? '' : `[${withSign(low)} to ${withSign(high)}]`;
  return [what, known(a), known(b), withSign(saved.value), ends];
}
