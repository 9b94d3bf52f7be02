/**
 * From a scenario's config to the scenario: a company, its days, and for each assignment what the family builds; then deadlines that
 * can be met, changes on the way, and a proof that nothing leaks. All chance comes from named streams of the scenario's seed, so that
 * one more assignment changes none of the others.
 */
import type { JsonObject } from '../../core/json.ts';
import { stream } from '../../core/random.ts';
import { isPartOf } from './calendar-times.ts';
import { makeCompany } from './company.ts';
import { CLOSES, type DayParts, type Draftsheet, draftDay, HOURS, OPENS } from './day-draft.ts';
import { isDrifted } from './drift.ts';
import type { Family } from './family.ts';
import { handbook } from './handbook.ts';
import {
  type Assignment,
  type Company,
  type Day,
  type Happening,
  type Instance,
  type Meeting,
  type Minute,
  type Person,
  TRAINEE,
} from './instance.ts';
import { leaksIn } from './leak.ts';
import { type Built, coursesOf } from './placement.ts';
import { type Course, courseOfDay, gapsIn, obstaclesIn } from './proof.ts';
import type { Config, DayConfig, ScenarioConfig } from './scenario-config.ts';
import { changesFor } from './shift.ts';
import type { AssignmentTruth, ScenarioTruth } from './truth.ts';
import { NOTHING_DONE } from './view.ts';

export interface Scenario {
  readonly instance: Instance;
  readonly truth: ScenarioTruth;
  /** What the briefs say, as data, for solution programs. */
  readonly asked: JsonObject;
}

export function composeScenario(
  config: ScenarioConfig,
  { slack }: Pick<Config, 'slack'>,
  families: ReadonlyMap<string, Family>,
): Scenario {
  const company = makeCompany(stream(config.seed, config.name, 'company'), { size: config.companySize });
  let outputs: ReadonlySet<string> = new Set();
  const days = config.days.map((day, number) => {
    const composed = composeDay(day, { config, number, company, families, slack, outputs });
    outputs = composed.outputs;
    return composed;
  });
  const instance: Instance = {
    version: 1,
    name: config.name,
    seed: config.seed,
    company: { ...company, people: company.people.map((person) => inPlace(person, days)) },
    days: days.map(({ day }) => day),
    ...(config.costs ? { costs: config.costs } : {}),
  };
  const assignments = days.flatMap(({ truth: own, day }, number): readonly AssignmentTruth[] => {
    const earlier = days.slice(0, number).map((one) => one.day);
    return own.map((one) => ({ ...one, isDrifted: isDrifted(one.clues, day, earlier) }));
  });
  const truth = { assignments, best: days.map(({ best }) => best) };
  const [leak] = leaksIn(
    instance,
    assignments.flatMap(({ clues }) => clues),
  );
  if (leak) throw new Error(`the scenario ${config.name} gives away "${leak.secret}" of ${leak.clue} in ${leak.place}`);
  return { instance, truth, asked: { assignments: Object.fromEntries(days.flatMap(({ asked }) => asked)) } };
}

/** Whoever an assignment cannot do without answers before it is too late; when they are away, the day says. */
function inPlace(person: Person, days: readonly ComposedDay[]): Person {
  const needing = days.filter(({ needed }) => needed.has(person.id));
  if (needing.length === 0) return person;
  const longest = needing.some(({ isPrompt }) => isPrompt) ? 0 : LONGEST_WAIT;
  return { ...person, profile: { ...person.profile, delay: Math.min(person.profile.delay, longest), away: [] } };
}

/** Even a slow colleague answers an assignment within this. */
const LONGEST_WAIT = 10;

interface ComposedDay {
  readonly day: Day;
  readonly truth: readonly Omit<AssignmentTruth, 'isDrifted'>[];
  readonly asked: readonly (readonly [string, JsonObject])[];
  readonly needed: ReadonlySet<string>;
  readonly best: number;
  readonly isPrompt: boolean;
}

