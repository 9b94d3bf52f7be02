/** What is said in the meeting and in the rules, in words, and how it is read again. */
import type { Kind } from './params.ts';
import { LIMITS, type Wish } from './wishes.ts';

export const RULES = `# Procurement rules

Each purchase wish is looked at by itself. A wish is in order only if all of this holds:

1. It is for at most ${LIMITS.pieces} pieces.
2. One piece costs at most ${LIMITS.unit}.
3. The whole wish (pieces times price of one piece) comes to at most ${LIMITS.total}.

Exactly ${LIMITS.pieces} pieces, exactly ${LIMITS.unit} and exactly ${LIMITS.total} are still in order. A wish that breaks a rule is left out as a whole; it is not made smaller.
`;

export interface Talk {
  readonly title: string;
  readonly kind: Kind;
  readonly wishes: readonly Wish[];
  /** In the workspace. */
  readonly output: string;
  readonly rules: string;
}

export function minutesOf({ title, kind, wishes, output, rules }: Talk): string {
  if (kind === 'none') return `${title}: news of the departments, no decisions. Nothing is left to do for you.`;
  const said = wishes.map(({ name, item, quantity, price, before }, i) =>
    i % 2 === 0
      ? `- ${name} would like ${pieces(before ?? quantity)} of ${item} at ${price} each.`
      : `- ${name} needs ${item}: ${pieces(before ?? quantity)} at ${price} each.`,
  );
  const later = wishes.flatMap(({ name, item, quantity, before, isWithdrawn }) => [
    ...(before === null ? [] : [`- ${name} corrects the wish for ${item}: it is to be ${pieces(quantity)}.`]),
    ...(isWithdrawn ? [`- ${name} withdraws the wish for ${item}.`] : []),
  ]);
  return [
    `${title}: purchase wishes of the team`,
    ...said,
    ...(later.length === 0 ? [] : ['Before the end of the meeting:', ...later]),
    '',
    ...task({ kind, output, rules }),
  ].join('\n');
}

function pieces(quantity: number): string {
  return quantity === 1 ? '1 piece' : `${quantity} pieces`;
}

function task({ kind, output, rules }: Pick<Talk, 'kind' | 'output' | 'rules'>): readonly string[] {
  const isChecked = kind === 'check' || kind === 'check_sum';
  const isSummed = kind === 'sum' || kind === 'check_sum';
  const row = { name: 'Ann Example', item: 'stapler', quantity: 2, unit_price: 15, ...(isSummed ? { total: 30 } : {}) };
  const example = {
    requirement: [row],
    ...(isSummed ? { statistics: { requests: 1, amount: 30 } } : {}),
  };
  return [
    `Task for the trainee: write the wishes as they stand at the end of the meeting to workspace/${output}, one entry per wish, in any order. A wish that was withdrawn is left out.`,
    ...(isChecked ? [`Only wishes that are in order by ${rules} are listed.`] : []),
    ...(isSummed
      ? [
          '"total" is pieces times price of one piece; "statistics" holds how many entries are listed and what their totals add up to.',
        ]
      : []),
    `The format is JSON, with names and items as spelled above and whole numbers: ${JSON.stringify(example)}`,
  ];
}

export interface Heard {
  readonly wishes: readonly Wish[];
  readonly output: string;
  readonly isSummed: boolean;
  /** Where the rules stand, when they are to be kept. */
  readonly rules: string;
}

const FIRST = /^- (.+?) would like (\d+) pieces? of (.+?) at (\d+) each\.$/gm;
const SECOND = /^- (.+?) needs (.+?): (\d+) pieces? at (\d+) each\.$/gm;
const CORRECTED = /^- (.+?) corrects the wish for (.+?): it is to be (\d+) pieces?\.$/gm;
const WITHDRAWN = /^- (.+?) withdraws the wish for (.+?)\.$/gm;

export function heardIn(minutes: string): Heard {
  const keyOf = (name: string | undefined, item: string | undefined): string => `${name}\n${item}`;
  const changes = new Map([...minutes.matchAll(CORRECTED)].map(([, name, item, n]) => [keyOf(name, item), Number(n)]));
  const gone = new Set([...minutes.matchAll(WITHDRAWN)].map(([, name, item]) => keyOf(name, item)));
  const said = [
    ...[...minutes.matchAll(FIRST)].map(([, name = '', n, item = '', price]) => ({ name, item, n, price })),
    ...[...minutes.matchAll(SECOND)].map(([, name = '', item = '', n, price]) => ({ name, item, n, price })),
  ];
  return {
    wishes: said.map(({ name, item, n, price }) => ({
      name,
      item,
      quantity: changes.get(keyOf(name, item)) ?? Number(n),
      price: Number(price),
      before: null,
      isWithdrawn: gone.has(keyOf(name, item)),
    })),
    output: /to workspace\/(\S+?),/.exec(minutes)?.[1] ?? '',
    isSummed: minutes.includes('"statistics" holds'),
    rules: /in order by (\S+) are listed/.exec(minutes)?.[1] ?? '',
  };
}

export interface Limits {
  readonly pieces: number;
  readonly unit: number;
  readonly total: number;
}

export function limitsIn(rules: string): Limits {
  const figure = (pattern: RegExp): number => Number(pattern.exec(rules)?.[1] ?? 0);
  return {
    pieces: figure(/at most (\d+) pieces/),
    unit: figure(/One piece costs at most (\d+)/),
    total: figure(/comes to at most (\d+)/),
  };
}
