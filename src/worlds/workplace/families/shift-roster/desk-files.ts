/** Rules, team, needs and the Sunday before as they lie on the drive, and how they are read. Leave stands in none of them. */
import { csvRows } from '../../csv.ts';
import { clockTime, minuteOf } from '../../day-state.ts';
import type { Requirement, Shift } from './roster.ts';

export interface DeskFiles {
  readonly rules: string;
  readonly team: string;
  readonly needs: string;
  /** Empty where it does not matter. */
  readonly sunday: string;
}

export function deskFiles(requirement: Requirement, desk: string): DeskFiles {
  const { dates, shifts, team, needs, before } = requirement;
  const names = new Map(team.map(({ id, name }) => [id, name]));
  return {
    rules: rulesText(requirement, desk),
    team: csv([
      ['person_id', 'name', 'qualifications'],
      ...team.map(({ id, name, qualifications }) => [id, name, qualifications.join('; ')]),
    ]),
    needs: csv([
      ['date', 'shift', 'people'],
      ...dates.flatMap((date) => shifts.map(({ name }) => [date, name, String(needs[`${date} ${name}`] ?? 0)])),
    ]),
    sunday:
      Object.keys(before).length === 0
        ? ''
        : csv([
            ['person_id', 'name', 'shift'],
            ...Object.entries(before).map(([id, shift]) => [id, names.get(id) ?? '', shift]),
          ]),
  };
}

function csv(rows: readonly (readonly string[])[]): string {
  return `${rows.map((row) => row.join(',')).join('\n')}\n`;
}

function rulesText({ shifts, qualifications, restHours, most }: Requirement, desk: string): string {
  return `# Roster rules of the ${desk} desk

| Shift | Hours |
| --- | --- |
${shifts.map(({ name, start, end }) => `| ${name} | ${clockTime(start)}-${clockTime(end)} |`).join('\n')}

A shift belongs to the date on which it begins.

1. Every shift has exactly as many people as the list of needs says, all of them from the team.
2. Nobody works more than one shift of the same date.
3. Between two shifts of a person lie at least ${restHours} hours, also between the last shift of the week before and the first of this one.
4. Nobody works more than ${most} shifts in the week.
5. In every shift somebody is there for each of these qualifications (one person may have several): ${qualifications.join(', ')}.
6. Nobody works on a date on which they are on leave or ill. Leave is arranged with the people themselves and is not written down.
`;
}

/** All but the leave, which nobody has written down. */
export function requirementIn({ rules, team, needs, sunday }: DeskFiles): Requirement {
  const rows = (content: string): readonly (readonly string[])[] => csvRows(content).slice(1);
  const number = (pattern: RegExp): number => Number(pattern.exec(rules)?.[1] ?? 0);
  const needed = rows(needs).map(([date = '', shift = '', people = '']) => ({ date, shift, people: Number(people) }));
  return {
    dates: [...new Set(needed.map(({ date }) => date))],
    shifts: shiftsIn(rules),
    needs: Object.fromEntries(needed.map(({ date, shift, people }) => [`${date} ${shift}`, people])),
    team: rows(team).map(([id = '', name = '', held = '']) => ({
      ...{ id, name, off: [] },
      qualifications: held
        .split(';')
        .map((one) => one.trim())
        .filter((one) => one !== ''),
    })),
    qualifications: (/several\): (.*)\.$/m.exec(rules)?.[1] ?? '').split(', '),
    restHours: number(/at least (\d+) hours/),
    most: number(/more than (\d+) shifts/),
    before: Object.fromEntries(rows(sunday).map(([id = '', , shift = '']) => [id, shift])),
  };
}

function shiftsIn(rules: string): readonly Shift[] {
  return [...rules.matchAll(/^\| (\w+) \| (\d\d:\d\d)-(\d\d:\d\d) \|$/gm)].map(([, name = '', from = '', to = '']) => ({
    name,
    start: minuteOf(from) ?? 0,
    end: minuteOf(to) ?? 0,
  }));
}
