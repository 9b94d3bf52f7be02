/** Finding rooms and nurses for whoever lies in the ambulance hallway, in the right order and by ranked needs. */
import { answerObject, checkpoint, code, type Family, type Solution, type TaskDraft } from 'practicum';
import { z } from 'zod';
import type { CaseFile } from '../case-file.ts';
import { EIGHT_ARRIVALS, FOUR_ARRIVALS, TWO_ARRIVALS } from '../cases/ambulance-hallway.ts';
import { actDone, allowing, mapsExactly } from '../judging/expected-change.ts';
import { requested, roomed } from '../judging/expected-rows.ts';
import { page } from '../practice/acts.ts';
import { chartOf, fitting } from '../practice/chart.ts';
import { physicianOf } from '../practice/people.ts';
import { chooseRoom } from '../practice/rooming.ts';
import { wardOf } from '../practice/ward.ts';

const askedSchema = z.object({ area: z.literal('ambulance') });

const truthSchema = z.object({
  placements: z.array(z.object({ visit: z.string(), room: z.string(), nurse: z.string(), sign: z.string() })),
  /** Who stays in the hallway, and which physician is paged for them. */
  staying: z.record(z.string(), z.string()),
});

const solution: Solution = async (asked, hands) => {
  const { area } = fitting(askedSchema, asked, 'the brief');
  const chart = chartOf(hands);
  const { now } = await chart.department();
  const ward = await wardOf(hands, { now, protocols: await chart.protocols() });
  const rooms: Record<string, string> = {};
  const nurses: Record<string, string> = {};
  const inOrder = (await chart.waiting(area)).toSorted(
    (a, b) => a.level - b.level || (a.arrived_at < b.arrived_at ? -1 : 1),
  );
  for (const line of inOrder) {
    const newcomer = await ward.newcomer(line);
    const room = chooseRoom(newcomer, ward.rooms);
    rooms[line.visit_id] = room?.room_id ?? 'none';
    if (room !== null) {
      nurses[line.visit_id] = await ward.put(newcomer, room);
      continue;
    }
    const staff = await chart.staff('physician');
    const pod = newcomer.years < 16 ? 'paediatric' : 'front';
    await page(hands, { visit_id: line.visit_id, staff_id: physicianOf(pod, { staff, now }) });
  }
  return `The hallway is dealt with. ${JSON.stringify({ rooms, nurses })}`;
};

const judge = code('placement', ({ task, snapshot, answer }) => {
  const { placements, staying } = truthSchema.parse(task.truth);
  const { changes } = snapshot;
  const placed = placements.map((one) => ({ ...one, expected: roomed(one, task.clock) }));
  const paged = Object.entries(staying).map(([visit, staff]) => requested(visit, 'physician', [staff, task.clock]));
  const said = answerObject(answer);
  const rooms = [
    ...placements.map(({ visit, room }) => [visit, room] as const),
    ...Object.keys(staying).map((visit) => [visit, 'none'] as const),
  ];
  const nurses = placements.map(({ visit, nurse }) => [visit, nurse] as const);
  return {
    checkpoints: [
      ...placed.map(({ visit, expected }) => actDone(`${visit} placed`, changes, expected)),
      ...paged.map((expected) => actDone(expected.name, changes, [expected])),
      checkpoint('told the rooms', mapsExactly(said?.rooms, new Map(rooms))),
      checkpoint('told the nurses', mapsExactly(said?.nurses, new Map(nurses))),
    ],
    allowed: allowing([...placed.flatMap(({ expected }) => expected), ...paged]),
  };
});

const ending =
  'End your report with a JSON object with the keys "rooms" (visit id to room id, or "none" for whoever has to stay) and "nurses" (visit id to the nurse who takes them, only for those placed).';

interface Parameters {
  readonly id: string;
  readonly title: string;
  readonly difficulty: 1 | 2 | 3;
  readonly request: string;
  readonly setup: { cases: CaseFile[]; rooms: [string, string][]; staff: [string, string][] };
  readonly truth: z.input<typeof truthSchema>;
}

function draft({ id, title, difficulty, request, setup, truth }: Parameters): TaskDraft {
  const clock = '2026-03-14T15:04:00Z';
  return { id, title, difficulty, brief: `${request} ${ending}`, asked: { area: 'ambulance' }, clock, setup, truth };
}

export const placement: Family = {
  name: 'placement',
  solution,
  judge,
  tasks: [
    draft({
      id: 'place-two',
      title: 'Rooms for two ambulance patients',
      difficulty: 1,
      request:
        'Two crews are waiting to hand over in the ambulance hallway. Please find both patients the right room and nurse by the handbook and put them there, with the right sign at the door. The levels on the board are current.',
      setup: { cases: TWO_ARRIVALS, rooms: [], staff: [['N-122', 'break']] },
      truth: {
        placements: [
          { visit: 'V-5431', room: 'ACU-05', nurse: 'N-120', sign: 'none' },
          { visit: 'V-3177', room: 'ACU-07', nurse: 'N-121', sign: 'airborne' },
        ],
        staying: {},
      },
    }),
    draft({
      id: 'place-four',
      title: 'Rooms for four patients with special needs',
      difficulty: 2,
      request:
        'Four in the ambulance hallway, none of them simple, and some of our rooms are out of use. Room all of them by the handbook, in its order, each with sign and nurse. Take nobody out of a room for it.',
      setup: {
        cases: FOUR_ARRIVALS,
        rooms: [
          ['PED-1', 'closed'],
          ['ACU-07', 'cleaning'],
        ],
        staff: [],
      },
      truth: {
        placements: [
          { visit: 'V-6219', room: 'ACU-01', nurse: 'N-122', sign: 'airborne' },
          { visit: 'V-2647', room: 'ACU-02', nurse: 'N-120', sign: 'none' },
          { visit: 'V-3533', room: 'FT-6', nurse: 'N-151', sign: 'contact' },
          { visit: 'V-4873', room: 'ACU-10', nurse: 'N-131', sign: 'none' },
        ],
        staying: {},
      },
    }),
    draft({
      id: 'place-eight',
      title: 'Rooms for a full ambulance hallway',
      difficulty: 3,
      request:
        'A coach has gone off the bypass and the ambulance hallway is full. Work through everyone there strictly by the handbook: order, care level, ranked needs, nurses with valid certificates and room to carry more. If somebody cannot be roomed without moving others, leave them there and do what the handbook says for that. Nobody who is in a room now is to be moved.',
      setup: {
        cases: EIGHT_ARRIVALS,
        rooms: [
          ['ACU-07', 'closed'],
          ['PED-1', 'closed'],
          ['PED-2', 'cleaning'],
        ],
        staff: [['N-122', 'break']],
      },
      truth: {
        placements: [
          { visit: 'V-7021', room: 'RES-1', nurse: 'N-111', sign: 'none' },
          { visit: 'V-2365', room: 'RES-4', nurse: 'N-110', sign: 'none' },
          { visit: 'V-5097', room: 'ACU-01', nurse: 'N-120', sign: 'airborne' },
          { visit: 'V-3811', room: 'ACU-05', nurse: 'N-170', sign: 'none' },
          { visit: 'V-2811', room: 'ACU-06', nurse: 'N-171', sign: 'none' },
          { visit: 'V-4639', room: 'ACU-09', nurse: 'N-131', sign: 'droplet' },
          { visit: 'V-5945', room: 'ACU-02', nurse: 'N-121', sign: 'none' },
        ],
        staying: { 'V-6483': 'D-250' },
      },
    }),
  ],
};
