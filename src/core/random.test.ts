import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Random, stream } from './random.ts';

const draws = (random: Random, count = 20): readonly number[] => Array.from({ length: count }, () => random.number());

describe('streams', () => {
  it('give the same numbers for the same names, and others for others', () => {
    expect(draws(stream(1, 'faults', 'a'))).toEqual(draws(stream(1, 'faults', 'a')));
    const others = [stream(2, 'faults', 'a'), stream(1, 'faults', 'b'), stream(1, 'fault', 'sa'), stream(1, 'faults')];
    for (const other of others) expect(draws(other)).not.toEqual(draws(stream(1, 'faults', 'a')));
    expect(draws(stream('1', 'x'))).toEqual(draws(stream(1, 'x')));
  });

  it('do not shift each other, however much another one draws', () => {
    const alone = draws(stream(7, 'faults'));
    const [faults, prices] = [stream(7, 'faults'), stream(7, 'prices')];
    const together = Array.from({ length: 20 }, () => {
      prices.shuffle([1, 2, 3]);
      prices.int(0, 9);
      return faults.number();
    });
    expect(together).toEqual(alone);
  });

  it('stay what they are: a recorded run can be played again by a later version', () => {
    const random = stream('0', 'suite', 'task', 'faults');
    expect([random.int(0, 999), random.int(0, 999), random.int(0, 999)]).toMatchInlineSnapshot(`
      [
        68,
        899,
        128,
      ]
    `);
    expect(random.shuffle(['a', 'b', 'c', 'd', 'e']).join('')).toMatchInlineSnapshot(`"abdec"`);
    expect(random.number().toFixed(6)).toMatchInlineSnapshot(`"0.735699"`);
  });

  it('begin evenly, over many near-equal names', () => {
    // Ten bins of 2,000 each: beyond 4.5 standard deviations (√(20000 · 0.1 · 0.9) ≈ 42) something is wrong.
    for (const position of [0, 1, 2]) {
      const bins = Array.from({ length: 10 }, () => 0);
      for (let i = 0; i < 20_000; i++) {
        const bin = Math.floor((draws(stream(0, 'task', i), 3)[position] ?? 0) * 10);
        bins[bin] = (bins[bin] ?? 0) + 1;
      }
      for (const count of bins) expect(Math.abs(count - 2000)).toBeLessThan(190);
    }
  });

  it('draw evenly within one stream', () => {
    const random = stream(3, 'dice');
    const faces = Array.from({ length: 6 }, () => 0);
    for (let i = 0; i < 60_000; i++) {
      const face = random.int(1, 6) - 1;
      faces[face] = (faces[face] ?? 0) + 1;
    }
    for (const count of faces) expect(Math.abs(count - 10_000)).toBeLessThan(420);
    const heads = Array.from({ length: 10_000 }, () => random.chance(0.25)).filter(Boolean).length;
    expect(Math.abs(heads - 2500)).toBeLessThan(200);
    expect([random.chance(0), random.chance(1)]).toEqual([false, true]);
  });
});

describe('what is drawn', () => {
  it('is within its bounds', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: -1000, max: 1000 }), fc.nat(1000), (seed, from, width) => {
        const drawn = stream(seed, 'int').int(from, from + width);
        return Number.isInteger(drawn) && drawn >= from && drawn <= from + width;
      }),
    );
    for (const number of draws(stream(1, 'n'), 1000)) expect(number >= 0 && number < 1).toBe(true);
  });

  it('is, shuffled, the same things in another order', () => {
    fc.assert(
      fc.property(fc.integer(), fc.array(fc.oneof(fc.nat(5), fc.array(fc.nat(2)))), (seed, list) => {
        const before = JSON.stringify(list);
        const shuffled = stream(seed, 'shuffle').shuffle(list);
        expect(shuffled.map((one) => JSON.stringify(one)).sort()).toEqual(
          list.map((one) => JSON.stringify(one)).sort(),
        );
        expect(JSON.stringify(list)).toBe(before);
      }),
    );
    const orders = new Set(Array.from({ length: 200 }, (_, i) => stream(i).shuffle([1, 2, 3]).join('')));
    expect(orders.size).toBe(6);
  });

  it('is, picked, one of the list; an empty list is refused', () => {
    const random = stream(5);
    expect(new Set(Array.from({ length: 100 }, () => random.pick(['a', 'b', 'c'])))).toEqual(new Set(['a', 'b', 'c']));
    expect(() => random.pick([])).toThrow('cannot pick from an empty list');
  });
});
