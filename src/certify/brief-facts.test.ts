import { expect, it } from 'vitest';
import { cornerShop } from '../../test/corner-shop.ts';
import type { JsonObject } from '../core/json.ts';
import type { Task } from '../core/task.ts';
import { untoldFacts } from './brief-facts.ts';

const brief = 'Pay 1,250 to ACME by 2026-03-02: 12.50 for each of 100 at 7%. The limit is 3.75, or -4.';
const untold = (asked: JsonObject): number => untoldFacts({ ...(cornerShop.tasks[0] as Task), brief, asked }).length;

it.each<[JsonObject]>([
  [{ amount: 1250, to: 'ACME', by: '2026-03-02' }],
  [{ each: 12.5, count: [100], rate: { percent: 7 } }],
  [{ limit: 3.75, least: -4, urgent: true, note: null }],
])('finds %j in the brief', (asked) => {
  expect(untold(asked)).toBe(0);
});

it.each<[JsonObject]>([
  [{ a: 250 }],
  [{ a: 10 }],
  [{ a: 3 }],
  [{ a: 12 }],
  [{ a: 75 }],
  [{ a: 'acme' }],
  [{ a: 1251 }],
])('does not find %j in the brief', (asked) => {
  expect(untold(asked)).toBe(1);
});
