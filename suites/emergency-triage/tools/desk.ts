/** What the tools share: rows that must exist, yes and no out of SQLite's 1 and 0, and the audit trail. */
import { type Desk, type JsonObject, notFound } from 'practicum';

export function visitRow({ db }: Desk, id: string): JsonObject {
  const row = db.get('SELECT * FROM visit WHERE id = ?', id);
  if (row === undefined) throw notFound(`there is no visit ${id}`);
  return row;
}

export function staffRow({ db }: Desk, id: string): JsonObject {
  const row = db.get('SELECT * FROM staff WHERE id = ?', id);
  if (row === undefined) throw notFound(`there is nobody with the staff id ${id}`);
  return row;
}

export function roomRow({ db }: Desk, id: string): JsonObject {
  const row = db.get('SELECT * FROM room WHERE id = ?', id);
  if (row === undefined) throw notFound(`there is no room ${id}`);
  return row;
}

export function requirePatient({ db }: Desk, id: string): void {
  if (!db.get('SELECT 1 FROM patient WHERE id = ?', id)) throw notFound(`there is no patient ${id}`);
}

/** The row with the named columns as true or false. */
export function withFlags(row: JsonObject, ...flags: readonly string[]): JsonObject {
  return { ...row, ...Object.fromEntries(flags.map((flag) => [flag, row[flag] === 1])) };
}

export function audit({ db, now }: Desk, tool: string, detail: string): void {
  db.run('INSERT INTO audit (at, tool, detail) VALUES (?, ?, ?)', now, tool, detail);
}
