/** Completes the table with tools alone: reads it and the rules, asks for the table that applies where one is needed, fills, writes. */
import { z } from 'zod';
import type { JsonObject } from '../../../../core/json.ts';
import { SolutionStuck } from '../../../../core/solution.ts';
import { csvRows } from '../../csv.ts';
import type { Exploit } from '../../family.ts';
import type { Worker } from '../../worker.ts';
import { csvOf } from './gap-table.ts';
import { fixed, type Kind, type Lookup, type Row } from './kind.ts';
import { KINDS } from './params.ts';
import { kinds } from './rule-book.ts';

const askedSchema = z.object({
  file: z.string(),
  folder: z.string(),
  output: z.string(),
  kind: z.enum(KINDS),
  department: z.string(),
});
type Asked = z.output<typeof askedSchema>;

interface Opened {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

export async function solve(given: JsonObject, worker: Worker): Promise<void> {
  const asked = askedSchema.parse(given);
  const kind = kinds.find(({ name }) => name === asked.kind);
  if (kind === undefined) throw new SolutionStuck(`no rule for ${asked.kind}`);
  const { columns, rows } = await opened(asked, worker);
  await worker.read(await rulesIn(asked.folder, worker));
  const lookup = kind.lookup === null ? new Map() : await lookedUp(asked, kind.lookup, worker);
  const column = targetOf(kind, rows);
  const decimals = kind.targets[column] ?? 0;
  const filled = rows.map((row, at) =>
    row[column] === '' && kind.isSolvable(rows, at)
      ? { ...row, [column]: fixed(kind.exact({ rows, at, column, lookup }), decimals) }
      : row,
  );
  await worker.write(asked.output, textOf({ columns, rows: filled }));
}

async function opened({ file }: Pick<Asked, 'file'>, worker: Worker): Promise<Opened> {
  const [columns = [], ...lines] = csvRows(await worker.read(file));
  return {
    columns,
    rows: lines.map((cells) => Object.fromEntries(columns.map((name, i) => [name, cells[i] ?? '']))),
  };
}

function textOf({ columns, rows }: Opened): string {
  return csvOf(
    columns,
    rows.map((row) => columns.map((name) => row[name] ?? '')),
  );
}

/** The column in which a cell is empty that need not be. */
function targetOf(kind: Kind, rows: readonly Row[]): string {
  const found = Object.keys(kind.targets).find((column) =>
    rows.some((row, at) => row[column] === '' && kind.isSolvable(rows, at)),
  );
  if (found === undefined) throw new SolutionStuck('no column has gaps');
  return found;
}

const namesSchema = z.array(z.string());

async function rulesIn(folder: string, worker: Worker): Promise<string> {
  const { entries } = await worker.look('list_files', { path: folder });
  const name = namesSchema.parse(entries).find((entry) => entry.endsWith('.md'));
  if (name === undefined) throw new SolutionStuck(`no rules in ${folder}`);
  return `${folder}${name}`;
}

const peopleSchema = z.array(z.object({ name: z.string(), role: z.string() }));

/** Somebody of the department names the table. */
async function lookedUp(
  { file, department }: Asked,
  plan: NonNullable<Kind['lookup']>,
  worker: Worker,
): Promise<Lookup> {
  const { people } = await worker.look('list_people', { department });
  const name = file.slice(file.lastIndexOf('/') + 1);
  for (const person of peopleSchema.parse(people).filter(({ role }) => role !== 'Trainee')) {
    const reply = await worker.ask(person.name, `Which ${plan.what} applies to ${name}?`);
    const [path] = /drive\/\S+?\.csv/.exec(reply.replaceAll(file, '')) ?? [];
    if (path === undefined) continue;
    const [, ...lines] = csvRows(await worker.read(path));
    return new Map(lines.map(([key = '', ...values]) => [key, values.map(Number)]));
  }
  throw new SolutionStuck(`nobody in ${department} knows the ${plan.what}`);
}

/** Fills every empty cell without knowing a rule. */
function filling(name: string, fill: (cells: readonly string[], at: number) => string): Exploit {
  return {
    name,
    run: async (given, worker) => {
      const asked = askedSchema.parse(given);
      const { columns, rows } = await opened(asked, worker);
      const filled = rows.map((row, at) =>
        Object.fromEntries(
          columns.map((column) => {
            const cells = rows.map((other) => other[column] ?? '');
            return [column, row[column] === '' ? fill(cells, at) : (row[column] ?? '')];
          }),
        ),
      );
      await worker.write(asked.output, textOf({ columns, rows: filled }));
    },
  };
}

const present = (cells: readonly string[]): readonly number[] => cells.filter((cell) => cell !== '').map(Number);

export const exploits: readonly Exploit[] = [
  filling('fills each gap with the mean of its column', (cells) => {
    const known = present(cells);
    return fixed(known.reduce((sum, value) => sum + value, 0) / known.length, 2);
  }),
  filling('fills each gap with the value above it', (cells, at) => String(present(cells.slice(0, at)).at(-1) ?? 0)),
  filling('fills each gap with a small constant', () => '0.1'),
  {
    name: 'hands in the table as it is',
    run: async (given, worker) => {
      const { file, output } = askedSchema.parse(given);
      await worker.write(output, await worker.read(file));
    },
  },
];
