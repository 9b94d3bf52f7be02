/** Every write leaves a line in the audit table. */
import type { Desk } from 'practicum';

export function audit({ db, now }: Desk, act: string, subject: string): void {
  db.run('INSERT INTO audit (at, actor, act, subject) VALUES (?, ?, ?, ?)', now, 'review-desk', act, subject);
}

/** The day it is at the desk. */
export function today({ now }: Desk): string {
  return now.slice(0, 10);
}

/** The columns of the row with that id, or undefined. */
export function rowById({ db }: Desk, table: string, id: string): ReturnType<Desk['db']['get']> {
  return db.get(`SELECT * FROM ${table} WHERE id = ?`, id);
}
