/** Rooms and who lies in them. The system refuses a room that is taken or not ready; whether a room suits is for people to know. */
import { conflict, type Desk, invalid, tool } from 'practicum';
import { z } from 'zod';
import { audit, roomRow, staffRow, visitRow, withFlags } from './desk.ts';

const isolation = z.enum(['none', 'contact', 'droplet', 'airborne']);
const status = z.enum(['ready', 'occupied', 'cleaning', 'closed']);

const room = z.strictObject({
  room_id: z.string(),
  pod: z.string(),
  monitored: z.boolean(),
  negative_pressure: z.boolean(),
  single: z.boolean(),
  bariatric: z.boolean(),
  status,
  visit_id: z.string(),
  since: z.string(),
  sign: isolation,
});

const placed = z.strictObject({ visit_id: z.string(), room_id: z.string(), nurse_id: z.string(), sign: isolation });

/** Ends the stay in the present room, if any, and leaves that room to be cleaned. */
export function leaveRoom({ db, now }: Desk, visitId: string): void {
  const stay = db.get("SELECT id, room_id FROM placement WHERE visit_id = ? AND ended_at = ''", visitId);
  if (stay === undefined) return;
  db.run('UPDATE placement SET ended_at = ? WHERE id = ?', now, String(stay.id));
  db.run("UPDATE room SET status = 'cleaning' WHERE id = ?", String(stay.room_id));
}

export const roomTools = [
  tool({
    name: 'list_rooms',
    description:
      'All rooms with features, status, occupant, since when, and the isolation sign at the door ("none" where there is none).',
    effect: 'read',
    input: z.object({}),
    output: z.strictObject({ total: z.int(), rooms: z.array(room) }),
    run: (_input, { db }) => {
      const rows = db.all(
        `SELECT room.id AS room_id, pod, monitored, negative_pressure, single, bariatric, status,
           coalesce(visit_id, 'none') AS visit_id, coalesce(since, 'none') AS since, coalesce(isolation, 'none') AS sign
         FROM room LEFT JOIN placement ON room_id = room.id AND ended_at = '' ORDER BY room.id`,
      );
      const features = ['monitored', 'negative_pressure', 'single', 'bariatric'];
      return { total: rows.length, rooms: rows.map((row) => room.parse(withFlags(row, ...features))) };
    },
  }),
  tool({
    name: 'place_patient',
    description:
      'Puts a patient in a ready room under a nurse and posts the sign. A patient who lies elsewhere is moved; the room left needs cleaning.',
    effect: 'write',
    input: z.object({ visit_id: z.string(), room_id: z.string(), nurse_id: z.string(), sign: isolation }),
    output: placed,
    run: ({ visit_id, room_id, nurse_id, sign }, desk) => {
      const { db, now } = desk;
      const visit = visitRow(desk, visit_id);
      if (visit.status !== 'waiting' && visit.status !== 'roomed') throw conflict(`${visit_id} is ${visit.status}`);
      const target = roomRow(desk, room_id);
      if (target.status !== 'ready') throw conflict(`${room_id} is ${target.status}`);
      if (staffRow(desk, nurse_id).role !== 'nurse') throw invalid(`${nurse_id} is no nurse`);
      leaveRoom(desk, visit_id);
      const row = [desk.newId('PL'), visit_id, room_id, nurse_id, sign, now, ''];
      db.run('INSERT INTO placement VALUES (?, ?, ?, ?, ?, ?, ?)', ...row);
      db.run("UPDATE room SET status = 'occupied' WHERE id = ?", room_id);
      db.run("UPDATE visit SET status = 'roomed' WHERE id = ?", visit_id);
      audit(desk, 'place_patient', `${visit_id} in ${room_id} with ${nurse_id}`);
      return { visit_id, room_id, nurse_id, sign };
    },
  }),
  tool({
    name: 'clean_room',
    description:
      'Has a room cleaned that somebody left. A quick clean makes it ready at once; a full one takes an hour.',
    effect: 'write',
    input: z.object({ room_id: z.string(), method: z.enum(['quick', 'full']) }),
    output: z.strictObject({ room_id: z.string(), status }),
    run: ({ room_id, method }, desk) => {
      const target = roomRow(desk, room_id);
      if (target.status !== 'cleaning') throw conflict(`${room_id} is ${target.status}, not waiting to be cleaned`);
      const after = method === 'quick' ? ('ready' as const) : ('cleaning' as const);
      desk.db.run('UPDATE room SET status = ?, last_clean = ? WHERE id = ?', after, method, room_id);
      audit(desk, 'clean_room', `${room_id} ${method}`);
      return { room_id, status: after };
    },
  }),
];
