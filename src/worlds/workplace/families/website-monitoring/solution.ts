/** Does the work: reads the load times and the guide, notices the server, and goes from person to person until it is seen to. */
import { z } from 'zod';
import { isObject, type JsonObject } from '../../../../core/json.ts';
import { SolutionStuck } from '../../../../core/solution.ts';
import type { Worker } from '../../worker.ts';
import { askedSchema } from './asked.ts';

const pagesSchema = z.object({ pages: z.array(z.object({ page: z.string(), ms: z.number() })) });
const healthSchema = z.object({ servers: z.array(z.object({ server: z.string(), status: z.string() })) });
const peopleSchema = z.array(z.object({ name: z.string(), role: z.string(), manager: z.string() }));

export async function solve(asked: JsonObject, worker: Worker): Promise<void> {
  const { output, guide, onCall } = askedSchema.parse(asked);
  await worker.read(onCall);
  const limit = Number(/above (\d+) ms/.exec(await worker.read(guide))?.[1]);
  const times = async (window: string) =>
    pagesSchema.parse((await worker.look('get_load_times', { window })).data).pages;
  const [week, day] = [await times('last_7_days'), await times('last_24_hours')];
  const health = healthSchema.parse((await worker.look('get_system_health', {})).data);
  const [slowest] = day.toSorted((a, b) => b.ms - a.ms);
  if (slowest === undefined) throw new SolutionStuck('the monitoring shows no pages');
  const before = week.find(({ page }) => page === slowest.page)?.ms ?? slowest.ms;
  const critical = health.servers.find(({ status }) => status === 'CRITICAL');
  const none = { server: '', maintainer: '', reference: '' };
  const incident = critical === undefined ? none : await reported(critical.server, worker);
  await worker.writeJson(output, {
    slowest_page: slowest.page,
    ms_last_7_days: before,
    ms_last_24_hours: slowest.ms,
    change_percent: Math.round(((slowest.ms - before) / before) * 1000) / 10,
    slow_pages: day.filter(({ ms }) => ms > limit).map(({ page }) => page),
    incident,
  });
}

async function reported(
  server: string,
  worker: Worker,
): Promise<Readonly<Record<'server' | 'maintainer' | 'reference', string>>> {
  const answer = await worker.ask(await deskOf(worker), `Who maintains the server ${server}?`);
  const [, maintainer = ''] = /maintained by ([^(]+) \(/.exec(answer) ?? [];
  await worker.ask(maintainer, `The disk of ${server} is nearly full; its status is critical.`);
  const [self] = await peopleLike({ name: maintainer }, worker);
  const approver = self?.manager ?? '';
  const approval = await worker.ask(approver, `May I have the approval code for temporary maintenance of ${server}?`);
  const [code = ''] = /APR-\d{6}/.exec(approval) ?? [];
  const done = await worker.ask(maintainer, `Here is the approval code for maintenance: ${code}`);
  const [reference = ''] = /INC-\d{6}/.exec(done) ?? [];
  return { server, maintainer, reference };
}

/** Human Resources, or whoever stands in for them in a small house. */
async function deskOf(worker: Worker): Promise<string> {
  const people = await peopleLike({ department: 'Human Resources' }, worker);
  const desk = people.find(({ role }) => /Manager|Generalist/.test(role)) ?? people[0];
  return desk?.name ?? (await peopleLike({ role: 'CEO' }, worker))[0]?.name ?? '';
}

async function peopleLike(where: JsonObject, worker: Worker): Promise<z.output<typeof peopleSchema>> {
  const { people } = await worker.look('list_people', where);
  return peopleSchema.parse(Array.isArray(people) ? people.filter(isObject) : []);
}
