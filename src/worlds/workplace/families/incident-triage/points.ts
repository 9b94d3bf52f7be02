/** What a shift at the alert desk is worth: trouble that was stopped before it grew, and how each ticket stands in the end. */
import { z } from 'zod';
import { isObject, type JsonObject } from '../../../../core/json.ts';
import type { Point } from '../../family.ts';
import type { Minute } from '../../instance.ts';
import type { DayView } from '../../view.ts';

const handling = z.object({ priority: z.string(), assignee: z.string(), status: z.string() });
const incident = z.object({
  ticket: z.string(),
  isDrill: z.boolean(),
  stages: z.array(z.object({ at: z.number(), expected: handling })),
  clues: z.array(z.string()),
});
const truthSchema = z.object({ due: z.number(), incidents: z.array(incident), quiet: z.array(z.string()) });
export type Truth = z.infer<typeof truthSchema>;
type Handling = z.infer<typeof handling>;
type Acts = DayView['acts'];

export function judge(given: JsonObject, view: DayView): readonly Point[] {
  const { due, incidents, quiet } = truthSchema.parse(given);
  const all = view.acts.filter(({ name }) => name === 'update_ticket');
  const inTime = all.filter(({ at }) => at <= (view.takenAt ?? due));
  const touched = quiet.filter((ticket) => of(ticket, all).length > 0);
  return [
    ...incidents.flatMap((one) => pointsOf(one, { inTime: of(one.ticket, inTime), all: of(one.ticket, all), due })),
    {
      name: 'services without an alert were left alone',
      points: 5,
      passed: touched.length === 0,
      kind: 'trap',
      hint: 'Change only tickets that have an alert.',
      detail: touched.join(', '),
      clues: [],
    },
  ];
}

function of(ticket: string, acts: Acts): Acts {
  return acts.filter(({ data }) => isObject(data) && data.ticket === ticket);
}

interface Shift {
  readonly inTime: Acts;
  /** Those after the end of the shift too: they earn nothing, but may undo what was right. */
  readonly all: Acts;
  readonly due: Minute;
}

function pointsOf(
  { ticket, isDrill, stages, clues }: Truth['incidents'][number],
  { inTime: acts, all, due }: Shift,
): readonly Point[] {
  const [first] = stages;
  const ends = (i: number): Minute => Math.min(due, stages[i + 1]?.at ?? due);
  // The stage at which it stopped: the first that was handled before the next one came, else the last.
  const stopped = stages.findIndex(({ at, expected }, i) => everStood(expected, acts, { from: at, until: ends(i) }));
  const reached = stages[stopped < 0 ? stages.length - 1 : stopped];
  const stands =
    stopped >= 0 &&
    reached !== undefined &&
    [standAt(acts, due), standAt(all, Number.POSITIVE_INFINITY)].every((one) => isHandling(one, reached.expected));
  const wanted = (stage: typeof first): string => (stage === undefined ? '' : Object.values(stage.expected).join(', '));
  const end: Point = {
    name: `${ticket} stands as it should`,
    points: 1,
    passed: stands,
    kind: 'earn',
    hint: 'Priority, assignee and status of every alert follow from the runbook, with the value that the file has by then.',
    detail: `expected ${wanted(reached)}`,
    clues,
  };
  if (isDrill) return [end];
  const early: Point = {
    name: `${ticket} was stopped before it grew`,
    points: 2,
    passed: stopped === 0,
    kind: 'earn',
    hint: 'Look after every sweep, and handle an alert before it is back.',
    detail: `expected ${wanted(first)}`,
    clues,
  };
  return [early, end];
}

/** Whether the ticket was brought to this between the two. */
function everStood(
  wanted: Handling,
  acts: Acts,
  { from, until }: { readonly from: Minute; readonly until: Minute },
): boolean {
  return acts.some(({ at }) => at >= from && at <= until && isHandling(standAt(acts, at), wanted));
}

function standAt(acts: Acts, minute: Minute): JsonObject {
  const done = acts.filter(({ at }) => at <= minute);
  return Object.fromEntries(done.flatMap(({ data }) => (isObject(data) ? Object.entries(data) : [])));
}

function isHandling(stands: JsonObject, wanted: Handling): boolean {
  return Object.entries(wanted).every(
    ([key, value]) => String(stands[key] ?? '').toLowerCase() === value.toLowerCase(),
  );
}
