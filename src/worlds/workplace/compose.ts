/**
 * From a scenario's config to the scenario: a company, its days, and for each assignment what the family builds; then deadlines that
 * can be met, changes on the way, and a proof that nothing leaks. All chance comes from named streams of the scenario's seed, so that
 * one more assignment changes none of the others.
 */
import { UserError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { stream } from '../../core/random.ts';
import { nearestName } from '../../core/suggestion.ts';
import { isPartOf } from './calendar-times.ts';
import { makeCompany } from './company.ts';
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
import { type Built, coursesOf, placed } from './placement.ts';
import { type Course, courseOfDay, gapsIn, obstaclesIn } from './proof.ts';
import type { Config, DayConfig, ScenarioConfig, TaskConfig } from './scenario-config.ts';
import { changesFor } from './shift.ts';
import { openYard, type Yard } from './site.ts';
import type { AssignmentTruth, ScenarioTruth } from './truth.ts';
import { NOTHING_DONE } from './view.ts';

export interface Scenario {
  readonly instance: Instance;
  readonly truth: ScenarioTruth;
  /** What the briefs say, as data, for solution programs. */
  readonly asked: JsonObject;
}

export const OPENS: Minute = 8 * 60;
export const CLOSES: Minute = 20 * 60;
const HOURS = { opens: OPENS, closes: CLOSES };
/** A Monday; days of a scenario are working days in a row. */
const FIRST_DAY = Date.UTC(2026, 2, 2);
const DAY_MS = 86_400_000;

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
  if (!days.some(({ needed }) => needed.has(person.id))) return person;
  return { ...person, profile: { ...person.profile, delay: Math.min(person.profile.delay, LONGEST_WAIT), away: [] } };
}

/** Even a slow colleague answers an assignment within this. */
const LONGEST_WAIT = 10;

interface ComposedDay {
  readonly day: Day;
  readonly truth: readonly Omit<AssignmentTruth, 'isDrifted'>[];
  readonly asked: readonly (readonly [string, JsonObject])[];
  readonly needed: ReadonlySet<string>;
  readonly best: number;
}

interface DayParts {
  readonly config: ScenarioConfig;
  readonly number: number;
  readonly company: Company;
  readonly families: ReadonlyMap<string, Family>;
  readonly slack: number;
  /** Paths of results that the days before have taken. */
  readonly outputs: ReadonlySet<string>;
}

interface Draftsheet {
  readonly built: readonly Built[];
  readonly placed: readonly Assignment[];
  readonly yard: Yard;
  readonly outputs: ReadonlySet<string>;
}

/** More than this many other draws would not help either. */
const MOST_DRAWS = 12;

/**
 * Assignments may be in each other's way: two meetings at one time, or too much before noon. Then the last of those that were drawn is
 * drawn anew, so that one more assignment changes none of those before it, unless nothing else helps.
 */
function draftDay(tasks: readonly TaskConfig[], parts: DayParts): Draftsheet {
  const draws = new Map<number, number>();
  for (;;) {
    const sheet = drafted(tasks, draws, parts);
    const [obstacle] = obstaclesIn(coursesOf(sheet.built, sheet.placed), HOURS);
    if (obstacle === undefined) return sheet;
    const drawable = [...sheet.built.entries()]
      .filter(([, { id, task }]) => task.arguments === null && obstacle.ids.includes(id))
      .map(([index]) => index);
    const again = drawable.findLast((index) => (draws.get(index) ?? 0) < MOST_DRAWS);
    if (again === undefined) {
      throw new UserError(
        `Day ${parts.number + 1} of the scenario ${parts.config.name} cannot be done: ${obstacle.text}. Give it fewer tasks, or other times.`,
      );
    }
    draws.set(again, (draws.get(again) ?? 0) + 1);
  }
}

