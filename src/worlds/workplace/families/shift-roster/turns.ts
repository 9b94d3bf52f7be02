/** Everybody in turn, whatever the rules: the roster of somebody who does not do the work. */
import { needOf, type Requirement, type Roster } from './roster.ts';

export function rosterInTurns(requirement: Requirement): Roster {
  const { dates, shifts, team } = requirement;
  let turn = 0;
  return new Map(
    dates.map((date) => [
      date,
      new Map(
        shifts.map(({ name }) => [
          name,
          Array.from({ length: needOf(requirement, date, name) }, () => team[turn++ % team.length]?.id ?? ''),
        ]),
      ),
    ]),
  );
}
