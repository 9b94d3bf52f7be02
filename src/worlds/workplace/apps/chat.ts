/** Chat: the directory of people, messages to one or several of them, the inbox, and what was said before. */
import { z } from 'zod';
import { invalid, notFound } from '../../../core/tool-error.ts';
import { type App, appTool } from '../app.ts';
import { colleagueNamed, nameOf, write } from '../conversation.ts';
import { clockTime, type DayState, type Message } from '../day-state.ts';
import { type Person, TRAINEE } from '../instance.ts';

const MESSAGE_MINUTES = 5;
const FURTHER_READER_MINUTES = 2;
const messageText = z.string().trim().min(1).max(4000);

/** More than any company has: a page is everybody unless less is asked for. */
const WHOLE_PAGE = 250;

const listPeople = appTool({
  name: 'list_people',
  description:
    'List the people of the company, yourself first. Filters take any part of the word, in any case. Takes 1 minute.',
  effect: 'read',
  input: z.object({
    department: z.string().optional(),
    role: z.string().optional(),
    name: z.string().optional(),
    offset: z.int().min(0).default(0),
    limit: z.int().min(1).max(WHOLE_PAGE).default(WHOLE_PAGE),
  }),
  output: z.object({
    people: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        department: z.string(),
        role: z.string(),
        manager: z.string().describe('Name; empty for the head of the company'),
      }),
    ),
    total: z.int().describe('How many there are on all pages'),
  }),
  cost: 1,
  run: ({ offset, limit, ...filters }, { state }) => {
    const found = state.company.people.filter((person) => fits(person, filters));
    const people = found.slice(offset, offset + limit).map(({ id, name, department, role, manager }) => ({
      id,
      name,
      department,
      role,
      manager: manager === null ? '' : nameOf(state, manager),
    }));
    return { people, total: found.length };
  },
});

type Filters = { readonly [K in 'department' | 'role' | 'name']?: string | undefined };

function fits(person: Person, { department, role, name }: Filters): boolean {
  const holds = (whole: string, part = ''): boolean => whole.toLowerCase().includes(part.trim().toLowerCase());
  return holds(person.department, department) && holds(person.role, role) && holds(person.name, name);
}

const sendMessage = appTool({
  name: 'send_message',
  description:
    'Write to one colleague, by name or id. The answer holds the reply, or an empty one when the colleague needs a while; it then comes to the inbox. Takes 5 minutes.',
  effect: 'write',
  input: z.object({ to: z.string().describe('Name or id'), text: messageText }),
  output: z.object({ to: z.string(), reply: z.string() }),
  cost: MESSAGE_MINUTES,
  run: async ({ to, text }, post, signal) => {
    const person = colleagueNamed(post.state, to);
    const [heard] = await write({ to: [person], group: null, text }, post, signal);
    return { to: person.name, reply: heard?.text ?? '' };
  },
});

const group = z.object({ id: z.string(), members: z.array(z.string()) });

const createGroup = appTool({
  name: 'create_group',
  description:
    'Make a chat group of colleagues, by names or ids; you are a member too. The same members again give the same group. Takes 1 minute.',
  effect: 'write',
  input: z.object({ members: z.array(z.string()).min(1) }),
  output: z.object({ group: z.string(), members: z.array(z.string()) }),
  cost: 1,
  run: ({ members }, { state }) => {
    const others = members.filter((member) => !isSelf(state, member)).map((member) => colleagueNamed(state, member).id);
    const ids = [TRAINEE, ...[...new Set(others)].sort()];
    if (ids.length < 2) throw invalid('a group needs somebody besides you');
    const known = [...state.groups].find(([, have]) => have.join() === ids.join())?.[0];
    const id = known ?? `G-${state.groups.size + 1}`;
    state.groups.set(id, ids);
    return { group: id, members: ids.map((member) => nameOf(state, member)) };
  },
});

function isSelf({ company }: DayState, nameOrId: string): boolean {
  const me = company.people.find(({ id }) => id === TRAINEE);
  const wanted = nameOrId.trim().toLowerCase();
  return wanted === TRAINEE.toLowerCase() || wanted === me?.name.toLowerCase();
}

