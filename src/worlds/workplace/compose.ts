/**
 * From a scenario's config to the scenario: a company, its days, and for each assignment what the family builds; then deadlines that
 * can be met, changes on the way, and a proof that nothing leaks. All chance comes from named streams of the scenario's seed, so that
 * one more assignment changes none of the others.
 */
import { UserError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { stream } from '../../core/random.ts';
import { nearestName } from '../../core/suggestion.ts';
import { makeCompany } from './company.ts';
import type { Draft, Family } from './family.ts';
import { handbook } from './handbook.ts';
import type { Assignment, Company, Day, Instance, Minute, Person } from './instance.ts';
import { leaksIn } from './leak.ts';
import type { Config, DayConfig, ScenarioConfig, TaskConfig } from './scenario-config.ts';
import { bestSchedule, finishes, type Job } from './schedule.ts';
import { changesFor } from './shift.ts';
import { openYard, type Yard } from './site.ts';
import type { AssignmentTruth, ScenarioTruth } from './truth.ts';

export interface Scenario {
  readonly instance: Instance;
  readonly truth: ScenarioTruth;
  /** What the briefs say, as data, for solution programs. */
  readonly asked: JsonObject;
}

export const OPENS: Minute = 8 * 60;
export const CLOSES: Minute = 20 * 60;
/** A Monday; days of a scenario are working days in a row. */
const FIRST_DAY = Date.UTC(2026, 2, 2);
const DAY_MS = 86_400_000;

export function composeScenario(
  config: ScenarioConfig,
  { slack }: Pick<Config, 'slack'>,
  families: ReadonlyMap<string, Family>,
): Scenario {
  const company = makeCompany(stream(config.seed, config.name, 'company'), { size: config.companySize });
  const outputs = new Set<string>();
  const days = config.days.map((day, number) => composeDay(day, { config, number, company, families, slack, outputs }));
  const instance: Instance = {
    version: 1,
    name: config.name,
    seed: config.seed,
    company: { ...company, people: company.people.map((person) => inPlace(person, days)) },
    days: days.map(({ day }) => day),
  };
  const truth = { assignments: days.flatMap((day) => day.truth), best: days.map(bestOf) };
  const [leak] = leaksIn(
    instance,
    truth.assignments.flatMap(({ clues }) => clues),
  );
  if (leak) throw new Error(`the scenario ${config.name} gives away "${leak.secret}" of ${leak.clue} in ${leak.place}`);
  return { instance, truth, asked: { assignments: Object.fromEntries(days.flatMap(({ asked }) => asked)) } };
}

/** Whoever an assignment cannot do without is there and answers before it is too late. */
function inPlace(person: Person, days: readonly ComposedDay[]): Person {
  if (!days.some(({ needed }) => needed.has(person.id))) return person;
  return { ...person, profile: { ...person.profile, delay: waitFor(person), away: [] } };
}

/** Even a slow colleague answers an assignment within this. */
const LONGEST_WAIT = 10;

function waitFor({ profile }: Person): Minute {
  return Math.min(profile.delay, LONGEST_WAIT);
}

interface ComposedDay {
  readonly day: Day;
  readonly truth: readonly AssignmentTruth[];
  readonly asked: readonly (readonly [string, JsonObject])[];
  readonly needed: ReadonlySet<string>;
  /** Of each assignment. */
  readonly appointments: readonly Job['appointments'][];
}

interface DayParts {
  readonly config: ScenarioConfig;
  readonly number: number;
  readonly company: Company;
  readonly families: ReadonlyMap<string, Family>;
  readonly slack: number;
  readonly outputs: Set<string>;
}

/** An assignment as its family has built it, before it has a place in the day. */
interface Built {
  readonly id: string;
  readonly family: Family;
  readonly task: TaskConfig;
  readonly draft: Draft;
}

function composeDay({ tasks }: DayConfig, parts: DayParts): ComposedDay {
  const { company, number, outputs } = parts;
  const date = workingDay(number);
  const yard = openYard({ date, opens: OPENS, closes: CLOSES, company, outputs });
  const built = tasks.map((task, index) => build(task, { ...parts, index, yard, tasks }));
  const placed = place(built, parts);
  const shifts = changesFor(placed, stream(parts.config.seed, parts.config.name, number, 'shifts'));
  const stores = yard.built();
  const guide = { path: 'drive/handbook.md', content: handbook(company) };
  const cancelled = new Set(shifts.flatMap((one) => (one.kind === 'task-cancelled' ? [one.assignment] : [])));
  const reminders = stores.meetings.map(({ id, start }) => ({
    at: Math.max(OPENS, start - 10),
    isUrgent: false,
    kind: 'meeting-reminder' as const,
    meeting: id,
  }));
  return {
    day: {
      date,
      opens: OPENS,
      closes: CLOSES,
      ...stores,
      files: [guide, ...stores.files],
      events: [...stores.events, ...reminders, ...shifts].toSorted((a, b) => a.at - b.at),
      assignments: placed,
    },
    truth: built.map((one, i) =>
      truthOf(one, { number, assignment: placed[i], isCancelled: cancelled.has(one.id), count: built.length }),
    ),
    asked: built.map(({ id, family, draft }) => [id, { family: family.name, asked: draft.asked }]),
    needed: yard.needed,
    appointments: built.map(({ draft }) => draft.appointments ?? []),
  };
}

function workingDay(number: number): string {
  const weeks = Math.floor(number / 5);
  return new Date(FIRST_DAY + (weeks * 7 + (number % 5)) * DAY_MS).toISOString().slice(0, 10);
}

interface BuildParts extends DayParts {
  readonly index: number;
  readonly yard: Yard;
  readonly tasks: readonly TaskConfig[];
}

function build(task: TaskConfig, { config, number, index, yard, families, tasks }: BuildParts): Built {
  const family = familyNamed(task.family, families);
  const before = tasks.slice(0, index).filter((other) => familyNamed(other.family, families) === family).length;
  const id = `d${number + 1}-${family.name}${before === 0 ? '' : `-${before + 1}`}`;
  const random = (use: string): ReturnType<typeof stream> => stream(config.seed, config.name, id, use);
  const params =
    task.arguments === null ? family.sample(random('parameters'), task.difficulty) : readParams(family, task);
  const site = yard.siteFor({ id, random: random('build'), difficulty: task.difficulty });
  const draft = family.build(site, params);
  return { id, family, task, draft: { ...draft, minutes: draft.minutes + yard.waits(id) } };
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
/** So much is on the board in the morning; the rest arrives later. */
const AT_ONCE = 2;

/** Arrivals, deadlines and priorities. What the family fixes stays as it is; everything else can be met with the given slack. */
function place(built: readonly Built[], { config, number, slack }: DayParts): readonly Assignment[] {
  const random = stream(config.seed, config.name, number, 'places');
  const jobs = built.map(({ id, task, draft }, i): Job => {
    const late = i < AT_ONCE ? OPENS : OPENS + 15 * random.int(1, 12);
    return {
      id,
      minutes: draft.minutes,
      arrives: draft.arrives ?? task.arrives ?? late,
      due: draft.due ?? task.due ?? CLOSES,
      weight: 1,
      appointments: draft.appointments ?? [],
    };
  });
  const order = jobs.toSorted((a, b) => a.arrives - b.arrives || a.due - b.due);
  const done = finishes(order, OPENS);
  return built.map(({ id, family, task, draft }, i): Assignment => {
    const { arrives = OPENS, minutes = 0 } = jobs[i] ?? {};
    const needed = (done.get(id) ?? CLOSES) - arrives;
    const due = Math.min(CLOSES, Math.ceil((arrives + needed + Math.max(30, minutes * slack)) / 5) * 5);
    const isStrict = random.chance(0.7);
    return {
      id,
      family: family.name,
      title: draft.title,
      brief: draft.brief,
      from: draft.from,
      priority: draft.priority ?? random.pick(['low', 'normal', 'normal', 'high'] as const),
      arrives,
      due: draft.due ?? task.due ?? due,
      late: draft.late ?? (isStrict ? { kind: 'refused' } : { kind: 'accepted', percent: 50 }),
      outputs: draft.outputs,
    };
  });
}

interface TruthParts {
  readonly number: number;
  readonly assignment: Assignment | undefined;
  readonly isCancelled: boolean;
  readonly count: number;
}

function truthOf(
  { id, family, task, draft }: Built,
  { number, assignment, isCancelled, count }: TruthParts,
): AssignmentTruth {
  return {
    id,
    family: family.name,
    day: number,
    difficulty: task.difficulty,
    title: draft.title,
    latePercent: assignment?.late.kind === 'accepted' ? assignment.late.percent : 0,
    isCancelled,
    truth: draft.truth,
    clues: draft.clues,
    concurrent: count,
    weight: WEIGHTS[assignment?.priority ?? 'normal'],
    minutes: draft.minutes,
  };
}

/** The best that could have been done with a day's assignments, by weight. */
function bestOf({ day, truth, appointments }: ComposedDay): number {
  const jobs = day.assignments.map(({ id, arrives, due, priority }, i): Job => {
    const minutes = truth[i]?.minutes ?? 0;
    return { id, minutes, arrives, due, weight: WEIGHTS[priority], appointments: appointments[i] ?? [] };
  });
  return bestSchedule(jobs, day.opens).weight;
}
