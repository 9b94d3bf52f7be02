/** What a person's episode was worth, in words: by assignment where there are several, else by what was looked at. */
import pc from 'picocolors';
import type { Episode } from '../core/episode.ts';
import type { Checkpoint, Verdict, VerdictItem } from '../core/judge.ts';
import { columns } from './columns.ts';
import { clean } from './play-page.ts';

export function scorePage({ result, events }: Episode): string {
  if (result.outcome === 'void') return `No outcome (${result.blame}: ${clean(result.message)}).`;
  const verdict = events.findLast((event) => event.type === 'verdict-reached')?.verdict;
  const colour = result.outcome === 'passed' ? pc.green : pc.red;
  const head = `${pc.bold(colour(result.outcome))}, score ${percent(result.score)}.`;
  const details = verdict === undefined ? '' : detailsOf(verdict);
  // A verdict without items gives its checkpoints as the reason, which are shown below.
  const reason = details === '' || verdict?.items !== undefined ? ` ${clean(result.reason)}` : '';
  return details === '' ? `${head}${reason}` : `${head}${reason}\n${details}`;
}

/** So much is shown of what an assignment lacks. */
const MOST_FLAWS = 8;

function detailsOf({ items = [], checkpoints }: Verdict): string {
  if (items.length === 0)
    return columns(checkpoints.map((one) => [mark(one.passed), clean(one.name), clean(one.detail)]));
  return items.map((item) => [headOf(item), ...flawsOf(item, checkpoints)].join('\n')).join('\n');
}

function headOf({ id, passed, score }: VerdictItem): string {
  return `${mark(passed)}  ${clean(id)}  ${percent(score)}`;
}

/** Checkpoints of an assignment bear its name; where there are none, its reason stands for them. */
function flawsOf({ id, passed, reason }: VerdictItem, checkpoints: readonly Checkpoint[]): readonly string[] {
  const own = checkpoints.filter(({ name }) => name.startsWith(`${id}: `));
  if (own.length === 0) return passed ? [] : [`      ${clean(reason)}`];
  const missed = own.filter((one) => !one.passed);
  const shown = missed.slice(0, MOST_FLAWS).map(({ name, detail }) => {
    const what = clean(name.slice(id.length + 2));
    return `      - ${detail === '' ? what : `${what} (${clean(detail)})`}`;
  });
  return missed.length > MOST_FLAWS ? [...shown, `      … and ${missed.length - MOST_FLAWS} more`] : shown;
}

function mark(passed: boolean): string {
  return passed ? pc.green('done') : pc.red('open');
}

function percent(score: number): string {
  return `${Math.round(score * 100)} %`;
}