function drafted(tasks: readonly TaskConfig[], draws: ReadonlyMap<number, number>, parts: DayParts): Draftsheet {
  const { company, number, config, slack } = parts;
  const outputs = new Set(parts.outputs);
  const yard = openYard({ date: workingDay(number), ...HOURS, company, outputs });
  const built = tasks.map((task, index) => build(task, { ...parts, index, yard, tasks, draw: draws.get(index) ?? 0 }));
  const random = stream(config.seed, config.name, number, 'places');
  return { built, placed: placed(built, { ...HOURS, slack, random }), yard, outputs };
}

function composeDay({ tasks }: DayConfig, parts: DayParts): ComposedDay & Pick<Draftsheet, 'outputs'> {
  const { company, number, config } = parts;
  const { built, placed: assignments, yard, outputs } = draftDay(tasks, parts);
  const shifts = changesFor(assignments, {
    ...HOURS,
    random: stream(config.seed, config.name, number, 'shifts'),
    people: absentable(built, company),
    isMovable: ({ id }) => built.some((one) => one.id === id && (one.draft.due ?? one.task.due ?? null) === null),
    isFeasible: (events) => obstaclesIn(coursesOf(built, assignments, events), HOURS).length === 0,
  });
  const stores = yard.built();
  const guide = { path: 'drive/handbook.md', content: handbook(company) };
  const calls = stores.meetings.filter((meeting) => isPartOf(meeting, TRAINEE)).flatMap(callsTo);
  const day: Day = {
    date: workingDay(number),
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
  };
}

/** Reminded before, and called when it begins. */
function callsTo({ id, start }: Meeting): readonly Happening[] {
  return [
    { at: Math.max(OPENS, start - 10), isUrgent: false, kind: 'meeting-reminder', meeting: id },
    { at: start, isUrgent: false, kind: 'meeting-starts', meeting: id },
  ];
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

function workingDay(number: number): string {
  const weeks = Math.floor(number / 5);
  return new Date(FIRST_DAY + (weeks * 7 + (number % 5)) * DAY_MS).toISOString().slice(0, 10);
}

interface BuildParts extends DayParts {
  readonly index: number;
  readonly yard: Yard;
  readonly tasks: readonly TaskConfig[];
  /** How often it was drawn before. */
  readonly draw: number;
}

function build(task: TaskConfig, { config, number, index, yard, families, tasks, draw }: BuildParts): Built {
  const family = familyNamed(task.family, families);
  const before = tasks.slice(0, index).filter((other) => familyNamed(other.family, families) === family).length;
  const id = `d${number + 1}-${family.name}${before === 0 ? '' : `-${before + 1}`}`;
  const again = draw === 0 ? [] : [draw];
  const random = (use: string, of = id): ReturnType<typeof stream> =>
    stream(config.seed, config.name, of, use, ...again);
  const source = task.repeats ? id.replace(/^d\d+/, 'd1') : id;
  const params =
    task.arguments === null ? family.sample(random('parameters', source), task.difficulty) : readParams(family, task);
  const site = yard.siteFor({ id, random: random('build'), difficulty: task.difficulty });
  const draft = family.build(site, params);
  return { id, family, task, draft: { ...draft, minutes: draft.minutes + yard.waits(id) }, needs: yard.neededBy(id) };
}

export function familyNamed(name: string, families: ReadonlyMap<string, Family>): Family {
  const wanted = plainName(name);
  const found = [...families.values()].find((family) =>
    [family.name, ...family.aliases].map(plainName).includes(wanted),
  );
  if (found) return found;
  const nearest = nearestName(name, [...families.keys()]);
  throw new UserError(
    `There is no family of assignments "${name}".${nearest === null ? '' : ` Did you mean "${nearest}"?`}`,
  );
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '');
}

function readParams(family: Family, task: TaskConfig): JsonObject {
  const read = family.params.safeParse(task.arguments);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new UserError(
    `The arguments of a task of the family ${family.name} do not fit: ${issue?.path.join('.') || 'the whole'}: ${issue?.message}.`,
  );
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