function composeDay({ tasks }: DayConfig, parts: DayParts): ComposedDay & Pick<Draftsheet, 'outputs'> {
  const { company, number, config } = parts;
  const { date, built, placed: assignments, yard, outputs, isPrompt } = draftDay(tasks, parts);
  const shifts = changesFor(assignments, {
    ...HOURS,
    random: stream(config.seed, config.name, number, 'shifts'),
    people: absentable(built, company),
    isMovable: ({ id }) => built.some((one) => one.id === id && !isBound(one)),
    isFeasible: (events) => obstaclesIn(coursesOf(built, assignments, events), HOURS).length === 0,
  });
  const stores = yard.built();
  const guide = { path: 'drive/handbook.md', content: handbook(company) };
  const calls = stores.meetings.filter((meeting) => isPartOf(meeting, TRAINEE)).flatMap(callsTo);
  const day: Day = {
    date,
    ...HOURS,
    ...stores,
    files: [guide, ...stores.files],
    events: [...stores.events, ...calls, ...shifts].toSorted((a, b) => a.at - b.at),
    assignments,
  };
  const final = assignments.map((one) => settled(one, shifts));
  const truth = built.map((one, i) => truthOf(one, { number, final: final[i], count: built.length }));
  for (const [i, one] of built.entries()) checkReach(day, one, { due: final[i]?.due ?? CLOSES });
  return {
    day,
    truth,
    asked: built.map(({ id, family, draft }) => [id, { family: family.name, asked: draft.asked }]),
    needed: new Set(built.flatMap(({ needs }) => [...needs])),
    best: bestOf(coursesOf(built, assignments, shifts), final),
    outputs,
    isPrompt,
  };
}

/** Reminded before, and called when it begins. */
function callsTo({ id, start }: Meeting): readonly Happening[] {
  return [
    { at: Math.max(OPENS, start - 10), isUrgent: false, kind: 'meeting-reminder', meeting: id },
    { at: start, isUrgent: false, kind: 'meeting-starts', meeting: id },
  ];
}

function isBound({ draft, task }: Built): boolean {
  return (draft.appointments ?? []).length > 0 || (draft.due ?? task.due ?? null) !== null;
}

/** Who is needed, and by nothing that happens at a fixed time. */
function absentable(built: readonly Built[], { people }: Company): readonly string[] {
  const bound = new Set(built.flatMap(({ needs, draft }) => ((draft.appointments ?? []).length > 0 ? [...needs] : [])));
  const needed = new Set(built.flatMap(({ needs }) => [...needs]));
  return people.map(({ id }) => id).filter((id) => needed.has(id) && !bound.has(id));
}

function checkReach(day: Day, { id, family, draft }: Built, { due }: { readonly due: Minute }): void {
  const arrives = day.assignments.find((one) => one.id === id)?.arrives ?? day.opens;
  const points = family.judge(draft.truth, NOTHING_DONE);
  const [gap] = gapsIn(day, { id, arrives, due, clues: draft.clues, points });
  if (gap !== undefined) throw new Error(`the family ${family.name} has built what cannot be done: ${gap}`);
}

const WEIGHTS = { low: 1, normal: 2, high: 3, urgent: 4 } as const;

/** An assignment as it stands when nothing more changes. */
interface Settled extends Assignment {
  readonly isCancelled: boolean;
}

function settled(assignment: Assignment, shifts: readonly Happening[]): Settled {
  let final: Settled = { ...assignment, isCancelled: false };
  for (const shift of shifts) {
    if (!('assignment' in shift) || shift.assignment !== assignment.id) continue;
    if (shift.kind === 'deadline-moves') final = { ...final, due: shift.due };
    if (shift.kind === 'priority-changes') final = { ...final, priority: shift.priority };
    if (shift.kind === 'task-cancelled') final = { ...final, isCancelled: true };
  }
  return final;
}

interface TruthParts {
  readonly number: number;
  readonly final: Settled | undefined;
  readonly count: number;
}

function truthOf(
  { id, family, task, draft }: Built,
  { number, final, count }: TruthParts,
): Omit<AssignmentTruth, 'isDrifted'> {
  return {
    id,
    family: family.name,
    day: number,
    difficulty: task.difficulty,
    title: draft.title,
    latePercent: final?.late.kind === 'accepted' ? final.late.percent : 0,
    isCancelled: final?.isCancelled ?? false,
    truth: draft.truth,
    clues: draft.clues,
    bookings: draft.bookings ?? [],
    concurrent: count,
    weight: WEIGHTS[final?.priority ?? 'normal'],
    minutes: draft.minutes,
  };
}

/** What somebody who always does what is due next gets done in time, by weight: all of it, since no day is made otherwise. */
function bestOf(courses: readonly Course[], final: readonly Settled[]): number {
  const done = courseOfDay(courses, HOURS);
  return final
    .filter(({ id, due, isCancelled }) => !isCancelled && (done.get(id) ?? Number.POSITIVE_INFINITY) <= due)
    .reduce((sum, { priority }) => sum + WEIGHTS[priority], 0);
}
