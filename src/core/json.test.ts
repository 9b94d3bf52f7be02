import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical, equal, isObject, type Json } from './json.ts';

const shuffledKeys = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(shuffledKeys);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, part]) => [key, shuffledKeys(part)]),
  );
};
const json = fc.jsonValue() as fc.Arbitrary<Json>;

describe('canonical', () => {
  it('is one text for equal values, however their keys are ordered', () => {
    expect(canonical({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
    fc.assert(
      fc.property(json, (value) => {
        expect(canonical(shuffledKeys(value))).toBe(canonical(value));
        expect(equal(shuffledKeys(value), value)).toBe(true);
      }),
    );
  });

  it('loses nothing: the value can be read back', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonical(JSON.parse(canonical(value)))).toBe(canonical(value));
        expect(JSON.parse(canonical(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('tells apart what differs', () => {
    const values: readonly Json[] = [
      null,
      false,
      0,
      '',
      '0',
      [],
      {},
      [null],
      { a: null },
      { a: [] },
      [[]],
      'null',
      [0],
    ];
    expect(new Set(values.map(canonical)).size).toBe(values.length);
    expect(equal([1, 2], [2, 1])).toBe(false);
    expect(equal({ a: 1 }, { a: 1, b: null })).toBe(false);
  });

  it('keeps keys that objects have by nature', () => {
    const own: Json = JSON.parse('{"__proto__": 1, "constructor": 2, "10": 3, "9": 4}');
    expect(JSON.parse(canonical(own))).toEqual(own);
    expect(canonical(own)).toContain('"__proto__":1');
  });
});
