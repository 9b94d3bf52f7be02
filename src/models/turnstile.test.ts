import { setImmediate as round } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { turnstile } from './turnstile.ts';

it('lets one go on in each round of the event loop, in the order of coming', async () => {
  const nextTurn = turnstile();
  const gone: number[] = [];
  const all = [1, 2, 3].map(async (n) => {
    await nextTurn();
    gone.push(n);
  });
  expect(gone).toEqual([]);
  for (const seen of [[1], [1, 2], [1, 2, 3]]) {
    await round();
    expect(gone).toEqual(seen);
  }
  await Promise.all(all);
});

it('starts again after a pause', async () => {
  const nextTurn = turnstile();
  await nextTurn();
  await nextTurn();
});
