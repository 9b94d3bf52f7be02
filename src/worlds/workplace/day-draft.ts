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
}

/** More than this many other draws would not help either. */
const MOST_DRAWS = 12;

/**
 * Assignments may be in each other's way: two meetings at one time, or too much before noon. Then the last of those that were drawn is
 * drawn anew, so that one more assignment changes none of those before it, unless nothing else helps.
 */
export function draftDay(tasks: readonly TaskConfig[], parts: DayParts): Draftsheet {
  const draws = new Map<number, number>();
  for (;;) {
    const sheet = drafted(tasks, draws, parts);
    const [obstacle] = obstaclesIn(coursesOf(sheet.built, sheet.placed), HOURS);
    if (obstacle === undefined) return sheet;
    const again = drawnAgain(sheet.built, obstacle, draws);
    if (again === undefined) {
      throw new UserError(
        `Day ${parts.number + 1} of the scenario ${parts.config.name} cannot be done: ${obstacle.text}. Give it fewer tasks, or other times.`,
      );
    }
    draws.set(again, (draws.get(again) ?? 0) + 1);
  }
}

/** The last of those in the way; where that helps no more, the last of all: a day that is too full may have lighter work in it. */
function drawnAgain(
  built: readonly Built[],
  { ids }: Obstacle,
  draws: ReadonlyMap<number, number>,
): number | undefined {
  const drawable = [...built.entries()].filter(
    ([index, { task }]) => task.arguments === null && (draws.get(index) ?? 0) < MOST_DRAWS,
  );
  return (drawable.findLast(([, { id }]) => ids.includes(id)) ?? drawable.at(-1))?.[0];
}

function drafted(tasks: readonly TaskConfig[], draws: ReadonlyMap<number, number>, parts: DayParts): Draftsheet {
  const { company, number, config, slack } = parts;
  const outputs = new Set(parts.outputs);
  const date = workingDay(number);
  const yard = openYard({ date, ...HOURS, company, outputs });
  const built = tasks.map((task, index) => build(task, { ...parts, index, yard, tasks, draw: draws.get(index) ?? 0 }));
  const random = stream(config.seed, config.name, number, 'places');
  return { date, built, placed: placed(built, { ...HOURS, slack, random }), yard, outputs };
}

/** A Monday; days of a scenario are working days in a row. */
const FIRST_DAY = Date.UTC(2026, 2, 2);
const DAY_MS = 86_400_000;

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

function readParams(family: Family, task: TaskConfig): JsonObject {
  const read = family.params.safeParse(task.arguments);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new UserError(
    `The arguments of a task of the family ${family.name} do not fit: ${issue?.path.join('.') || 'the whole'}: ${issue?.message}.`,
  );
}
