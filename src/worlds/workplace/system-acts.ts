/**
 * What can be done in the company's systems. Each act names things that are there, is kept as done, and is judged by nobody here; what
 * becomes of it (which word on a thing is the last, what adds up, what is mere wording) is said beside its tool.
 */
import { z } from 'zod';
import type { JsonObject } from '../../core/json.ts';
import { invalid, notFound } from '../../core/tool-error.ts';
import { type AppTool, appTool, type Post } from './app.ts';
import { type DayState, personNamed } from './day-state.ts';
import { isNamed, spelledIn, tablesNow } from './record-rows.ts';

const name = z.string().trim().min(1).max(200);
const words = z.string().trim().max(4000);
const done = z.object({ done: z.string(), data: z.record(z.string(), z.unknown()) });

/** `names` are what the records call the thing that it is about. */
function kept(
  { state, note }: Post,
  { act, data, names }: { readonly act: string; readonly data: JsonObject; readonly names: readonly string[] },
): z.input<typeof done> {
  const entry = { name: act, data, at: state.now };
  state.acts.push(entry);
  const of = ownersOf(state, names);
  note('act', of.length === 0 ? entry : { ...entry, of });
  return { done: act, data: { ...data } };
}

/** The assignments whose records hold the thing; none where it also stands in what belongs to nobody. */
function ownersOf({ day }: DayState, names: readonly string[]): readonly string[] {
  const holding = day.records.filter(({ rows }) => rows.some((row) => names.some((name) => isNamed(row, name))));
  const owners = holding.map(({ of = '' }) => of);
  return owners.includes('') ? [] : [...new Set(owners)];
}

function known(found: string | undefined, what: string): string {
  if (found === undefined) throw notFound(`the records hold no ${what.slice(0, 100)}`);
  return found;
}

/** How acts of one tool stand in the records afterwards. Where nothing is said: what is done is done, and once more is no more. */
export interface Standing {
  /** The fields that say what the act is about: what is said about the same thing later takes the place of what was said before. */
  readonly on?: readonly string[];
  /** Whether each act counts, also one that is like another. */
  readonly addsUp?: boolean;
  /** Fields whose wording is free: that something stands there counts, what stands there is nobody's to judge. */
  readonly wording?: (data: JsonObject) => readonly string[];
}

interface Act {
  readonly tool: AppTool;
  readonly standing: Standing;
}

const decideExpense = appTool({
  name: 'decide_expense',
  description: 'Decides an expense claim of the finance records, with the reason.',
  effect: 'write',
  input: z.object({
    claim: name,
    decision: z.enum(['approve', 'reject', 'escalate']),
    reason: words.min(1).describe('Why, in your own words; for an escalation also to whom.'),
  }),
  output: done,
  cost: 2,
  run: ({ claim: given, decision, reason }, post) => {
    const claim = known(spelledIn(post.state, 'finance', given), `claim "${given}"`);
    return kept(post, { act: 'decide_expense', data: { claim, decision, reason }, names: [claim] });
  },
});

const updateTicket = appTool({
  name: 'update_ticket',
  description: 'Changes a ticket: its status, who works on it, its priority; or answers it. Give at least one of them.',
  effect: 'write',
  input: z.object({
    ticket: name,
    status: name.exactOptional(),
    assignee: name.exactOptional(),
    priority: name.exactOptional(),
    reply: words.min(1).exactOptional(),
  }),
  output: done,
  cost: (input) => (input.reply === undefined ? 2 : 4),
  run: ({ ticket: given, ...changes }, post) => {
    if (Object.keys(changes).length === 0) throw invalid('say what is to change: status, assignee, priority or reply');
    const ticket = known(spelledIn(post.state, 'tickets', given), `ticket "${given}"`);
    return kept(post, { act: 'update_ticket', data: { ticket, ...changes }, names: [ticket] });
  },
});

const changeAccess = appTool({
  name: 'change_access',
  description: "Grants or revokes a person's access to a system of the access records, or confirms that it is kept.",
  effect: 'write',
  input: z.object({ person: name, system: name, action: z.enum(['grant', 'revoke', 'keep']) }),
  output: done,
  cost: 2,
  run: ({ person, system: given, action }, post) => {
    const who = known(personIn(post, 'access', person), `person "${person}"`);
    const system = known(spelledIn(post.state, 'access', given), `system "${given}"`);
    return kept(post, { act: 'change_access', data: { person: who, system, action }, names: [system] });
  },
});

/** The id of somebody in the company, else how the records spell them. */
function personIn({ state }: Post, system: 'access' | 'hr', given: string): string | undefined {
  return personNamed(state, given)?.id ?? spelledIn(state, system, given);
}

const placeOrder = appTool({
  name: 'place_order',
  description: 'Orders an item of the inventory records.',
  effect: 'write',
  input: z.object({ item: name, quantity: z.int().min(1).max(1_000_000) }),
  output: done,
  cost: 2,
  run: ({ item: given, quantity }, post) => {
    const item = known(spelledIn(post.state, 'inventory', given), `item "${given}"`);
    return kept(post, { act: 'place_order', data: { item, quantity }, names: [item] });
  },
});

const sendData = appTool({
  name: 'send_data',
  description:
    'Sends what the records hold on a person to somebody: a colleague, or an address outside. Only the named columns are sent.',
  effect: 'write',
  input: z.object({
    to: name.describe('A colleague by name or id, or an address.'),
    subject_of: name.describe('The person whom the data are about.'),
    fields: z.array(name).min(1).max(50).describe('Columns of the records.'),
  }),
  output: done,
  cost: 3,
  run: ({ to, subject_of, fields }, post) => {
    const { state } = post;
    const person = personNamed(state, subject_of);
    const names = person === undefined ? [subject_of] : [person.id, person.name];
    const rows = tablesNow(state).flatMap((table) =>
      table.rows.filter((row) => names.some((one) => isNamed(row, one))),
    );
    if (rows.length === 0) throw notFound(`the records hold nothing on "${subject_of.slice(0, 60)}"`);
    const columns = new Map(rows.flatMap((row) => Object.keys(row)).map((column) => [column.toLowerCase(), column]));
    const sent = fields.map((field) => known(columns.get(field.toLowerCase()), `column "${field}" on that person`));
    const data = {
      to: personNamed(state, to)?.id ?? to,
      subject_of: person?.id ?? subject_of,
      fields: [...new Set(sent)],
    };
    return kept(post, { act: 'send_data', data, names });
  },
});

const ACTS: readonly Act[] = [
  // To whom a claim is escalated stands in the reason, and is part of the decision.
  {
    tool: decideExpense,
    standing: { on: ['claim'], wording: ({ decision }) => (decision === 'escalate' ? [] : ['reason']) },
  },
  { tool: updateTicket, standing: { on: ['ticket'] } },
  { tool: changeAccess, standing: { on: ['person', 'system'] } },
  { tool: placeOrder, standing: { addsUp: true } },
  { tool: sendData, standing: {} },
];

export const actTools: readonly AppTool[] = ACTS.map(({ tool }) => tool);

export function standingOf(act: string): Standing {
  return ACTS.find(({ tool }) => tool.face.name === act)?.standing ?? {};
}
