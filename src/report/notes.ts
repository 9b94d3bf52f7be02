/** The few sentences that belong to every results table: what landed, what is void, how judges agreed, what it cost, how fast. */
import { noticedIn } from './faults-met.ts';
import { count, dollars, percent, plural, seconds, tokens } from './figures.ts';
import type { Note } from './note.ts';
import type { SpendLine } from './spend.ts';
import type { Summary } from './summary.ts';
import { doubtNotes, originalNotes, voteNotes } from './trust-notes.ts';

/** Above this share of voids a rate deserves a warning. */
export const WORRYING_VOIDS = 0.05;

export function notesOf(summary: Summary): readonly Note[] {
  return [
    ...originalNotes(summary),
    ...faultNotes(summary),
    ...voidNotes(summary),
    ...idleNotes(summary),
    ...voteNotes(summary),
    ...doubtNotes(summary),
    ...costNotes(summary),
    ...cacheNotes(summary),
    ...paceNotes(summary),
  ];
}

const FAULTS_ASKED = 'asked of the simulator in its prompt; which of them came, if any, is not known';

/** Idle is left out: it makes no call that a fault could hit. */
function faultNotes({ faults, agents, modes, provenance }: Summary): readonly Note[] {
  const isAsked = modes.some((mode) => mode !== 'E0') && provenance.styles.faults === 'prompted';
  if (isAsked) return [{ label: 'Faults', text: FAULTS_ASKED }];
  const tallies = (faults?.agents ?? []).filter(({ agent, planned }) => agent !== 'idle' && planned > 0);
  if (tallies.length === 0) return [];
  const planned = tallies.reduce((sum, tally) => sum + tally.planned, 0);
  const landed = tallies.reduce((sum, tally) => sum + tally.landed, 0);
  const noticed = tallies.map((tally) => `${tally.agent} ${noticedIn(tally)} of ${tally.landed}`).join(', ');
  const untouched = agents.reduce((sum, { name, all }) => sum + (name === 'idle' ? 0 : all.untouched), 0);
  const proof = untouched === 0 ? '' : `; in ${plural(untouched, 'faulty episode')} none landed, which proves nothing`;
  return [
    { label: 'Faults', text: `planned ${count(planned)} · landed ${count(landed)} · noticed: ${noticed}${proof}` },
  ];
}

function voidNotes({ total, voids }: Summary): readonly Note[] {
  const byCause = Map.groupBy(voids, ({ blame, reason }) => `${blame} (${reason})`);
  const causes = [...byCause].map(([cause, lines]) => `${cause} ${lines.reduce((sum, line) => sum + line.count, 0)}`);
  const share = total.void / Math.max(1, total.void + total.scored);
  const warning = share > WORRYING_VOIDS ? '. Take the rates with care: what is void may not be void at random' : '';
  const notes: Note[] = [];
  if (total.void > 0)
    notes.push({
      label: 'Void',
      text: `${count(total.void)} of ${count(total.planned)}: ${causes.join(', ')}${warning}`,
      isBad: share > WORRYING_VOIDS,
    });
  if (total.missing > 0)
    notes.push({
      label: 'Missing',
      text: `${count(total.missing)} of ${count(total.planned)} not played to an end; run the same command again to go on`,
    });
  return notes;
}

function idleNotes({ idle }: Summary): readonly Note[] {
  if (idle === null || idle.scored === 0) return [];
  const isBad = idle.passed > 0;
  const words = isBad ? 'these tasks reward doing nothing' : 'doing nothing earns nothing';
  return [{ label: 'Idle', text: `passed ${count(idle.passed)} of ${count(idle.scored)}: ${words}`, isBad }];
}

function costNotes({ spend }: Summary): readonly Note[] {
  if (spend === null) return [];
  const total = spend.cost === null ? 'unknown' : `${spend.isComplete ? '' : 'at least '}${dollars(spend.cost)}`;
  return [{ label: 'Cost', text: `${total} · ${spend.lines.map(spendWords).join(' · ')}` }];
}

function spendWords({ role, model, calls, input, output, cost, uncounted }: SpendLine): string {
  const price = cost === null ? 'price unknown' : `${uncounted > 0 ? '≥ ' : ''}${dollars(cost)}`;
  const size =
    uncounted === calls ? `${plural(calls, 'call')}, tokens unknown` : `${tokens(input)} in, ${tokens(output)} out`;
  return `${role} ${model}: ${size}, ${price}`;
}

/** What was read from a provider's cache, and what that saved. */
function cacheNotes({ spend }: Summary): readonly Note[] {
  const lines = (spend?.lines ?? []).filter(({ cached }) => cached !== null && cached > 0);
  if (spend === null || lines.length === 0) return [];
  const parts = lines.map(({ role, model, cached, input, saved }) => {
    const share = cached === null || input === null || input === 0 ? '' : ` (${percent(cached / input)})`;
    return `${role} ${model}: ${tokens(cached)} of ${tokens(input)} in${share}, ${saved === null ? 'worth unknown' : dollars(saved)}`;
  });
  const total = spend.saved === null ? 'unknown' : dollars(spend.saved);
  return [{ label: 'Cached', text: `saved ${total} · ${parts.join(' · ')}` }];
}

function paceNotes({ pace }: Summary): readonly Note[] {
  if (pace === null) return [];
  const perSecond = pace.perSecond >= 10 ? count(pace.perSecond) : pace.perSecond.toFixed(2);
  return [
    { label: 'Pace', text: `${perSecond} episodes a second (${count(pace.attempts)} in ${seconds(pace.seconds)})` },
  ];
}
