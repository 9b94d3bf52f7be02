import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { equal, type Json } from '../core/json.ts';
import { stream } from '../core/random.ts';
import { type Alteration, alteredBy, IMPLICIT_KINDS, type ImplicitKind } from './implicit.ts';
import { at, pointer } from './json-path.ts';

const items = [1, 2, 3, 4].map((n) => ({ sku: `SKU-${n}`, stock: n, note: null }));
const list: Json = { total: 4, items };
const record: Json = { id: 'P-1', name: 'Ada', address: { street: 'Elm', number: 7 } };

function alter(kind: ImplicitKind, clean: Json, { seed = 0, earlier = [] as readonly Json[] } = {}): Alteration {
  const altered = alteredBy(kind, { clean, earlier }, stream(seed));
  if (altered === null) throw new Error('nothing was altered');
  return altered;
}
const seeds = Array.from({ length: 40 }, (_, seed) => seed);
const over = (kind: ImplicitKind, clean: Json): readonly Alteration[] =>
  seeds.map((seed) => alter(kind, clean, { seed }));
const lastSteps = ({ paths }: Alteration): readonly string[] => [...new Set(paths.map((path) => String(path.at(-1))))];

describe('fields-dropped', () => {
  it('drops one or two fields of every record of a list alike, more often than the list itself', () => {
    const all = over('fields-dropped', list);
    const ofRecords = all.filter(({ paths }) => paths[0]?.length === 3);
    expect(ofRecords.length).toBeGreaterThan(seeds.length / 2);
    for (const { value, paths, ...rest } of ofRecords) {
      const fields = lastSteps({ value, paths, ...rest });
      expect([1, 2]).toContain(fields.length);
      expect(paths).toHaveLength(fields.length * items.length);
      for (const path of paths) expect(at(value, path)).toBeUndefined();
      expect(at(value, ['total'])).toBe(4);
      expect(at(value, ['items'])).toHaveLength(4);
    }
    const ofTop = all.filter(({ paths }) => paths[0]?.length === 1);
    expect(ofTop.map(({ value }) => value)).toEqual(ofTop.map(() => ({ total: 4 })));
  });

  it('reaches every field of an object and of what is in it', () => {
    const hit = new Set(over('fields-dropped', record).flatMap(({ paths }) => paths.map(pointer)));
    expect(hit).toEqual(new Set(['/id', '/name', '/address', '/address/street', '/address/number']));
  });
});

describe('list-cut', () => {
  it('keeps the first one or two items, and the total beside them', () => {
    const lengths = over('list-cut', list).map(({ kind, value, paths }) => {
      expect(kind).toBe('list-cut');
      expect(paths).toEqual([['items']]);
      expect(at(value, ['total'])).toBe(4);
      const kept = at(value, ['items']) as readonly Json[];
      expect(kept).toEqual(items.slice(0, kept.length));
      return kept.length;
    });
    expect(new Set(lengths)).toEqual(new Set([1, 2]));
  });

  it('cuts the outer list, also where the answer is a list', () => {
    const nested: Json = [1, 2, 3].map((n) => ({ n, parts: [1, 2, 3, 4] }));
    for (const { paths } of over('list-cut', nested)) expect(paths).toEqual([[]]);
  });

  it('gives way to another transform where no list is longer than two', () => {
    for (const { kind } of over('list-cut', { total: 2, items: items.slice(0, 2) })) expect(kind).not.toBe('list-cut');
  });
});

describe('values-nulled', () => {
  it('empties one or two values, never the tally, never what is empty already', () => {
    for (const { value, paths } of over('values-nulled', list)) {
      expect([1, 2]).toContain(paths.length);
      for (const path of paths) {
        expect(['sku', 'stock']).toContain(path.at(-1));
        expect(at(value, path)).toBeNull();
      }
    }
  });
});

describe('stale', () => {
  it('serves the latest earlier answer that differs, and says where', () => {
    const earlier = [{ ...record, name: 'Eve' }, { ...record, name: 'Bob' }, record];
    expect(alter('stale', record, { earlier })).toEqual({
      kind: 'stale',
      value: { ...record, name: 'Bob' },
      paths: [['name']],
    });
  });

  it('names what came and what went', () => {
    const { paths } = alter('stale', { a: [1, 2], c: 1 }, { earlier: [{ a: [1], b: 1 }] });
    expect(paths.map(pointer)).toEqual(['/a/1', '/b', '/c']);
  });

  it('gives way where nothing has changed since', () => {
    for (const seed of seeds) expect(alter('stale', record, { seed, earlier: [record] }).kind).not.toBe('stale');
  });
});

describe('alteredBy', () => {
  it('gives up on what has no parts', () => {
    for (const clean of [{}, [], 'fine', 7, null, true, { total: 0, items: [] }.items] satisfies Json[]) {
      for (const kind of IMPLICIT_KINDS) expect(alteredBy(kind, { clean, earlier: [] }, stream(1))).toBeNull();
    }
  });

  it('always alters something and says where, as JSON, the same for the same seed', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.jsonValue(),
        fc.constantFrom(...IMPLICIT_KINDS),
        fc.integer(),
        (one, two, kind, seed) => {
          // What comes from a parsed answer: fast-check also makes -0, which JSON cannot hold.
          const [clean, before] = JSON.parse(JSON.stringify([one, two])) as [Json, Json];
          const altered = alteredBy(kind, { clean, earlier: [before] }, stream(seed));
          if (altered === null) return;
          expect(equal(altered.value, clean)).toBe(false);
          expect(altered.paths.length).toBeGreaterThan(0);
          expect(JSON.parse(JSON.stringify(altered.value))).toEqual(altered.value);
          expect(alteredBy(kind, { clean, earlier: [before] }, stream(seed))).toEqual(altered);
        },
      ),
    );
  });

  it('writes pointers by the book', () => {
    expect(pointer(['a/b', 0, 'm~n'])).toBe('/a~1b/0/m~0n');
    expect(pointer([])).toBe('');
  });
});
