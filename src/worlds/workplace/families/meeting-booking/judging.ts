/** Judges a booking: time and title, who was invited, and whether the trainee came. Who asks nobody earns next to nothing. */
import { z } from 'zod';
import type { JsonObject } from '../../../../core/json.ts';
import { plainTitle } from '../../conduct.ts';
import { clockTime } from '../../day-state.ts';
import type { Point } from '../../family.ts';
import { TRAINEE } from '../../instance.ts';
import type { DayView } from '../../view.ts';

const truthSchema = z.object({
  title: z.string(),
  start: z.number(),
  end: z.number(),
  people: z.array(z.object({ id: z.string(), name: z.string(), isExcluded: z.boolean(), clues: z.array(z.string()) })),
});

type Invitee = z.output<typeof truthSchema>['people'][number];

/** One may come so much earlier or later. */
export const LEEWAY = 5;
/** Whatever the number of conflicts, asking nobody is worth less than a fifth. */
const GROUP_POINTS = 10;

export function judge(truth: JsonObject, { meetings, attended }: DayView): readonly Point[] {
  const { title, start, end, people } = truthSchema.parse(truth);
  const booked = meetings.find((one) => one.organiser === TRAINEE && one.start === start && one.end === end);
  const invited = new Set(booked?.attendees.filter((id) => id !== TRAINEE) ?? []);
  const coming = people.filter(({ isExcluded }) => !isExcluded);
  const strangers = [...invited].filter((id) => !people.some((one) => one.id === id));
  const missing = coming.filter(({ id }) => !invited.has(id));
  const came = attended.find(({ meeting }) => meeting === booked?.id);
  // Who leaves most people out has not left the right ones out.
  const isSound = booked !== undefined && strangers.length === 0 && missing.length * 4 <= coming.length;
  const earn = { kind: 'earn' as const };
  return [
    {
      ...earn,
      name: 'a room is booked for that time, under that title',
      points: 1,
      passed: booked !== undefined && plainTitle(booked.title) === plainTitle(title),
      hint: 'Book a free room for exactly the time, and under exactly the title, that was asked for.',
      detail: booked === undefined ? 'no such booking' : `${booked.title}, ${booked.room}`,
      clues: [],
    },
    {
      ...earn,
      name: 'there on time',
      points: 1,
      passed: came !== undefined && Math.abs(came.arrived - start) <= LEEWAY,
      hint: 'Be at your own meeting within five minutes of its beginning.',
      detail: came === undefined ? 'did not come' : `came at ${clockTime(came.arrived)}`,
      clues: [],
    },
    ...groupPoints({ people, invited, isSound, strangers }),
  ];
}

interface Invitation {
  readonly people: readonly Invitee[];
  readonly invited: ReadonlySet<string>;
  readonly isSound: boolean;
  readonly strangers: readonly string[];
}

function groupPoints({ people, invited, isSound, strangers }: Invitation): readonly Point[] {
  const excluded = people.filter(({ isExcluded }) => isExcluded);
  const missing = people.filter(({ id, isExcluded }) => !isExcluded && !invited.has(id));
  const earn = { kind: 'earn' as const };
  return [
    ...excluded.map(({ id, name, clues }) => ({
      ...earn,
      name: `${name} is not invited`,
      points: 1,
      passed: isSound && !invited.has(id),
      hint: 'Ask everybody before you invite them, and whoever decides where you are sent on.',
      detail: invited.has(id) ? 'was invited' : isSound ? '' : 'too many others were left out',
      clues,
    })),
    {
      ...earn,
      name: 'exactly those who can come are invited',
      points: GROUP_POINTS - excluded.length,
      passed: isSound && missing.length === 0 && !excluded.some(({ id }) => invited.has(id)),
      hint: 'Invite everybody who can come and nobody else.',
      detail: `missing: ${missing.map(({ name }) => name).join(', ') || 'nobody'}; strangers: ${strangers.join(', ') || 'none'}`,
      clues: people.flatMap(({ clues }) => clues),
    },
  ];
}
