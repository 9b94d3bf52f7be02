/** The handbook's section on surge: who goes home, who is displaced, and where to, until everybody who comes has a room. */
import { type Hands, SolutionStuck } from 'practicum';
import { type Chart, chartOf, type Room, type Visit } from './chart.ts';
import { yearsOld } from './people.ts';
import { chooseRoom, type Newcomer, rightRooms } from './rooming.ts';
import type { Ward } from './ward.ts';

/** What was done, for the report. */
export interface Moves {
  readonly placed: Record<string, string>;
  readonly displaced: Record<string, string>;
  readonly discharged: string[];
}

type Records = Pick<Chart, 'visit' | 'patient' | 'labs' | 'ordersOf'>;

/** Records that these moves do not change, so each is read once. */
export function recordsOf(chart: Chart): Records {
  return {
    visit: readOnce(chart.visit),
    patient: readOnce(chart.patient),
    labs: readOnce(chart.labs),
    ordersOf: readOnce(chart.ordersOf),
  };
}

function readOnce<T>(read: (id: string) => Promise<T>): (id: string) => Promise<T> {
  const known = new Map<string, T>();
  return async (id) => {
    const record = known.get(id) ?? (await read(id));
    known.set(id, record);
    return record;
  };
}

interface Surge {
  readonly hands: Hands;
  readonly ward: Ward;
  readonly moves: Moves;
  readonly records: Records;
}

/** Gives somebody who comes a room, with whatever must happen before. */
export async function makeRoomFor(newcomer: Newcomer, surge: Surge): Promise<void> {
  const room = chooseRoom(newcomer, surge.ward.rooms) ?? (await freeRoom(newcomer, surge));
  await surge.ward.put(newcomer, room);
  surge.moves.placed[newcomer.visit_id] = room.room_id;
}

interface Occupant {
  readonly room: Room;
  readonly visit: Visit;
}

async function freeRoom(newcomer: Newcomer, surge: Surge): Promise<Room> {
  const { records } = surge;
  const occupants: Occupant[] = [];
  const taken = rightRooms(newcomer, surge.ward.rooms).filter(
    (room) => room.status === 'occupied' && room.sign === 'none',
  );
  for (const room of taken.toSorted((a, b) => (a.since < b.since ? -1 : 1))) {
    const visit = await records.visit(room.visit_id);
    if (await mayGoHome(visit, records)) return sendHome({ room, visit }, surge);
    occupants.push({ room, visit });
  }
  // Sorting keeps the order of equals: the longest stay first.
  for (const occupant of occupants.toSorted((a, b) => b.visit.level - a.visit.level)) {
    if (await mayBeDisplaced(occupant.visit, newcomer, surge)) return displace(occupant, surge);
  }
  throw new SolutionStuck(`nobody can make room for ${newcomer.visit_id}`);
}

async function mayGoHome({ visit_id, disposition, disposition_by }: Visit, records: Records): Promise<boolean> {
  if (disposition !== 'discharge' || !disposition_by.startsWith('D-')) return false;
  const labs = await records.labs(visit_id);
  if (labs.some(({ critical, reviewed }) => critical && !reviewed)) return false;
  const orders = await records.ordersOf(visit_id);
  return orders.every(({ status }) => status !== 'pending' && status !== 'running');
}

async function mayBeDisplaced(visit: Visit, newcomer: Newcomer, { records, ward }: Surge): Promise<boolean> {
  if (visit.level <= newcomer.level || visit.physician_hold) return false;
  const { born_on } = await records.patient(visit.patient_id);
  if (yearsOld(born_on, ward.now) < 16) return false;
  return (await records.ordersOf(visit.visit_id)).every(({ status }) => status !== 'running');
}

async function sendHome({ room, visit }: Occupant, { hands, ward, moves }: Surge): Promise<Room> {
  const { visit_id } = visit;
  await hands.act('discharge_patient', { visit_id }, async () => {
    return (await chartOf(hands).visit(visit_id)).status === 'discharged';
  });
  moves.discharged.push(visit_id);
  ward.relieved(visit.nurse_id, visit.level);
  return cleaned(room, { hands, ward });
}

async function displace({ room, visit }: Occupant, surge: Surge): Promise<Room> {
  const { hands, ward, moves } = surge;
  const displaced = await ward.newcomer(visit);
  const next = chooseRoom(displaced, ward.rooms) ?? (await refuge(displaced, surge));
  ward.relieved(visit.nurse_id, visit.level);
  await ward.put(displaced, next);
  moves.displaced[visit.visit_id] = next.room_id;
  return cleaned(room, { hands, ward });
}

/** Where a displaced patient goes when no room is ready: the hall, or for level 2 a room that is made free in turn. */
async function refuge(displaced: Newcomer, surge: Surge): Promise<Room> {
  if (displaced.level <= 2) return freeRoom(displaced, surge);
  const hall = surge.ward.rooms.find(({ pod, status }) => pod === 'hall' && status === 'ready');
  if (hall === undefined) throw new SolutionStuck('the hall is full');
  return hall;
}

async function cleaned(room: Room, { hands, ward }: Pick<Surge, 'hands' | 'ward'>): Promise<Room> {
  const { room_id } = room;
  await hands.act('clean_room', { room_id, method: 'quick' }, async () => {
    const now = (await chartOf(hands).rooms()).find((one) => one.room_id === room_id);
    return now?.status === 'ready';
  });
  ward.vacated(room);
  return room;
}
