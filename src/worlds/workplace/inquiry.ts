/**
 * How a solution program asks: writes to a colleague, or to several at once, and waits for what they reply to that very message,
 * however late it comes and whoever else writes meanwhile. Who is away is asked again when they are back.
 */
import { z } from 'zod';
import { minuteOf } from './day-state.ts';
import type { Minute } from './instance.ts';
import type { Crowd, Worker } from './worker.ts';

type Asker = Pick<Worker, 'look' | 'act' | 'pauseUntil' | 'now'>;

const chatSchema = z.object({
  messages: z.array(z.object({ id: z.string(), from: z.string(), text: z.string(), replies_to: z.string() })),
});
type Said = z.output<typeof chatSchema>['messages'][number];

/** Longer than a slow colleague takes. */
const PATIENCE = 90;
const LOOK_AGAIN = 10;
/** Nobody is away more often than this. */
const MOST_TRIES = 5;

export async function askOne(asker: Asker, person: string, question: string): Promise<string> {
  const message = { tool: 'send_message', input: { to: person, text: question }, chat: person };
  for (let tries = 1; ; tries++) {
    const [said] = await repliesTo(message, 1, asker);
    const reply = said?.text ?? '';
    const back = backAt(reply);
    if (back === null || tries === MOST_TRIES) return reply;
    if (back > asker.now()) await asker.pauseUntil(back);
  }
}

const groupsSchema = z.object({ groups: z.array(z.object({ id: z.string(), members: z.array(z.string()) })) });

/** In the order of those who are asked; empty where somebody does not answer. */
export async function askAll(asker: Asker, { ids, names }: Crowd, question: string): Promise<readonly string[]> {
  const groupIn = async (look: Worker['look']): Promise<string | undefined> => {
    const { groups } = groupsSchema.parse(await look('list_groups', {}));
    return groups.find(
      ({ members }) => members.length === names.length + 1 && names.every((name) => members.includes(name)),
    )?.id;
  };
  await asker.act('create_group', { members: [...ids] }, async (look) => (await groupIn(look)) !== undefined);
  const chat = (await groupIn(asker.look)) ?? '';
  const message = { tool: 'send_group_message', input: { group: chat, text: question }, chat };
  const replies = await repliesTo(message, ids.length, asker);
  const found: string[] = [];
  for (const [i, name] of names.entries()) {
    const reply = replies.find(({ from }) => from === name)?.text ?? '';
    const isAway = backAt(reply) !== null;
    found.push(isAway ? await askOne(asker, ids[i] ?? name, question) : reply);
  }
  return found;
}

interface Outgoing {
  readonly tool: string;
  readonly input: { readonly text: string; readonly [name: string]: string };
  /** Where it then stands. */
  readonly chat: string;
}

async function repliesTo({ tool, input, chat }: Outgoing, count: number, asker: Asker): Promise<readonly Said[]> {
  const saidIn = async (look: Worker['look']): Promise<readonly Said[]> =>
    chatSchema.parse(await look('read_chat', { person: chat })).messages;
  const known = new Set((await saidIn(asker.look)).map(({ id }) => id));
  const isOurs = ({ id, from, text }: Said): boolean => from === 'you' && text === input.text && !known.has(id);
  await asker.act(tool, input, async (look) => (await saidIn(look)).some(isOurs));
  const began = asker.now();
  for (;;) {
    const said = await saidIn(asker.look);
    const ours = said.find(isOurs);
    const replies = ours === undefined ? [] : said.filter(({ replies_to }) => replies_to === ours.id);
    if (replies.length >= count || asker.now() - began > PATIENCE) return replies;
    await asker.pauseUntil(asker.now() + LOOK_AGAIN);
  }
}

/** When somebody who is away says they are back. */
function backAt(reply: string): Minute | null {
  const [, time] = /^Automatic reply: .*away until (\d\d:\d\d)/.exec(reply) ?? [];
  return time === undefined ? null : minuteOf(time);
}
