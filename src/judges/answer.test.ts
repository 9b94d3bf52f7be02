import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../core/json.ts';
import { answerObject } from './answer.ts';

describe('answerObject', () => {
  it.each<[string, string, JsonObject | null]>([
    ['alone', '{"a":1}', { a: 1 }],
    ['behind prose', 'Done. I ordered 18.\n\n{"a": 1}', { a: 1 }],
    ['before prose', '{"a":1}\n\nLet me know.', { a: 1 }],
    ['in a fence', 'Here:\n```json\n{\n  "a": 1\n}\n```\nThat is all.', { a: 1 }],
    ['the last of several', '{"a":1} or rather {"a":2}', { a: 2 }],
    ['the whole, not what is nested', '{"a":{"b":{"c":1}},"d":{}}', { a: { b: { c: 1 } }, d: {} }],
    ['in a list, the last', '[{"a":1},{"a":2}]', { a: 2 }],
    ['with braces in strings', 'x {"a":"}{","b":"\\"}"} y', { a: '}{', b: '"}' }],
    ['before a stray brace', '{"a":1} :-}', { a: 1 }],
    ['behind a stray brace', '{ :-{ {"a":1}', { a: 1 }],
    ['behind a brace with a stray quote', '{it\'s "odd} {"a":1}', { a: 1 }],
    ['inside a broken one', '{"whole": {"a":1}', { a: 1 }],
    ['inside braces that are no JSON', '{{"a":1}}', { a: 1 }],
    ['among code', 'function f() { return {}; }\n{"a":1}\nif (x) { y(); }', { a: 1 }],
    ['empty', 'nothing: {}', {}],
    ['with white space', '{ \n }', {}],
    ['with escapes', '{"a":"\\u00fc\\\\"}', { a: 'ü\\' }],
    ['with emoji around it', '👩‍🚀{"a":"👩‍🚀"}👩‍🚀', { a: '👩‍🚀' }],
    ['nowhere', 'I could not finish.', null],
    ['nowhere in nothing', '', null],
    ['not a list', '[1, 2]', null],
    ['not with single quotes', "{'a': 1}", null],
    ['not cut off', 'Done. {"a": 1, "b": "SK', null],
  ])('finds it %s', (_where, answer, found) => {
    expect(answerObject(answer)).toEqual(found);
  });

  it('finds every object behind any prose', () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<JsonObject>;
    fc.assert(
      fc.property(fc.string(), object, fc.string(), (before, value, after) => {
        // Prose that itself closes an object around it, or brings one, would be another answer.
        fc.pre(!/[{}"\\]/.test(before + after));
        expect(answerObject(`${before}${JSON.stringify(value, null, 1)}${after}`)).toEqual(
          JSON.parse(JSON.stringify(value)),
        );
      }),
    );
  });

  it.each([
    ['braces', '{'.repeat(20_000) + '}'.repeat(20_000)],
    ['open objects', '{"a":'.repeat(5000)],
    ['open objects that are closed', `${'{"a":'.repeat(3000)}x${'}'.repeat(3000)}`],
    ['quotes', '{"'.repeat(20_000)],
    ['open strings', '{"a":"'.repeat(10_000)],
    ['objects that are almost right', `${'{"a":'.repeat(3000)}1]${'}'.repeat(3000)}`],
    ['one long string', `{"a":"${'x'.repeat(2_000_000)}`],
    ['closing braces', '}'.repeat(50_000)],
  ])('is not kept busy by an answer full of %s', (_what, answer) => {
    const start = performance.now();
    answerObject(answer);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
