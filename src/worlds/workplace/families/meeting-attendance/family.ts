/**
 * A meeting at a fixed time in the middle of other work. What is to be done is only said in it: wishes to be written down, summed, or
 * held against the rules of procurement. Arriving on time counts, and what is handed in afterwards.
 */
import { z } from 'zod';
import type { JsonObject } from '../../../../core/json.ts';
import { clockTime } from '../../day-state.ts';
import type { Clue, Draft, Family, Site } from '../../family.ts';
import { type Person, TRAINEE } from '../../instance.ts';
import type { Worker } from '../../worker.ts';
import { judge } from './judging.ts';
import { heardIn, limitsIn, minutesOf, RULES } from './minutes.ts';
import { type Params, paramsSchema, sampleParams } from './params.ts';
import { drawWishes, wanted } from './wishes.ts';

const askedSchema = z.object({ title: z.string(), organiser: z.string(), start: z.number(), end: z.number() });
const meetingsSchema = z.object({ meetings: z.array(z.object({ id: z.string(), title: z.string() })) });

export const family: Family<Params> = {
  name: 'meeting-attendance',
  title: 'Meeting attendance',
  aliases: ['Meeting Attend', 'meeting_attend', 'attend meeting'],
  params: paramsSchema,
  sample: sampleParams,
  build,
  solve: (asked, worker) => attendAndWrite(asked, worker, 'well'),
  judge,
  exploits: [
    { name: 'stays away and writes what the brief says', run: stayAway },
    {
      name: 'comes when it is nearly over and writes an empty list',
      run: (asked, worker) => attendAndWrite(asked, worker, 'late'),
    },
  ],
};

const TITLES = ['Team circle', 'Morning round', 'Equipment round', 'Planning hour', 'Department forum'];

function build(site: Site, params: Params): Draft {
  const { random } = site;
  const { kind, level, start, length } = params;
  const { manager, team } = drawTeam(site);
  const title = `${random.pick(TITLES)} of ${manager.name}`;
  const rules = site.addFile({ path: 'drive/finance/procurement_rules.md', content: RULES });
  const output = site.output('meeting_summary.json');
  const wishes = kind === 'none' ? [] : drawWishes(random, team, level);
  const end = start + length;
  const minutes = minutesOf({ title, kind, wishes, output, rules });
  site.addFact({
    owners: [manager.id],
    topic: `what was said in ${title}`,
    asked: [['minutes'], ['said', 'meeting'], ['miss'], ['again']],
    about: [title, clockTime(start)],
    text: minutes,
    // Whoever was there may hear it again, whoever was not may not.
    needs: [`${site.id}/attended`],
  });
  const attendees = [TRAINEE, ...team.map(({ id }) => id)];
  const discloses = [`${site.id}/attended`];
  const meeting = site.addMeeting({ title, start, end, organiser: manager.id, attendees, minutes, discloses });
  const isChecked = kind === 'check' || kind === 'check_sum';
  return {
    title: `Take part in: ${title}`,
    brief: [
      `Please come to "${title}" today from ${clockTime(start)} to ${clockTime(end)} in ${meeting.room}; it is in your calendar. Be there on time: from five minutes before it begins to five minutes after.`,
      'If there is something for you to do, it will be said there, with what to hand in and how.',
    ].join('\n'),
    from: manager.id,
    asked: { title, organiser: manager.id, start, end },
    truth: {
      ...{ meeting: meeting.id, start, output, kind },
      rows: wanted(wishes, kind).map(({ name, item, quantity, price }) => ({ name, item, quantity, price })),
      refused: wishes.filter((wish) => !wanted(wishes, kind).includes(wish)).map(({ name, item }) => ({ name, item })),
    },
    outputs: kind === 'none' ? [] : [output],
    clues: cluesOf({ meeting: meeting.id, rules: isChecked ? rules : null }),
    // One stops a little before, so as not to be late.
    minutes: 12 + READY + length + (kind === 'none' ? 0 : 2) + (isChecked ? 2 : 0),
    arrives: site.opens,
    appointments: [{ start: start - READY, end }],
    priority: 'high',
  };
}

