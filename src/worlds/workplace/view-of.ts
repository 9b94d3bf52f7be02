/** From what was noted to what a judge of one assignment looks at. A fold over the record: nothing else is needed to judge again. */
import { z } from 'zod';
import type { Event } from '../../core/event.ts';
import type { DayView } from './view.ts';

const minute = z.number();
const schemas = {
  deliverable: z.object({
    day: z.number(),
    assignment: z.string(),
    at: minute,
    isLate: z.boolean(),
    files: z.record(z.string(), z.string()),
  }),
  disclosure: z.object({ day: z.number(), fact: z.string(), person: z.string(), at: minute }),
  fileRead: z.object({ day: z.number(), path: z.string(), at: minute }),
  systemRead: z.object({ day: z.number(), view: z.string(), at: minute }),
  message: z.object({ day: z.number(), from: z.string(), to: z.array(z.string()), text: z.string(), at: minute }),
  attended: z.object({ day: z.number(), meeting: z.string(), arrived: minute }),
  act: z.object({ day: z.number(), name: z.string(), data: z.json(), at: minute }),
  closed: z.object({
    day: z.number(),
    meetings: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        room: z.string(),
        start: minute,
        end: minute,
        organiser: z.string(),
        attendees: z.array(z.string()),
      }),
    ),
  }),
} as const;

export interface Wanted {
  readonly assignment: string;
  /** From 0. */
  readonly day: number;
  /** Whether things are to be seen as they stood at day's end, where late work is taken at all. */
  readonly takesLate: boolean;
}

export function viewOf(events: readonly Event[], { assignment, day, takesLate }: Wanted): DayView {
  const noted = <S extends z.ZodType>(kind: string, schema: S): readonly z.output<S>[] =>
    events.flatMap((event) => {
      if (event.type !== 'world-noted' || event.kind !== kind) return [];
      const read = schema.safeParse(event.data);
      return read.success ? [read.data] : [];
    });
  const today = <T extends { readonly day: number }>(all: readonly T[]): readonly T[] =>
    all.filter((one) => one.day === day);
  const taken = noted('deliverable', schemas.deliverable).filter((one) => one.assignment === assignment);
  const onTime = taken.find((one) => !one.isLate);
  const late = takesLate ? taken.find((one) => one.isLate) : undefined;
  // Acts come late as well as files: which of the two counts for more is the judge's to say.
  const isLate = late !== undefined;
  const chosen = late ?? onTime;
  return {
    files: new Map(Object.entries(chosen?.files ?? {})),
    isLate,
    ...(chosen === undefined ? {} : { takenAt: chosen.at }),
    meetings: today(noted('day-closed', schemas.closed)).flatMap(({ meetings }) => meetings),
    disclosures: today(noted('disclosure', schemas.disclosure)),
    messages: today(noted('message-sent', schemas.message)),
    filesRead: today(noted('file-read', schemas.fileRead)),
    systemsRead: today(noted('system-read', schemas.systemRead)),
    attended: today(noted('meeting-attended', schemas.attended)),
    acts: today(noted('act', schemas.act)),
  };
}
