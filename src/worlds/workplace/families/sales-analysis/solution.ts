/** The work itself: asks for the handbook, reads the orders, counts, and reports. And what would be no work. */
import { z } from 'zod';
import { isObject, type JsonObject } from '../../../../core/json.ts';
import { SolutionStuck } from '../../../../core/solution.ts';
import type { Exploit } from '../../family.ts';
import type { Worker } from '../../worker.ts';
import { EVERY_ORDER, type Weights, weightsIn } from './handbook.ts';
import { paramsSchema, type Settled, UNITS } from './params.ts';
import { answerOf, deliverableOf, type Sales } from './report.ts';
import { type Total, totalsIn } from './totals.ts';

const file = z.object({ department: z.string(), path: z.string() });
const askedSchema = z.object({
  params: paramsSchema,
  line: z.string(),
  now: z.array(file),
  before: z.array(file),
  output: z.string(),
});
type Asked = z.output<typeof askedSchema>;

export async function solve(asked: JsonObject, worker: Worker): Promise<void> {
  const given = askedSchema.parse(asked);
  const weights = weightsIn(await worker.read(await handbookFor(given.line, worker)));
  await report(given, worker, weights);
}

async function report(given: Asked, worker: Worker, weights: Weights): Promise<void> {
  const sales = await salesFor(given, worker, weights);
  // The brief leaves nothing open.
  const params = given.params as Settled;
  await worker.writeJson(given.output, deliverableOf(params, answerOf(params, sales)));
}

async function salesFor({ now, before }: Asked, worker: Worker, weights: Weights): Promise<Sales> {
  const read = async (files: Asked['now']): Promise<Sales['now']> => {
    const totals = new Map<string, readonly Total[]>();
    for (const { department, path } of files) totals.set(department, totalsIn(await worker.read(path), weights));
    return totals;
  };
  return { now: await read(now), before: await read(before) };
}

/** Sales Managers know where the handbook is. */
async function handbookFor(line: string, worker: Worker): Promise<string> {
  const { people } = await worker.look('list_people', { role: 'Manager' });
  const managers = (Array.isArray(people) ? people.filter(isObject) : []).toSorted(
    (a, b) => Number(b.role === 'Sales Manager') - Number(a.role === 'Sales Manager'),
  );
  for (const { id } of managers) {
    const reply = await worker.ask(String(id), `Where is the sales handbook of the ${line} line?`);
    const [path] = /drive\/sales[\w/-]*\.md/.exec(reply) ?? [];
    if (path !== undefined) return path;
  }
  throw new SolutionStuck(`nobody knows the sales handbook of the ${line} line`);
}

async function listEverybody(asked: JsonObject, worker: Worker): Promise<void> {
  const given = askedSchema.parse(asked);
  const { now } = await salesFor(given, worker, EVERY_ORDER);
  const shown = (totals: readonly Total[]): JsonObject[] =>
    totals.map(({ cents, ...person }) => ({ ...person, total_sales: cents / 100 }));
  const everybody = [...now.values()].flat();
  await worker.writeJson(given.output, {
    ...Object.fromEntries([...now].map(([department, totals]) => [department, shown(totals)])),
    employees: shown(everybody),
    employee_ids: everybody.map(({ employee_id }) => employee_id),
    count: everybody.length,
  });
}

async function guessConstants(asked: JsonObject, worker: Worker): Promise<void> {
  const { output } = askedSchema.parse(asked);
  const nothing = { previous: 0, current: 0 };
  await worker.writeJson(output, {
    ...{ employees: 8, total_sales: 0, avg_sales_per_person: 0, count: 2, employee_ids: [] },
    totals: Object.fromEntries(UNITS.map((unit) => [unit, nothing])),
    ...Object.fromEntries(UNITS.map((unit) => [unit, 0])),
  });
}

export const exploits: readonly Exploit[] = [
  { name: 'lists everybody', run: listEverybody },
  { name: 'guesses constants', run: guessConstants },
];

/** No exploit, since some of it may be right: for tests that it is not all right. */
export const withoutHandbook: Exploit = {
  name: 'counts every order',
  run: (asked, worker) => report(askedSchema.parse(asked), worker, EVERY_ORDER),
};
