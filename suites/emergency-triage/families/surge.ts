/** No monitored room is free: who goes home, who is displaced and where to, and whether ambulances are sent elsewhere. */

import type { Solution, TaskDraft } from 'practicum';
import { answerObject, type Checkpoint, checkpoint, code, type Family, type Hands, type JsonObject } from 'practicum';
import { z } from 'zod';
import { ONE_COMES, ONE_COMES_ONE_LEAVES, TWO_COME } from '../cases/surge.ts';
import { actDone, allowing, type ExpectedChange, listsExactly, mapsExactly } from '../judging/expected-change.ts';
import { bedTaken } from '../judging/expected-rows.ts';
import { chartOf, fitting } from '../practice/chart.ts';
import { type Moves, makeRoomFor, recordsOf } from '../practice/making-room.ts';
import { isFree } from '../practice/people.ts';
import { wardOf } from '../practice/ward.ts';

const askedSchema = z.object({ visits: z.array(z.string()), withDiversion: z.boolean() });

const bedSchema = z.object({ visit: z.string(), room: z.string(), nurse: z.string(), sign: z.string() });
const truthSchema = z.object({
  arrivals: z.array(bedSchema),
  /** Who is displaced, with the room that they leave. */
  displaced: z.array(bedSchema.extend({ from: z.string() })),
  discharged: z.array(z.object({ visit: z.string(), from: z.string() })),
  /** One or none. */
  diversion: z.array(z.object({ status: z.string(), by: z.string(), occupied: z.int(), inService: z.int() })),
});

const solution: Solution = async (asked, hands) => {
  const { visits, withDiversion } = fitting(askedSchema, asked, 'the brief');
  const chart = chartOf(hands);
  const { now } = await chart.department();
  const ward = await wardOf(hands, { now, protocols: await chart.protocols() });
  const moves: Moves = { placed: {}, displaced: {}, discharged: [] };
  const arrivals = [];
  for (const id of visits) arrivals.push(await chart.visit(id));
  const surge = { hands, ward, moves, records: recordsOf(chart) };
  for (const visit of arrivals.toSorted((a, b) => a.level - b.level || (a.arrived_at < b.arrived_at ? -1 : 1))) {
    await makeRoomFor(await ward.newcomer(visit), surge);
  }
  const diversion = withDiversion ? await settleDiversion(hands, now) : {};
  return `Everybody has a room. ${JSON.stringify({ ...moves, ...diversion })}`;
};

async function settleDiversion(hands: Hands, now: string): Promise<JsonObject> {
  const chart = chartOf(hands);
  const monitored = (await chart.rooms()).filter((room) => room.monitored && room.status !== 'closed');
  const occupied = monitored.filter(({ status }) => status === 'occupied').length;
  const urgent = (await chart.waiting('any')).filter(({ level }) => level <= 3).length;
  const isFull = occupied === monitored.length && urgent >= 10;
  const isAdvisory = occupied >= 0.9 * monitored.length && urgent >= 8;
  const status = isFull ? 'full' : isAdvisory ? 'advisory' : 'none';
  if (status !== 'none') {
    const staff = await chart.staff(isFull ? 'administrator' : 'nurse');
    const signatory = staff.find((one) => (isFull || one.grade === 'charge') && isFree(one, now));
    const input = { status, authorised_by: signatory?.staff_id ?? '' };
    await hands.act('set_diversion', input, async () => (await chart.department()).diversion === status);
  }
  return { diversion: status, monitored_occupied: occupied, monitored_in_service: monitored.length };
}

type Truth = z.output<typeof truthSchema>;

const judge = code('surge', ({ task, snapshot, answer }) => {
  const truth = truthSchema.parse(task.truth);
  const acts = expectedActs(truth, task.clock);
  const said = answerObject(answer) ?? {};
  return {
    checkpoints: [
      ...[...acts].map(([name, expected]) => actDone(name, snapshot.changes, expected)),
      ...toldWell(truth, said),
    ],
    allowed: allowing([...acts.values()].flat()),
  };
});

/** Each act with the rows that it leaves behind. A room that was freed and taken again differs only by its last clean. */
function expectedActs(
  { arrivals, displaced, discharged, diversion }: Truth,
  at: string,
): Map<string, ExpectedChange[]> {
  const left = [...displaced, ...discharged].map((one) => one.from);
  const filled = (room: string): ExpectedChange => {
    const after: JsonObject = left.includes(room) ? { last_clean: 'quick' } : { status: 'occupied' };
    return { name: `${room} made ready and taken`, table: 'room', kind: 'updated', key: room, after };
  };
  const ended = (visit: string): ExpectedChange => {
    const key = `B-${visit.slice(2)}-1`;
    return {
      name: `${visit} has left the old room`,
      table: 'placement',
      kind: 'updated',
      key,
      after: { ended_at: at },
    };
  };
  const nowIs = (visit: string, status: string): ExpectedChange => {
    return { name: `${visit} is ${status}`, table: 'visit', kind: 'updated', key: visit, after: { status } };
  };
  const acts = new Map<string, ExpectedChange[]>();
  for (const { visit } of discharged) acts.set(`${visit} discharged`, [ended(visit), nowIs(visit, 'discharged')]);
  for (const one of displaced)
    acts.set(`${one.visit} displaced`, [ended(one.visit), ...bedTaken(one, at), filled(one.room)]);
  for (const one of arrivals)
    acts.set(`${one.visit} placed`, [...bedTaken(one, at), nowIs(one.visit, 'roomed'), filled(one.room)]);
  for (const { status, by } of diversion) {
    const after = { status, authorised_by: by, since: at };
    acts.set('diversion set', [{ name: `${status} by ${by}`, table: 'diversion', kind: 'inserted', after }]);
  }
  return acts;
}

