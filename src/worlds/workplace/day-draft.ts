/**
 * A day's first draft: each family builds its assignment, and all get their places. Where they are in each other's way, some are drawn
 * anew until the day can be done. What changes during the day comes later, from somebody else.
 */
import { UserError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { stream } from '../../core/random.ts';
import type { Family } from './family.ts';
import { familyNamed } from './family-name.ts';
import type { Assignment, Company, Minute } from './instance.ts';
import { type Built, coursesOf, placed } from './placement.ts';
import { type Obstacle, obstaclesIn } from './proof.ts';
import type { ScenarioConfig, TaskConfig } from './scenario-config.ts';
import { openYard, type Yard } from './site.ts';

export const OPENS: Minute = 8 * 60;
export const CLOSES: Minute = 20 * 60;
export const HOURS = { opens: OPENS, closes: CLOSES };

export interface DayParts {
  readonly config: ScenarioConfig;
  readonly number: number;
  readonly company: Company;
  readonly families: ReadonlyMap<string, Family>;
  readonly slack: number;
  /** Paths of results that the days before have taken. */
  readonly outputs: ReadonlySet<string>;
}

/** A day as families have built it, with its assignments in their places. */
export interface Draftsheet {
  readonly date: string;
  readonly built: readonly Built[];
  readonly placed: readonly Assignment[];
  readonly yard: Yard;
  readonly outputs: ReadonlySet<string>;
  /** Whether everybody who is needed answers at once. */
  readonly isPrompt: boolean;
}

/** More than this many other draws would not help either. */
const MOST_DRAWS = 40;
const SOME_DRAWS = 8;

/**
 * Assignments may be in each other's way: two meetings at one time, or too much before noon. Then the last of those that were drawn is
 * drawn anew, so that one more assignment changes none of those before it, unless nothing else helps. On a day that is too full all the
 * same, colleagues answer at once.
 */
export function draftDay(tasks: readonly TaskConfig[], parts: DayParts): Draftsheet {
  const usual = tried(tasks, parts, false);
  const made = 'text' in usual ? tried(tasks, parts, true) : usual;
  if (!('text' in made)) return made;
  throw new UserError(
    `Day ${parts.number + 1} of the scenario ${parts.config.name} cannot be done: ${made.text}. Give it fewer tasks, or other times.`,
  );
}

/** What is still in the way when no other draw is left. */
function tried(tasks: readonly TaskConfig[], parts: DayParts, isPrompt: boolean): Draftsheet | Obstacle {
  const draws = new Map<number, number>();
  for (;;) {
    const sheet = drafted(tasks, draws, { ...parts, isPrompt });
    const [obstacle] = obstaclesIn(coursesOf(sheet.built, sheet.placed), HOURS);
    if (obstacle === undefined) return sheet;
    const again = drawnAgain(sheet.built, obstacle, draws);
    if (again === undefined) return obstacle;
    draws.set(again, (draws.get(again) ?? 0) + 1);
  }
}

/**
 * The last of those in the way; where that has not helped for a while, each of them in turn; and in the end the last of all, since a day
 * that is too full may have lighter work in it.
 */
function drawnAgain(
  built: readonly Built[],
  { ids }: Obstacle,
  draws: ReadonlyMap<number, number>,
): number | undefined {
  const drawsOf = (index: number): number => draws.get(index) ?? 0;
  const drawable = built.flatMap(({ task }, index) =>
    task.arguments === null && drawsOf(index) < MOST_DRAWS ? [index] : [],
  );
  const inTheWay = drawable.filter((index) => ids.includes(built[index]?.id ?? '')).reverse();
  const [last] = inTheWay;
  if (last !== undefined && drawsOf(last) < SOME_DRAWS) return last;
  return inTheWay.toSorted((a, b) => drawsOf(a) - drawsOf(b))[0] ?? drawable.at(-1);
}

function drafted(
  tasks: readonly TaskConfig[],
  draws: ReadonlyMap<number, number>,
  parts: DayParts & Pick<Draftsheet, 'isPrompt'>,
): Draftsheet {
  const { company, number, config, slack, isPrompt } = parts;
  const outputs = new Set(parts.outputs);
  const date = workingDay(number);
  const yard = openYard({ date, ...HOURS, company, outputs });
  const built = tasks.map((task, index) => build(task, { ...parts, index, yard, tasks, draw: draws.get(index) ?? 0 }));
  const random = stream(config.seed, config.name, number, 'places');
  return { date, built, placed: placed(built, { ...HOURS, slack, random }), yard, outputs, isPrompt };
}

/** A Monday; days of a scenario are working days in a row. */
const FIRST_DAY = Date.UTC(2026, 2, 2);
const DAY_MS = 86_400_000;

function workingDay(number: number): string {
  const weeks = Math.floor(number / 5);
  return new Date(FIRST_DAY + (weeks * 7 + (number % 5)) * DAY_MS).toISOString().slice(0, 10);
}

/** Whoever has several things to do looks at the board now and then, and stops before appointments: not all time to spare may lie in a meeting. */
const LOOKING_UP = 1.1;
const MORE: Minute = 10;

interface BuildParts extends DayParts {
  readonly isPrompt: boolean;
  readonly index: number;
  readonly yard: Yard;
  readonly tasks: readonly TaskConfig[];
  /** How often it was drawn before. */
  readonly draw: number;
}

function build(task: TaskConfig, parts: BuildParts): Built {
  const { config, number, index, yard, families, tasks, draw, isPrompt } = parts;
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
  const minutes = Math.ceil(draft.minutes * LOOKING_UP) + MORE + (isPrompt ? 0 : yard.waits(id));
  return { id, family, task, draft: { ...draft, minutes }, needs: yard.neededBy(id) };
}

function readParams(family: Family, task: TaskConfig): JsonObject {
  const read = family.params.safeParse(task.arguments);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new UserError(
    `The arguments of a task of the family ${family.name} do not fit: ${issue?.path.join('.') || 'the whole'}: ${issue?.message}.`,
  );
}
