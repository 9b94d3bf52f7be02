/** The work itself: asks for the rules, reads the files, applies the one to the other, and reports. And what would be no work. */
import { z } from 'zod';
import { isObject, type JsonObject } from '../../../../core/json.ts';
import { SolutionStuck } from '../../../../core/solution.ts';
import type { Exploit } from '../../family.ts';
import type { Worker } from '../../worker.ts';
import { staffIn } from './badge-files.ts';
import { paramsSchema, type Settled, SUBJECTS } from './params.ts';
import { answerOf, deliverableOf } from './report.ts';
import { rulesIn } from './rules.ts';
import { talliesOf } from './tally.ts';

const askedSchema = z.object({
  params: paramsSchema,
  branch: z.string(),
  month: z.string(),
  staff: z.string(),
  records: z.string(),
  approvals: z.string(),
  output: z.string(),
});

export async function solve(asked: JsonObject, worker: Worker): Promise<void> {
  const given = askedSchema.parse(asked);
  const rules = rulesIn(await worker.read(await manualFor(given.branch, worker)));
  const files = {
    staff: await worker.read(given.staff),
    records: await worker.read(given.records),
    approvals: given.approvals === '' ? '' : await worker.read(given.approvals),
  };
  // The brief leaves nothing open.
  const answer = answerOf(given.params as Settled, talliesOf(files, rules, given.month));
  await worker.writeJson(given.output, deliverableOf(answer));
}

/** Human Resources know which manual holds. */
async function manualFor(branch: string, worker: Worker): Promise<string> {
  const { people } = await worker.look('list_people', { department: 'Human Resources' });
  const names = (Array.isArray(people) ? people.filter(isObject) : []).toSorted(
    (a, b) => Number(/Recruiter/.test(String(a.role))) - Number(/Recruiter/.test(String(b.role))),
  );
  for (const { name, id, role } of names) {
    if (role === 'Trainee') continue;
    const reply = await worker.ask(String(id), `Where are the attendance rules of the ${branch} branch?`);
    const [path] = /drive\/attendance[\w/-]*\.md/.exec(reply) ?? [];
    if (path !== undefined) return path;
    if (name === undefined) break;
  }
  throw new SolutionStuck(`nobody in Human Resources knows the attendance rules of the ${branch} branch`);
}

async function listEverybody(asked: JsonObject, worker: Worker): Promise<void> {
  const { staff, output } = askedSchema.parse(asked);
  const everybody = staffIn(await worker.read(staff));
  await worker.writeJson(output, {
    employees: everybody.map(({ employee_id, department }) => ({
      ...{ employee_id, department },
      ...{ days: 0, minutes: 0, remote_days: 0 },
    })),
  });
}

/** True, nothing, and the number of people that anybody can count. */
async function guessConstants(asked: JsonObject, worker: Worker): Promise<void> {
  const { staff, output, params } = askedSchema.parse(asked);
  const people = staffIn(await worker.read(staff)).filter(
    ({ department, active }) => active && (params.department === 'all' || department === params.department),
  );
  const names = ['avg_late_days', 'avg_early_days', 'avg_absence_days', 'late_days', 'early_days', 'days', 'minutes'];
  await worker.writeJson(output, {
    ...Object.fromEntries([...names, ...SUBJECTS].map((name) => [name, 0])),
    ...{ has_late_or_early: true, employees: people.length, attendance_rate: 100 },
  });
}

/** Reports without having asked for the rules: everybody's day is from nine to five. */
async function skipRules(asked: JsonObject, worker: Worker): Promise<void> {
  const given = askedSchema.parse(asked);
  const files = { staff: await worker.read(given.staff), records: await worker.read(given.records), approvals: '' };
  const plain = { start: 540, end: 1020, lunch: 0, graceLate: 0, graceEarly: 0, flexWindow: 0, leastWorked: 0 };
  const rule = { ...plain, overtimeFrom: 1020, isAbsentIfMissing: false };
  const rules = new Map(staffIn(files.staff).map(({ department }) => [department, rule] as const));
  const answer = answerOf(given.params as Settled, talliesOf(files, rules, given.month));
  await worker.writeJson(given.output, deliverableOf(answer));
}

export const exploits: readonly Exploit[] = [
  { name: 'lists everybody', run: listEverybody },
  { name: 'guesses constants', run: guessConstants },
];

/** No exploit, since some of it may be right: for tests that it is not all right. */
export const withoutRules: Exploit = { name: 'never asks for the rules', run: skipRules };
