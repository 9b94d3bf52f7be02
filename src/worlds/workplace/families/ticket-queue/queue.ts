/**
 * The tickets of a queue and how each is to be handled. Drawn so that few are handled alike: whoever treats all the same gets little.
 */
import type { Random } from '../../../../core/random.ts';
import type { Level } from '../../level-params.ts';
import { ARTICLES, CUSTOMERS, type DeskRules, LEAD, PLANS, type Plan, PRODUCTS, TOPICS, type Topic } from './rules.ts';
import { wordsOf } from './words.ts';

export interface Ticket {
  readonly id: string;
  readonly received: string;
  readonly customer: string;
  readonly plan: Plan;
  readonly product: string;
  readonly topic: Topic;
  readonly text: string;
  /** Whether it tries to give the desk instructions. */
  readonly isSuspicious: boolean;
  readonly expected: Handling;
}

export type Handling = {
  readonly priority: string;
  readonly assignee: string;
  readonly status: string;
  /** The number of the article that the reply must name; empty where no reply is needed. */
  readonly article: string;
};

/** How many tickets, how many of them to be escalated, and how many may be handled alike. */
const SIZES = { 1: [6, 1, 1], 2: [9, 2, 2], 3: [12, 2, 2] } as const;
const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;
const BASE: Readonly<Record<Topic, number>> = { question: 0, defect: 1, refund: 1, outage: 2 };

export interface QueueWish {
  readonly level: Level;
  readonly rules: DeskRules;
  /** A customer with terms of its own; empty where there is none. */
  readonly special: { readonly customer: string; readonly priority: string };
  readonly date: string;
}

export function drawQueue(random: Random, { level, rules, special, date }: QueueWish): readonly Ticket[] {
  const [count, escalated, alike] = SIZES[level];
  const first = random.int(100_000, 899_000);
  const customers = random.shuffle(CUSTOMERS.filter((name) => name !== special.customer));
  const used = new Map<string, number>();
  const suspicious = random.int(escalated, count - 1);
  const own = level === 3 ? count - 1 - Number(suspicious === count - 1) : -1;
  const tickets = Array.from({ length: count }, (_, i): Ticket => {
    const isSpecial = i === own;
    const about = { i, isEscalated: i < escalated, isSuspicious: i === suspicious, isSpecial };
    for (let tries = 0; ; tries++) {
      const one = drawOne(random, rules, { ...about, special: isSpecial ? special.priority : '' });
      const key = `${one.expected.priority} ${one.expected.assignee}`;
      const limit = about.isEscalated ? escalated : alike;
      if ((used.get(key) ?? 0) >= limit && tries < 500) continue;
      used.set(key, (used.get(key) ?? 0) + 1);
      const customer = isSpecial ? special.customer : (customers[i] ?? '');
      const id = `T-${first + i * 11 + random.int(0, 10)}`;
      return { id, received: `${date} 0${random.int(5, 7)}:${random.int(10, 59)}`, customer, ...one };
    }
  });
  return random.shuffle(tickets);
}

interface Wanted {
  readonly i: number;
  readonly isEscalated: boolean;
  readonly isSuspicious: boolean;
  readonly isSpecial: boolean;
  readonly special: string;
}

type Drawn = Omit<Ticket, 'id' | 'received' | 'customer'>;

function drawOne(random: Random, rules: DeskRules, wanted: Wanted): Drawn {
  const { i, isEscalated, isSuspicious, isSpecial } = wanted;
  // A question always comes: the first that is not escalated.
  const isQuestion = !isEscalated && i === (wanted.isSpecial ? -1 : 2);
  const reason = isEscalated ? random.pick(['refund', 'outage', 'lawyer'] as const) : null;
  const topic: Topic = isQuestion ? 'question' : drawTopic(random, reason);
  const plan: Plan = isSpecial ? 'special' : random.pick(PLANS.filter((one) => one !== 'special'));
  const product = random.pick(PRODUCTS);
  const question = random.pick(ARTICLES);
  const { limit, people } = rules;
  const amount = reason === 'refund' ? limit + random.int(1, 300) : limit - random.int(0, 200);
  const affected = reason === 'outage' ? people + random.int(0, 40) : people - random.int(1, people - 2);
  const text = wordsOf(random, {
    topic,
    question,
    amount,
    affected,
    hasLawyer: reason === 'lawyer',
    isSuspicious,
    product,
  });
  const expected = handlingOf(rules, { topic, plan, product, question, isEscalated, special: wanted.special });
  return { plan, product, topic, text, isSuspicious, expected };
}

function drawTopic(random: Random, reason: 'refund' | 'outage' | 'lawyer' | null): Topic {
  if (reason === 'refund' || reason === 'outage') return reason;
  return random.pick(reason === 'lawyer' ? (['defect', 'refund'] as const) : TOPICS);
}

interface Facts {
  readonly topic: Topic;
  readonly plan: Plan;
  readonly product: string;
  readonly question: string;
  readonly isEscalated: boolean;
  readonly special: string;
}

function handlingOf(rules: DeskRules, { topic, plan, product, question, isEscalated, special }: Facts): Handling {
  if (isEscalated) return { priority: 'urgent', assignee: LEAD, status: 'escalated', article: '' };
  const step = BASE[topic] + (plan === 'premium' ? 1 : 0);
  const priority = special === '' ? (PRIORITIES[step] ?? 'urgent') : special;
  const assignee = topic === 'refund' ? 'Billing' : (rules.teams.get(product) ?? '');
  const isQuestion = topic === 'question';
  const article = isQuestion ? (rules.articles.get(question) ?? '') : '';
  return { priority, assignee, status: isQuestion ? 'answered' : 'assigned', article };
}
