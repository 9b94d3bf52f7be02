/** The work itself: reads the rules, asks everybody for their leave, makes a roster, and makes it again when the board says so. */
import { z } from 'zod';
import type { JsonObject } from '../../../../core/json.ts';
import { SolutionStuck } from '../../../../core/solution.ts';
import type { Exploit } from '../../family.ts';
import type { Worker } from '../../worker.ts';
import { requirementIn } from './desk-files.ts';
import { type Change, changeIn, revised } from './revision.ts';
import type { Member, Requirement, Roster } from './roster.ts';
import { findRoster } from './search.ts';
import { rosterInTurns } from './turns.ts';

const askedSchema = z.object({
  desk: z.string(),
  monday: z.string(),
  rules: z.string(),
  team: z.string(),
  needs: z.string(),
  sunday: z.string(),
  output: z.string(),
  /** Until then the board may say something else. */
  openUntil: z.number(),
});
type Asked = z.output<typeof askedSchema>;

export async function solve(asked: JsonObject, worker: Worker): Promise<void> {
  const given = askedSchema.parse(asked);
  const written = await read(given, worker);
  const team: Member[] = [];
  for (const member of written.team) team.push({ ...member, off: await leaveOf(member, given, worker) });
  await keepUp({ given, requirement: { ...written, team } }, worker, findRoster);
}

interface Work {
  readonly given: Asked;
  readonly requirement: Requirement;
}

/** A first version soon, and another when something was announced meanwhile. */
async function keepUp(
  { given, requirement }: Work,
  worker: Worker,
  make: (requirement: Requirement) => Roster | null,
): Promise<void> {
  const heeded = announced(requirement, worker);
  await handIn(make(revised(requirement, heeded)), given, worker);
  await worker.waitFor(given.openUntil);
  const known = announced(requirement, worker);
  if (known.length > heeded.length) await handIn(make(revised(requirement, known)), given, worker);
}

/** What the board has said by now; it also says other things, such as another deadline. */
function announced(requirement: Requirement, worker: Worker): readonly Change[] {
  return worker.changes().flatMap((text) => changeIn(text, requirement) ?? []);
}

async function read({ rules, team, needs, sunday }: Asked, worker: Worker): Promise<Requirement> {
  return requirementIn({
    rules: await worker.read(rules),
    team: await worker.read(team),
    needs: await worker.read(needs),
    sunday: sunday === '' ? '' : await worker.read(sunday),
  });
}

async function leaveOf({ id }: Member, { desk, monday }: Asked, worker: Worker): Promise<readonly string[]> {
  const question = `On which days are you on leave in the week of ${monday}? It is for the ${desk} desk roster.`;
  const reply = await worker.ask(id, question);
  const told = reply.split('\n').find((line) => line.includes(`${desk} desk roster`) && line.includes(monday));
  if (told === undefined) throw new SolutionStuck(`${id} did not say which days they are on leave: ${reply}`);
  const [, days = ''] = /I am on leave on ([^.]*)\./.exec(told) ?? [];
  return days.match(/\d{4}-\d\d-\d\d/g) ?? [];
}

async function handIn(roster: Roster | null, { output }: Asked, worker: Worker): Promise<void> {
  if (roster === null) throw new SolutionStuck('no roster keeps to all the rules');
  await worker.writeJson(output, fileOf(roster));
}

function fileOf(roster: Roster): JsonObject {
  return Object.fromEntries([...roster].map(([date, day]) => [date, Object.fromEntries(day)]));
}

export const exploits: readonly Exploit[] = [
  {
    name: 'asks nobody',
    run: async (asked, worker) => {
      const given = askedSchema.parse(asked);
      await keepUp({ given, requirement: await read(given, worker) }, worker, findRoster);
    },
  },
  {
    name: 'takes everybody in turn',
    run: async (asked, worker) => {
      const given = askedSchema.parse(asked);
      await keepUp({ given, requirement: await read(given, worker) }, worker, rosterInTurns);
    },
  },
  {
    name: 'puts everybody into every shift',
    run: async (asked, worker) => {
      const given = askedSchema.parse(asked);
      const { dates, shifts, team } = await read(given, worker);
      const everybody = team.map(({ id }) => id);
      const day = new Map(shifts.map(({ name }) => [name, everybody]));
      await handIn(new Map(dates.map((date) => [date, day])), given, worker);
    },
  },
];

/** No exploit, since most of it is right: for tests that it is not all right. */
export const withoutBoard: Exploit = {
  name: 'never looks at the board again',
  run: (asked, worker) => solve(asked, { ...worker, changes: () => [] }),
};
