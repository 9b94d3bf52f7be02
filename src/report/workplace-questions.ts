/**
 * Which of a trainee's messages told something. A disclosure says which message it answers. Logs in which it does not say so are read
 * by the order of things: a colleague answers each message once and in order, so that the counts come out right nearly always. It
 * knows notes only.
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

const sentSchema = z.object({ day: z.number(), to: z.array(z.string()), at: z.number(), id: z.string().optional() });
const toldSchema = z.object({
  day: z.number(),
  person: z.string(),
  at: z.number(),
  /** Null where it was told unasked; not there in old logs. */
  answers: z.string().nullable().optional(),
});
const attendedSchema = z.object({ day: z.number(), arrived: z.number() });

type Told = z.output<typeof toldSchema>;

interface Message {
  readonly day: number;
  readonly at: number;
  /** Of its day. */
  readonly id: string | undefined;
  /** Who has not told anything upon it yet. */
  readonly awaited: Set<string>;
  isTold: boolean;
}

export function questionsIn(events: readonly Event[]): readonly Questions[] {
  const messages: Message[] = [];
  const guess = guesser(messages);
  for (const { kind, data } of eventsOf(events, 'world-noted')) {
    const sent = kind === 'message-sent' ? sentSchema.safeParse(data).data : undefined;
    if (sent) messages.push({ ...sent, id: sent.id, awaited: new Set(sent.to), isTold: false });
    const told = kind === 'disclosure' ? toldSchema.safeParse(data).data : undefined;
    if (told?.answers !== undefined) creditAnswered(messages, told);
    else guess(kind, data, told);
  }
  return [...Map.groupBy(messages, ({ day }) => day)].map(([day, own]) => ({
    day,
    messages: own.length,
    needless: own.filter(({ isTold }) => !isTold).length,
  }));
}

function creditAnswered(messages: readonly Message[], { day, answers, person }: Told): void {
  const asked = messages.find((one) => one.day === day && one.id === answers);
  if (asked !== undefined) credit(asked, person);
}

/** For disclosures that do not say what they answer. Sees the other notes too, since what stands before one tells where it was said. */
function guesser(messages: readonly Message[]): (kind: string, data: unknown, told: Told | undefined) => void {
  let meeting: z.output<typeof attendedSchema> | null = null;
  let before = '';
  return (kind, data, told) => {
    // What is said in a meeting is noted right behind the arrival, and answers no message.
    meeting = kind === 'meeting-attended' ? (attendedSchema.safeParse(data).data ?? null) : told ? meeting : null;
    if (told === undefined || (meeting !== null && told.at === meeting.arrived)) return;
    // Several facts of one answer are one answer.
    const answer = JSON.stringify([told.day, told.person, told.at]);
    if (answer !== before) creditGuessed(messages, told);
    before = answer;
  };
}

/** An answer at once belongs to the message just sent, one that took a while to the oldest that still waits for this person. */
function creditGuessed(messages: readonly Message[], { day, person, at }: Told): void {
  const open = messages.filter((one) => one.day === day && one.awaited.has(person));
  const asked = open.findLast((one) => one.at === at) ?? open[0];
  if (asked !== undefined) credit(asked, person);
}

function credit(asked: Message, person: string): void {
  asked.awaited.delete(person);
  asked.isTold = true;
}
