/** The rows that the common acts leave behind when done right. */
import type { ExpectedChange } from './expected-change.ts';

export interface ExpectedPlacement {
  readonly visit: string;
  readonly room: string;
  readonly nurse: string;
  readonly sign: string;
}

/** Somebody who waited now lies in a room that was ready. */
export function roomed({ visit, room, nurse, sign }: ExpectedPlacement, at: string): readonly ExpectedChange[] {
  const status = 'occupied';
  return [
    ...bedTaken({ visit, room, nurse, sign }, at),
    { name: `${visit} counts as roomed`, table: 'visit', kind: 'updated', key: visit, after: { status: 'roomed' } },
    { name: `${room} is ${status}`, table: 'room', kind: 'updated', key: room, after: { status } },
  ];
}

export function bedTaken(
  { visit, room, nurse, sign }: ExpectedPlacement,
  at: string,
): readonly [ExpectedChange, ...ExpectedChange[]] {
  const after = { visit_id: visit, room_id: room, nurse_id: nurse, isolation: sign, since: at, ended_at: '' };
  return [{ name: `${visit} in ${room} with ${nurse}, sign ${sign}`, table: 'placement', kind: 'inserted', after }];
}

export function requested(
  visit_id: string,
  kind: 'vitals' | 'physician',
  [staff_id, at]: [string, string],
): ExpectedChange {
  const name = `${kind} called for ${visit_id}`;
  return { name, table: 'request', kind: 'inserted', after: { visit_id, kind, staff_id, sent_at: at } };
}