const listGroups = appTool({
  name: 'list_groups',
  description: 'List the chat groups that you are in. Takes 1 minute.',
  effect: 'read',
  input: z.object({}),
  output: z.object({ groups: z.array(group), total: z.int() }),
  cost: 1,
  run: (_input, { state }) => {
    const groups = [...state.groups].map(([id, members]) => ({
      id,
      members: members.map((one) => nameOf(state, one)),
    }));
    return { groups, total: groups.length };
  },
});

const sendGroupMessage = appTool({
  name: 'send_group_message',
  description:
    'Write to a group. Every other member answers by themselves; who needs a while answers to the inbox. Takes 5 minutes for the first reader and 2 for each further one.',
  effect: 'write',
  input: z.object({ group: z.string().describe('Id of the group'), text: messageText }),
  output: z.object({
    replies: z.array(z.object({ from: z.string(), text: z.string() })),
    later: z.array(z.string()).describe('Who will answer later'),
  }),
  cost: ({ group: id }, state) =>
    MESSAGE_MINUTES + FURTHER_READER_MINUTES * Math.max(0, (state.groups.get(id.trim())?.length ?? 2) - 2),
  run: async ({ group: id, text }, post, signal) => {
    const members = membersOf(post.state, id);
    const to = members.filter((member) => member !== TRAINEE).map((member) => colleagueNamed(post.state, member));
    const heard = await write({ to, group: id.trim(), text }, post, signal);
    return {
      replies: heard.flatMap(({ person, text: said }) => (said === '' ? [] : [{ from: person.name, text: said }])),
      later: heard.flatMap(({ person, text: said }) => (said === '' ? [person.name] : [])),
    };
  },
});

function membersOf({ groups }: DayState, id: string): readonly string[] {
  const members = groups.get(id.trim());
  if (members === undefined) throw notFound(`there is no group "${id}"; create_group makes one`);
  return members;
}

const shownMessage = z.object({
  id: z.string(),
  from: z.string(),
  text: z.string(),
  time: z.string(),
  replies_to: z.string().describe('Id of the message that it answers; empty where nobody had asked'),
  group: z.string().describe('Id of the group that it was written to; empty for a message to one person'),
});

const readInbox = appTool({
  name: 'read_inbox',
  description: 'Read the messages that have come in and are unread. Afterwards they are read. Takes 1 minute.',
  effect: 'read',
  input: z.object({}),
  output: z.object({ messages: z.array(shownMessage), total: z.int() }),
  cost: 1,
  run: (_input, { state }) => {
    const unread = state.messages.filter(({ isUnread }) => isUnread);
    return seen(state, unread);
  },
});

const readChat = appTool({
  name: 'read_chat',
  description:
    'Read all that was said today between you and a colleague (name or id) or in a group (its id), oldest first. Takes 1 minute.',
  effect: 'read',
  input: z.object({ person: z.string().describe('Name or id of a person, or id of a group') }),
  output: z.object({ messages: z.array(shownMessage), total: z.int() }),
  cost: 1,
  run: ({ person }, { state }) => {
    if (state.groups.has(person.trim())) {
      return seen(
        state,
        state.messages.filter((message) => message.group === person.trim()),
      );
    }
    const { id } = colleagueNamed(state, person);
    return seen(
      state,
      state.messages.filter(({ from, to, group: within }) => within === null && (from === id || to.includes(id))),
    );
  },
});

function seen(
  state: DayState,
  messages: readonly Message[],
): { messages: z.input<typeof shownMessage>[]; total: number } {
  for (const message of messages) message.isUnread = false;
  const shown = messages.map(({ id, from, text, at, answers, group: within }) => ({
    id,
    from: from === TRAINEE ? 'you' : nameOf(state, from),
    text,
    time: clockTime(at),
    replies_to: answers ?? '',
    group: within ?? '',
  }));
  return { messages: shown, total: shown.length };
}

export const app: App = {
  name: 'chat',
  tools: [listPeople, sendMessage, createGroup, listGroups, sendGroupMessage, readInbox, readChat],
};
