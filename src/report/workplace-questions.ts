/**
 * Which of a trainee's messages told something. The log says who was written to and who disclosed what, not which question an answer
 * belongs to; since a colleague answers each message once and in order, the counts come out right all the same. It knows notes only.
 */
import { z } from 'zod';
import { type Event, eventsOf } from '../core/event.ts';

/** Of one day, from 0 as worlds count them. */
export interface Questions {
  readonly day: number;
  readonly messages: number;
  /** Nobody who was written to disclosed anything upon it. */
  readonly needless: number;
}

const sentSchema = z.object({ day: z.number(), to: z.array(z.string()), at: z.number() });
const toldSchema = z.object({ day: z.number(), person: z.string(), at: z.number() });
const attendedSchema = z.object({ day: z.number(), arrived: z.number() });

interface Message {
  readonly day: number;
  readonly at: number;
  /** Who has not told anything upon it yet. */
  readonly awaited: Set<string>;
  isTold: boolean;
}

export function questionsIn(events: readonly Event[]): readonly Questions[] {
  const messages: Message[] = [];
  let meeting: z.output<typeof attendedSchema> | null = null;
  let before = '';
  for (const { kind, data } of eventsOf(events, 'world-noted')) {
    const told = kind === 'disclosure' ? toldSchema.safeParse(data).data : undefined;
    // What is said in a meeting is noted right behind the arrival, and answers no message.
    meeting = kind === 'meeting-attended' ? (attendedSchema.safeParse(data).data ?? null) : told ? meeting : null;
    const sent = kind === 'message-sent' ? sentSchema.safeParse(data).data : undefined;
    if (sent) messages.push({ day: sent.day, at: sent.at, awaited: new Set(sent.to), isTold: false });
    if (told === undefined || (meeting !== null && told.at === meeting.arrived)) continue;
    // Several facts of one answer are one answer.
    const answer = JSON.stringify([told.day, told.person, told.at]);
    if (answer !== before) credit(messages, told);
    before = answer;
  }
  return [...Map.groupBy(messages, ({ day }) => day)].map(([day, own]) => ({
    day,
    messages: own.length,
    needless: own.filter(({ isTold }) => !isTold).length,
  }));
}

/** An answer at once belongs to the message just sent, one that took a while to the oldest that still waits for this person. */
function credit(messages: readonly Message[], { day, person, at }: z.output<typeof toldSchema>): void {
  const open = messages.filter((one) => one.day === day && one.awaited.has(person));
  const asked = open.findLast((one) => one.at === at) ?? open[0];
  if (asked === undefined) return;
  asked.awaited.delete(person);
  asked.isTold = true;
}
