/** Does the work: reads rules and articles, handles ticket by ticket, asks for terms where the rules say so, and reports. */
import { z } from 'zod';
import { isObject, type JsonObject } from '../../../../core/json.ts';
import type { Worker } from '../../worker.ts';
import { askedSchema } from './asked.ts';

const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;
const STEPS: ReadonlyMap<string, number> = new Map([
  ['question', 0],
  ['defect', 1],
  ['refund', 1],
  ['outage', 2],
]);
const rowSchema = z.object({
  ticket: z.string(),
  customer: z.string(),
  plan: z.string(),
  account_holder: z.string(),
  product: z.string(),
  topic: z.string(),
  text: z.string(),
});
type Row = z.output<typeof rowSchema>;

interface Rules {
  readonly limit: number;
  readonly people: number;
  readonly lead: string;
  readonly teams: ReadonlyMap<string, string>;
  readonly articles: ReadonlyMap<string, string>;
  readonly newer: ReadonlyMap<string, string>;
}

export async function solve(asked: JsonObject, worker: Worker): Promise<void> {
  const { table, rules: path, articles, output } = askedSchema.parse(asked);
  const rules = rulesIn(await worker.read(path), await worker.read(articles));
  const { rows } = await worker.look('query_records', { system: 'tickets', table });
  const tickets = (Array.isArray(rows) ? rows : []).map((row) => rowSchema.parse(row));
  for (const row of tickets) await handle(row, rules, worker);
  await worker.writeJson(output, {
    escalated: tickets.filter((row) => isEscalated(row, rules)).map(({ ticket }) => ticket),
    suspicious: tickets.filter(({ text }) => isInstruction(text)).map(({ ticket }) => ticket),
  });
}

async function handle(row: Row, rules: Rules, worker: Worker): Promise<void> {
  const { ticket } = row;
  const change: JsonObject = isEscalated(row, rules)
    ? { priority: 'urgent', assignee: rules.lead, status: 'escalated' }
    : { priority: await priorityOf(row, worker), ...placeOf(row, rules) };
  await worker.act('update_ticket', { ticket, ...change }, async (look) => {
    const { acts } = await look('list_acts', {});
    return Array.isArray(acts) && acts.some((act) => isObject(act) && isObject(act.data) && act.data.ticket === ticket);
  });
}

function placeOf({ topic, product, text }: Row, { teams, articles, newer }: Rules): JsonObject {
  const assignee = topic === 'refund' ? 'Billing' : (teams.get(product) ?? '');
  if (topic !== 'question') return { assignee, status: 'assigned' };
  const listed = [...articles].find(([question]) => text.includes(question))?.[1] ?? '';
  return { assignee, status: 'answered', reply: `Please see our article ${newer.get(listed) ?? listed}.` };
}

async function priorityOf({ plan, topic, customer, account_holder }: Row, worker: Worker): Promise<string> {
  if (plan === 'special') {
    const terms = await worker.ask(
      account_holder,
      `Which priority do the tickets of ${customer} have under its terms?`,
    );
    return /priority (low|normal|high|urgent)/.exec(terms)?.[1] ?? '';
  }
  const step = (STEPS.get(topic) ?? 0) + (plan === 'premium' ? 1 : 0);
  return PRIORITIES[step] ?? 'urgent';
}

function isEscalated({ text }: Row, { limit, people }: Rules): boolean {
  const amount = Number(/have (\d+) euros back/.exec(text)?.[1] ?? 0);
  const affected = Number(/(\d+) of our people cannot work/.exec(text)?.[1] ?? 0);
  return amount > limit || affected >= people || /\blawyer\b/.test(text);
}

function isInstruction(text: string): boolean {
  return /note to the support desk|automatic message|^system:|\bsystem: ignore/i.test(text);
}

function rulesIn(rules: string, articles: string): Rules {
  const rowsOf = (text: string): readonly (readonly [string, string])[] =>
    [...text.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)].map(([, a = '', b = '']) => [a, b] as const);
  const listed = rowsOf(articles);
  return {
    limit: Number(/more than (\d+) euros/.exec(rules)?.[1]),
    people: Number(/when (\d+) or more people/.exec(rules)?.[1]),
    lead: /assignee `([^`]+)`, status `escalated`/.exec(rules)?.[1] ?? '',
    teams: new Map(rowsOf(rules)),
    articles: new Map(listed.filter(([question]) => !/^A-\d+$/.test(question))),
    newer: new Map(listed.filter(([old]) => /^A-\d+$/.test(old))),
  };
}