function toldWell({ arrivals, displaced, discharged, diversion }: Truth, said: JsonObject): readonly Checkpoint[] {
  const roomsOf = (beds: Truth['arrivals']) => new Map(beds.map(({ visit, room }) => [visit, room]));
  const home = discharged.map(({ visit }) => visit);
  return [
    checkpoint('told who was placed', mapsExactly(said.placed, roomsOf(arrivals))),
    checkpoint('told who was displaced', mapsExactly(said.displaced, roomsOf(displaced))),
    checkpoint('told who was discharged', listsExactly(said.discharged, home)),
    ...diversion.map(({ status, occupied, inService }) =>
      checkpoint(
        'told the state of diversion',
        said.diversion === status && said.monitored_occupied === occupied && said.monitored_in_service === inService,
      ),
    ),
  ];
}

const clock = '2026-03-14T15:10:00Z';
const ending =
  'End with a JSON object with the keys "placed" and "displaced" (each visit id to the room they are in now) and "discharged" (a list of visit ids); leave empty what does not apply';
const withCounts =
  'Also add "diversion" (none, advisory or full), "monitored_occupied" and "monitored_in_service" (numbers, as things stand after the moves).';

const tasks: readonly TaskDraft[] = [
  {
    id: 'surge-one-displaced',
    title: 'A monitored room for a chest pain',
    difficulty: 1,
    brief: `V-5503 has gone to level 2 and there is no free monitored room for her. Make room by the handbook's surge rules and get her in, with the right nurse; whoever has to move must end up where the handbook puts them. Diversion is not your concern today. ${ending}.`,
    asked: { visits: ['V-5503'], withDiversion: false },
    clock,
    setup: { cases: ONE_COMES, rooms: [], staff: [] },
    truth: {
      arrivals: [{ visit: 'V-5503', room: 'ACU-05', nurse: 'N-120', sign: 'none' }],
      displaced: [{ visit: 'V-2587', room: 'ACU-13', nurse: 'N-131', sign: 'none', from: 'ACU-05' }],
      discharged: [],
      diversion: [],
    },
  },
  {
    id: 'surge-one-home',
    title: 'A monitored room, and diversion',
    difficulty: 2,
    brief: `V-4097 came in at level 2 and every monitored room that would do is taken. Make room by the handbook: mind who may really go home and who may not. When the moves are made, work out whether we have to declare diversion, and if so set it with the proper authority. ${ending}. ${withCounts}`,
    asked: { visits: ['V-4097'], withDiversion: true },
    clock,
    setup: {
      cases: ONE_COMES_ONE_LEAVES,
      rooms: [
        ['RES-1', 'cleaning'],
        ['RES-4', 'closed'],
        ['PED-1', 'closed'],
      ],
      staff: [],
    },
    truth: {
      arrivals: [{ visit: 'V-4097', room: 'ACU-06', nurse: 'N-122', sign: 'none' }],
      displaced: [],
      discharged: [{ visit: 'V-6827', from: 'ACU-06' }],
      diversion: [{ status: 'advisory', by: 'N-101', occupied: 9, inService: 10 }],
    },
  },
  {
    id: 'surge-chain',
    title: 'Two come, and one move asks for the next',
    difficulty: 3,
    brief: `We are full and two more have come: V-6733 and V-3295. Get both into the rooms that their levels demand, in the handbook's order. Whoever you displace is looked after first, even if that means making room for them in turn; people who can go home go home, and nobody else does. Then settle diversion with the proper authority. ${ending}. ${withCounts}`,
    asked: { visits: ['V-6733', 'V-3295'], withDiversion: true },
    clock,
    setup: {
      cases: TWO_COME,
      rooms: [
        ['ACU-07', 'cleaning'],
        ['ACU-09', 'closed'],
        ['ACU-10', 'cleaning'],
        ['ACU-14', 'closed'],
        ['PED-1', 'closed'],
      ],
      staff: [['N-160', 'break']],
    },
    truth: {
      arrivals: [
        { visit: 'V-6733', room: 'RES-1', nurse: 'N-110', sign: 'none' },
        { visit: 'V-3295', room: 'ACU-06', nurse: 'N-120', sign: 'none' },
      ],
      displaced: [
        { visit: 'V-5651', room: 'ACU-05', nurse: 'N-122', sign: 'none', from: 'RES-1' },
        { visit: 'V-2441', room: 'HALL-1', nurse: 'N-170', sign: 'none', from: 'ACU-06' },
      ],
      discharged: [{ visit: 'V-6349', from: 'ACU-05' }],
      diversion: [{ status: 'full', by: 'M-302', occupied: 11, inService: 11 }],
    },
  },
];

export const surge: Family = { name: 'surge', solution, judge, tasks };
