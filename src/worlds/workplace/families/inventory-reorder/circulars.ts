/**
 * Where the rule of a store stands: circulars with a date from which they are in force, for all categories or for one. The newest in
 * force for a category wins. Written as text, read back from the same text.
 */
import type { Random } from '../../../../core/random.ts';
import type { Params } from './params.ts';
import { CATEGORIES, type Category, type Rule } from './stock.ts';

export interface Circular extends Rule {
  readonly number: number;
  readonly from: string;
  /** Null for all. */
  readonly category: Category | null;
}

export interface Rules {
  /** What the manual of years ago says, and some people still do. */
  readonly old: Rule;
  readonly circulars: readonly Circular[];
}

const DAY_MS = 86_400_000;

/** Covers differ by four days at least, so that with any wrong source every order comes out wrong. */
export function drawRules(random: Random, today: string, kind: Params['circulars']): Rules {
  const now = { safety_days: random.int(5, 9), cover_days: random.int(26, 36) };
  const moved = (safety: number, cover: number): Rule => ({
    safety_days: now.safety_days + safety,
    cover_days: now.cover_days + cover,
  });
  const old = moved(-random.int(2, 3), -random.int(8, 11));
  const [early, late] = random.shuffle(CATEGORIES);
  const at = (least: number, most: number): string => shifted(today, random.int(least, most));
  const drafts: Omit<Circular, 'number'>[] = [{ ...now, from: at(-40, -20), category: null }];
  if (kind !== 'one') {
    drafts.push({ ...moved(-1, random.int(4, 6)), from: at(-300, -120), category: null });
    drafts.push({ ...moved(3, random.int(13, 16)), from: at(5, 30), category: null });
  }
  if (kind === 'categories') {
    drafts.push({ ...moved(2, random.int(9, 11)), from: at(-110, -60), category: early ?? null });
    drafts.push({ ...moved(1, random.int(19, 22)), from: at(-15, -2), category: late ?? null });
  }
  const circulars = drafts
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
    .map((draft, i): Circular => ({ ...draft, number: i + 1 }));
  return { old, circulars };
}

function shifted(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The newest that is in force on that day and holds for the category. */
export function inForce(circulars: readonly Circular[], today: string, category: Category): Circular | undefined {
  return circulars
    .filter((one) => one.from <= today && (one.category === null || one.category === category))
    .toSorted((a, b) => (a.from < b.from ? 1 : -1))[0];
}

export function circularText({ number, from, category, safety_days, cover_days }: Circular, store: string): string {
  return `# Circular ${number}: reordering for ${store}

- In force from: ${from}
- Holds for: ${category ?? 'all categories'}
- Safety days: ${safety_days}
- Cover days: ${cover_days}

Earlier figures for the same categories lapse on that day.
`;
}

/** Undefined for what is no circular. */
export function circularIn(text: string): Circular | undefined {
  const read = (pattern: RegExp): string => pattern.exec(text)?.[1] ?? '';
  const from = read(/^- In force from: (\d{4}-\d\d-\d\d)$/m);
  if (from === '') return undefined;
  const category = read(/^- Holds for: (.+)$/m);
  return {
    number: Number(read(/^# Circular (\d+)/)),
    from,
    category: CATEGORIES.find((one) => one === category) ?? null,
    safety_days: Number(read(/^- Safety days: (\d+)$/m)),
    cover_days: Number(read(/^- Cover days: (\d+)$/m)),
  };
}
