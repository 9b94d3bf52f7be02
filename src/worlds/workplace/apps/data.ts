/** Tables in files, asked with SQL, and scripts over files. Both run contained; what is wrong with them is told to who wrote them. */
import { z } from 'zod';
import { conflict, invalid } from '../../../core/tool-error.ts';
import { type App, appTool, type Post } from '../app.ts';
import { fileAt, noteRead, openingCost, putFiles } from '../file-store.ts';
import type { FileEntry } from '../instance.ts';
import { queryIn } from '../query-shape.ts';
import { type Cell, readTable } from '../table.ts';

const MOST_ROWS = 200;
const SAMPLE = 5;
const path = z.string().max(1000).describe('A .csv or .json file of drive/ or workspace/.');
const cell = z.union([z.string(), z.number()]);
/** An answer holds no null: what is empty is shown as the empty text. */
const shown = (value: Cell): string | number => value ?? '';

function opened(post: Post, paths: readonly string[]): readonly FileEntry[] {
  const files = paths.map((given) => fileAt(post.state, given));
  for (const file of files) noteRead(post, file);
  return files;
}

const describeTable = appTool({
  name: 'describe_table',
  description: 'Says what columns a .csv or .json table has, of which type, how many rows, and shows the first few.',
  effect: 'read',
  input: z.object({ path }),
  output: z.object({
    path: z.string(),
    columns: z.array(z.object({ name: z.string(), type: z.enum(['integer', 'number', 'text']), empty_cells: z.int() })),
    row_count: z.int(),
    sample: z.array(z.array(cell)),
  }),
  cost: (input) => openingCost([input.path]),
  run: (input, post) => {
    const file = fileAt(post.state, input.path);
    const { columns, rows } = readTable(file.path, file.content);
    noteRead(post, file);
    return {
      path: file.path,
      columns: columns.map(({ name, type }) => ({
        name,
        type,
        empty_cells: rows.filter((row) => (row[name] ?? null) === null).length,
      })),
      row_count: rows.length,
      sample: rows.slice(0, SAMPLE).map((row) => columns.map(({ name }) => shown(row[name] ?? null))),
    };
  },
});

const tableName = /^[A-Za-z][A-Za-z0-9_]{0,40}$/;

const queryData = appTool({
  name: 'query_data',
  description: `Asks .csv and .json files one SELECT in SQLite's SQL: each file is a table under the name given in "as". Empty cells are NULL in SQL and empty text in the answer. At most ${MOST_ROWS} rows are shown; row_count says how many there are.`,
  effect: 'read',
  input: z.object({
    sql: z.string().min(1).max(20_000),
    files: z
      .array(z.object({ path, as: z.string().regex(tableName, 'is no plain name for a table') }))
      .min(1)
      .max(10),
  }),
  output: z.object({
    columns: z.array(z.string()),
    rows: z.array(z.array(cell)),
    row_count: z.int(),
    is_cut: z.boolean(),
  }),
  cost: ({ files }) => 1 + openingCost(files.map((file) => file.path)),
  run: async ({ sql, files }, post, signal) => {
    const query = queryIn(sql);
    if (query === null) throw invalid('query_data takes one SELECT and nothing else');
    const names = new Set(files.map((file) => file.as.toLowerCase()));
    if (names.size < files.length) throw invalid('two files have the same name after "as"');
    if ([...names].some((name) => name.startsWith('sqlite'))) throw invalid('a table cannot be called sqlite…');
    const tables = opened(
      post,
      files.map((file) => file.path),
    ).map((file, i) => {
      const { rows } = readTable(file.path, file.content);
      if (rows.length === 0) throw invalid(`${file.path} has a header but no rows`);
      return [files[i]?.as ?? '', rows] as const;
    });
    const result = await post.scripts.query({ sql: query, tables: new Map(tables) }, signal);
    if (!result.ok) throw invalid(`the query failed: ${result.message}`);
    return {
      columns: [...result.columns],
      rows: result.rows.slice(0, MOST_ROWS).map((row) => row.map(shown)),
      row_count: result.rows.length,
      is_cut: result.rows.length > MOST_ROWS,
    };
  },
});

const MOST_READ = 1_500_000;

const runScript = appTool({
  name: 'run_script',
  description: [
    'Runs a script in plain JavaScript (no modules, no promises) and gives what it printed.',
    'files.read(path) is the text of a file that you name in "files"; files.list() is their paths; files.write(path, text) writes below workspace/.',
    'tables.read(path) is a list of row objects from a .csv or .json file; numbers are numbers, empty cells null.',
    'print(…) prints, objects as JSON. A value that the script returns is printed too.',
    'There is no disk, no network, no clock (dates are made from text: new Date("2026-03-02")). A script that throws writes nothing.',
  ].join('\n'),
  effect: 'write',
  input: z.object({
    code: z.string().min(1).max(50_000),
    files: z.array(path).max(30).default([]).describe('Files that the script may read.'),
  }),
  output: z.object({ printed: z.string(), written: z.array(z.string()) }),
  cost: ({ files }) => 2 + openingCost(files),
  run: async ({ code, files }, post, signal) => {
    const given = opened(post, files);
    if (given.reduce((sum, { content }) => sum + content.length, 0) > MOST_READ)
      throw invalid(`a script reads at most ${MOST_READ} characters`);
    const result = await post.scripts.run(
      { code, files: new Map(given.map((file) => [file.path, file.content])) },
      signal,
    );
    if (!result.ok) throw conflict(`the script failed: ${result.message}`);
    const placed = putFiles(
      post.state,
      [...result.written].map(([to, content]) => ({ path: to, content })),
    );
    return { printed: result.printed, written: placed.map((file) => file.path) };
  },
});

export const app: App = { name: 'data', tools: [describeTable, queryData, runScript] };
