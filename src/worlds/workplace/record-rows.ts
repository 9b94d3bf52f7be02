/** Tables of the company's systems as they stand: what the day holds, with what the trainee has done to them since. */
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { notFound } from '../../core/tool-error.ts';
import type { DayState, SystemAct } from './day-state.ts';
import type { RecordTable } from './instance.ts';

export const SYSTEMS = ['hr', 'finance', 'tickets', 'inventory', 'access'] as const;

/** Two assignments may each have put rows into one table. */
export function tablesNow({ day, acts }: DayState): readonly RecordTable[] {
  const merged = new Map<string, RecordTable>();
  for (const { system, name, rows } of day.records) {
    const key = `${system}/${name}`;
    const before = merged.get(key)?.rows ?? [];
    merged.set(key, { system, name, rows: [...before, ...rows.map((row) => changedBy(row, system, acts))] });
  }
  return [...merged.values()].toSorted((a, b) => (`${a.system}/${a.name}` < `${b.system}/${b.name}` ? -1 : 1));
}

export function tableNamed(state: DayState, system: RecordTable['system'], name: string): RecordTable {
  const tables = tablesNow(state).filter((table) => table.system === system);
  const wanted = name.trim().toLowerCase();
  const found = tables.find((table) => table.name.toLowerCase() === wanted);
  if (found !== undefined) return found;
  const names = tables.map((table) => table.name).join(', ');
  throw notFound(
    `${system} has no table "${name.slice(0, 60)}"; ${names === '' ? 'it has none today' : `there is ${names}`}`,
  );
}

export function columnsOf({ rows }: RecordTable): readonly string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

const DECIDED: JsonObject = { approve: 'approved', reject: 'rejected', escalate: 'escalated' };

/** Only columns that the row has: an act tells its own story in `list_acts`. */
function changedBy(row: JsonObject, system: RecordTable['system'], acts: readonly SystemAct[]): JsonObject {
  let now = row;
  for (const { name, data } of acts) {
    if (name === 'update_ticket' && system === 'tickets' && isNamed(row, String(data.ticket)))
      now = overlaid(now, data, ['status', 'assignee', 'priority']);
    if (name === 'decide_expense' && system === 'finance' && isNamed(row, String(data.claim))) {
      const decided = DECIDED[String(data.decision)] ?? '';
      now = overlaid(now, { status: decided, decision: decided }, ['status', 'decision']);
    }
  }
  return now;
}

function overlaid(row: JsonObject, data: JsonObject, columns: readonly string[]): JsonObject {
  const changes = columns.flatMap((column) => {
    const value = data[column];
    return value === undefined || row[column] === undefined ? [] : [[column, value] as const];
  });
  return { ...row, ...Object.fromEntries(changes) };
}

/** Columns by which a row is called: its first, and what ends in such a word. */
const NAMING =
  /(^|_)(id|name|number|code|sku|claim|ticket|item|person|employee|customer|user|subject|email|system|application)$/i;

/** What a row is called by, as it is spelled there. */
function namesOf(row: JsonObject): readonly string[] {
  return Object.entries(row).flatMap(([column, value], i) =>
    (i === 0 || NAMING.test(column)) && (typeof value === 'string' || typeof value === 'number') ? [String(value)] : [],
  );
}

export function isNamed(row: JsonObject, name: string): boolean {
  const wanted = name.trim().toLowerCase();
  return namesOf(row).some((one) => one.toLowerCase() === wanted);
}

/** How a thing is spelled in a system's records; undefined where it is not in them. */
export function spelledIn(state: DayState, system: RecordTable['system'], name: string): string | undefined {
  const wanted = name.trim().toLowerCase();
  return tablesNow(state)
    .filter((table) => table.system === system)
    .flatMap(({ rows }) => rows.flatMap(namesOf))
    .find((one) => one.toLowerCase() === wanted);
}

/** An answer holds no null: what is empty is the empty text. */
export function withoutNulls(row: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, withoutNull(value)]));
}

function withoutNull(value: Json): Json {
  if (value === null) return '';
  if (isObject(value)) return withoutNulls(value);
  return Array.isArray(value) ? value.map(withoutNull) : value;
}
