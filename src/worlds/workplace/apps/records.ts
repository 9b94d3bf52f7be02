/** The company's systems: tables to look up, and acts in them. Acts are kept and noted; whether they were right is for judges. */
import { z } from 'zod';
import { isObject, type JsonObject } from '../../../core/json.ts';
import { invalid } from '../../../core/tool-error.ts';
import { type App, appTool } from '../app.ts';
import { clockTime } from '../day-state.ts';
import { columnsOf, SYSTEMS, tableNamed, tablesNow, withoutNulls } from '../record-rows.ts';
import { actTools } from '../system-acts.ts';

const ROWS_PER_PAGE = 100;

const listRecordTables = appTool({
  name: 'list_record_tables',
  description: "Lists the tables of the company's systems with their columns.",
  effect: 'read',
  input: z.object({}),
  output: z.object({
    tables: z.array(
      z.object({ system: z.enum(SYSTEMS), table: z.string(), columns: z.array(z.string()), row_count: z.int() }),
    ),
    total: z.int(),
  }),
  cost: 1,
  run: (_input, { state }) => {
    const tables = tablesNow(state).map((table) => ({
      system: table.system,
      table: table.name,
      columns: [...columnsOf(table)],
      row_count: table.rows.length,
    }));
    return { tables, total: tables.length };
  },
});

const value = z.union([z.string(), z.number(), z.boolean()]);

const queryRecords = appTool({
  name: 'query_records',
  description: `Looks up rows of a table, all or those whose columns hold the given values. Pages of ${ROWS_PER_PAGE}: total counts the rows on this page, matching all of them.`,
  effect: 'read',
  input: z.object({
    system: z.enum(SYSTEMS),
    table: z.string().max(100),
    where: z.record(z.string(), value).default({}),
    page: z.int().min(1).default(1),
  }),
  output: z.object({
    system: z.enum(SYSTEMS),
    table: z.string(),
    rows: z.array(z.record(z.string(), z.unknown())),
    total: z.int(),
    matching: z.int(),
    page: z.int(),
    pages: z.int(),
  }),
  cost: 1,
  run: ({ system, table: name, where, page }, { state, note }) => {
    const table = tableNamed(state, system, name);
    const columns = columnsOf(table);
    const unknown = Object.keys(where).find((column) => !columns.includes(column));
    if (unknown !== undefined)
      throw invalid(`${table.name} has no column "${unknown.slice(0, 60)}"; it has ${columns.join(', ')}`);
    const found = table.rows.filter((row) => Object.entries(where).every(([key, wanted]) => holds(row[key], wanted)));
    const pages = Math.max(1, Math.ceil(found.length / ROWS_PER_PAGE));
    if (page > pages) throw invalid(`there are ${pages} pages`);
    const rows = found.slice((page - 1) * ROWS_PER_PAGE, page * ROWS_PER_PAGE).map(withoutNulls);
    note('system-read', { view: `${system}/${table.name}`, at: state.now });
    return { system, table: table.name, rows, total: rows.length, matching: found.length, page, pages };
  },
});

/** By what it says, in any case; an empty text finds what is empty. */
function holds(cell: JsonObject[string] | undefined, wanted: string | number | boolean): boolean {
  const said = Array.isArray(cell) || isObject(cell) ? JSON.stringify(cell) : String(cell ?? '');
  return said.trim().toLowerCase() === String(wanted).trim().toLowerCase();
}

const listActs = appTool({
  name: 'list_acts',
  description: "Lists what you have done in the company's systems today.",
  effect: 'read',
  input: z.object({}),
  output: z.object({
    acts: z.array(z.object({ name: z.string(), data: z.record(z.string(), z.unknown()), at: z.string() })),
    total: z.int(),
  }),
  cost: 1,
  run: (_input, { state }) => {
    const acts = state.acts.map(({ name, data, at }) => ({ name, data: { ...data }, at: clockTime(at) }));
    return { acts, total: acts.length };
  },
});

export const app: App = { name: 'records', tools: [listRecordTables, queryRecords, listActs, ...actTools] };
