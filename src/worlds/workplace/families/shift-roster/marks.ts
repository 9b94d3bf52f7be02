/** Judges a roster by what it has to keep to when it is due. Any roster that does is right; putting people to work on their leave costs. */
import { z } from 'zod';
import { isObject, type Json, type JsonObject, parseJson } from '../../../../core/json.ts';
import type { Point } from '../../family.ts';
import type { DayView } from '../../view.ts';
import { flawsIn, type Requirement, type Roster } from './roster.ts';

const requirementSchema = z.object({
  dates: z.array(z.string()),
  shifts: z.array(z.object({ name: z.string(), start: z.number(), end: z.number() })),
  needs: z.record(z.string(), z.number()),
  team: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      qualifications: z.array(z.string()),
      off: z.array(z.string()),
    }),
  ),
  qualifications: z.array(z.string()),
  restHours: z.number(),
  most: z.number(),
  before: z.record(z.string(), z.string()),
});
const truthSchema = z.object({
  output: z.string(),
  requirement: requirementSchema,
  /** The clue that tells a person's leave, by id. */
  leave: z.record(z.string(), z.string()),
  written: z.array(z.string()),
});

const DAY_POINTS = 2;
const RULE_POINTS = 3;

export function judge(truth: JsonObject, { files }: DayView): readonly Point[] {
  const { output, requirement, leave, written } = truthSchema.parse(truth);
  const { dates, team } = requirement;
  const { roster, isClean } = rosterIn(parseJson(files.get(output) ?? ''), requirement);
  const flaws = flawsIn(roster, requirement);
  const isWhole = isClean && flaws.uncovered.length === 0;
  const full = dates.length * DAY_POINTS + RULES.length * RULE_POINTS;
  return [
    ...dates.map(
      (date): Point => ({
        name: `${date} is covered`,
        points: DAY_POINTS,
        passed: !flaws.uncovered.includes(date),
        kind: 'earn',
        hint: `Put exactly as many people of the team into each shift of ${date} as are needed, and nobody twice.`,
        detail: '',
        clues: written,
      }),
    ),
    ...RULES.map(({ name, flaw, hint }): Point => {
      const wrong = flaws[flaw];
      return {
        name,
        points: RULE_POINTS,
        passed: isWhole && wrong.length === 0,
        kind: 'earn',
        hint,
        detail: isWhole ? wrong.join(', ') : 'not every day is covered, or the file has other days or shifts',
        clues: written,
      };
    }),
    ...team.map(
      ({ id, name, off }): Point => ({
        name: `${name} is off when on leave or ill`,
        points: Math.ceil(full / 2),
        passed: !flaws.off.includes(id),
        kind: 'trap',
        hint: 'Somebody has to work who is on leave or ill: ask everybody, and heed what the board says later.',
        detail: flaws.off.includes(id) ? `cannot work on ${off.join(', ')}` : '',
        clues: [leave[id] ?? ''].filter((clue) => clue !== ''),
      }),
    ),
  ];
}

const RULES = [
  {
    name: 'every shift has the qualifications',
    flaw: 'unqualified',
    hint: 'In every shift there must be somebody for each qualification.',
  },
  { name: 'everybody has their rest', flaw: 'unrested', hint: 'Somebody has too little rest between two shifts.' },
  { name: 'nobody has too many shifts', flaw: 'overworked', hint: 'Somebody works more shifts than the rules allow.' },
] as const;

interface Read {
  readonly roster: Roster;
  /** Whether the file holds nothing but the dates and shifts in question. */
  readonly isClean: boolean;
}

/** People may be named or given by id. Whoever is not of the team stays as written, and is nobody. */
function rosterIn(found: Json | undefined, { dates, shifts, team }: Requirement): Read {
  const file = isObject(found) ? found : {};
  const ids = new Map(team.flatMap(({ id, name }) => [id, name].map((word) => [word.toLowerCase(), id] as const)));
  const idsIn = (list: Json | undefined): readonly string[] =>
    Array.isArray(list)
      ? list.map((one: Json) => (typeof one === 'string' ? (ids.get(one.trim().toLowerCase()) ?? one) : '?'))
      : [];
  const roster = new Map(
    dates.map((date) => {
      const day = file[date];
      return [date, new Map(shifts.map(({ name }) => [name, idsIn(isObject(day) ? day[name] : undefined)]))] as const;
    }),
  );
  const names = shifts.map(({ name }) => name);
  const isClean = Object.entries(file).every(
    ([date, day]) => dates.includes(date) && isObject(day) && Object.keys(day).every((name) => names.includes(name)),
  );
  return { roster, isClean };
}