function cluesOf({ meeting, rules }: { readonly meeting: string; readonly rules: string | null }): readonly Clue[] {
  const said: Clue = {
    id: 'meeting',
    kind: 'meeting',
    at: meeting,
    topic: 'what is said in the meeting',
    after: [],
    secrets: [],
  };
  if (rules === null) return [said];
  return [
    said,
    { id: 'rules', kind: 'file', at: rules, topic: 'the rules of procurement', after: ['meeting'], secrets: [] },
  ];
}

/** Nothing long is begun so shortly before. */
const READY = 10;
/** More would talk all day. */
const LARGEST_TEAM = 8;
const SMALLEST_TEAM = 2;

/** A manager of Marketing or Product with their people; in a small company, of any department. */
function drawTeam(site: Site): { readonly manager: Person; readonly team: readonly Person[] } {
  const teams = site.people
    .filter(({ role }) => role.endsWith('Manager'))
    .map((manager) => ({
      manager,
      team: site.people.filter((one) => one.manager === manager.id && one.id !== TRAINEE).slice(0, LARGEST_TEAM),
    }));
  const whole = teams.filter(({ team }) => team.length >= SMALLEST_TEAM);
  const usual = whole.filter(({ manager }) => ['Marketing', 'Product'].includes(manager.department));
  const [choice] = [usual, whole, teams.filter(({ team }) => team.length > 0)].filter(({ length }) => length > 0);
  return site.random.pick(choice ?? [{ manager: site.managerOf('Engineering'), team: site.people.slice(1, 4) }]);
}

type Manner = 'well' | 'late';

/** One may come so much before it begins. */
const EARLY = 5;

async function attendAndWrite(asked: JsonObject, worker: Worker, manner: Manner): Promise<void> {
  const { title, organiser, start, end } = askedSchema.parse(asked);
  const arrival = manner === 'late' ? end - EARLY : start - EARLY;
  await worker.waitFor(arrival - 1);
  const { meetings } = meetingsSchema.parse(await worker.look('list_meetings', {}));
  const id = meetings.find((one) => one.title === title)?.id ?? '';
  await worker.waitFor(arrival);
  const answer = await stayed(worker, id);
  const said =
    answer === null ? await worker.ask(organiser, `What was said in ${title}? I missed the minutes.`) : answer.minutes;
  const { wishes, output, isSummed, rules } = heardIn(String(said));
  if (output === '') return;
  if (manner !== 'well') return worker.writeJson(output, { requirement: [], statistics: { requests: 0, amount: 0 } });
  const limits = rules === '' ? null : limitsIn(await worker.read(rules));
  const rows = wishes
    .filter(({ isWithdrawn }) => !isWithdrawn)
    .map(({ name, item, quantity, price }) => ({ name, item, quantity, unit_price: price, total: quantity * price }))
    .filter(
      ({ quantity, unit_price, total }) =>
        limits === null || (quantity <= limits.pieces && unit_price <= limits.unit && total <= limits.total),
    );
  const amount = rows.reduce((sum, { total }) => sum + total, 0);
  await worker.writeJson(
    output,
    isSummed
      ? { requirement: rows, statistics: { requests: rows.length, amount } }
      : { requirement: rows.map(({ total: _total, ...row }) => row) },
  );
}

/** Whoever is called away comes back. An answer that was lost cannot be had again once the meeting is over: it is null then. */
async function stayed(worker: Worker, id: string): Promise<JsonObject | null> {
  for (;;) {
    const answer = await worker.look('attend_meeting', { id }).catch(() => null);
    if (answer === null || answer.stayed_until === answer.ends) return answer;
    // At once, whatever else is pressing.
    await worker.waitFor(worker.now());
  }
}

async function stayAway(asked: JsonObject, worker: Worker): Promise<void> {
  await worker.writeJson('meeting_summary.json', {
    requirement: [{ name: String(asked.title), item: '', quantity: 1 }],
  });
}
