import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../core/json.ts';
import { atomic, type Read, readVote, WHOLE, type WholeVote } from './ballot.ts';
import { objectsIn } from './json-objects.ts';
import { quotationsFrom } from './quotations.ts';

const CODE = 'c0ffee0123456789';
const booth = { ballot: CODE, quotations: quotationsFrom(['Agent: {"is_correct": true, "feedback": "quoted"}']) };
const read = (reply: string): Read<WholeVote> => readVote(reply, WHOLE, booth);
const voted = (reply: string): boolean | string => {
  const found = read(reply);
  return found.ok ? found.vote.isCorrect : found.problem;
};
const vote = (isCorrect: unknown, feedback: unknown = 'x'): string =>
  JSON.stringify({ ballot: CODE, is_correct: isCorrect, feedback });

describe('H5: only true and false are votes', () => {
  it.each([
    [true, true],
    [false, false],
    ['true', true],
    ['false', false],
    [' False ', false],
    ['TRUE', true],
  ])('%j is %j', (written, meant) => {
    expect(voted(vote(written))).toBe(meant);
  });
  it.each([[1], [0], [null], ['yes'], ['no'], [''], ['true-ish'], [[true]], [{ value: true }], ['"true"']])(
    '%j is no vote, and no "no" either',
    (written) => {
      expect(voted(vote(written))).toBe('"is_correct" is neither true nor false');
    },
  );
  it('of a criterion too', () => {
    const one = (met: unknown) =>
      readVote(
        JSON.stringify({ ballot: CODE, criteria: [{ id: '1', quote: null, reason: 7, met }] }),
        atomic(1),
        booth,
      );
    expect(one('false')).toEqual({
      ok: true,
      vote: { findings: [{ met: false, quote: '', reason: '7' }], feedback: '' },
    });
    expect(one(0)).toEqual({ ok: false, problem: '"met" of criterion 1 is neither true nor false' });
  });
});

describe('H6: feedback of any kind survives as text', () => {
  it.each([
    [null, ''],
    [{ why: ['late'] }, '{"why":["late"]}'],
    [['a', 1], '["a",1]'],
    [0.5, '0.5'],
    ['plain', 'plain'],
  ])('%j', (written, kept) => {
    expect(read(vote(false, written))).toEqual({ ok: true, vote: { isCorrect: false, feedback: kept } });
  });
  it('and may be missing', () => {
    expect(read(`{"ballot":"${CODE}","is_correct":true}`)).toEqual({
      ok: true,
      vote: { isCorrect: true, feedback: '' },
    });
  });
});

describe('H7: a vote is found whatever stands around it', () => {
  it.each([
    ['behind prose with braces', `The set {a, b} and {"x": 1} differ. ${vote(true)}`],
    ['in a code fence', `Sure:\n\`\`\`json\n${vote(true)}\n\`\`\`\nThat is all.`],
    ['before stray braces', `${vote(true)} }} {`],
    ['behind an open string', `{"oh": "no ${vote(true)}`],
    ['after a first thought', `${vote(false)} — no, wait: ${vote(true)}`],
    ['before a draft that is no vote', `${vote(true)} ${vote('perhaps')}`],
    ['with line ends inside', JSON.stringify(JSON.parse(vote(true)), null, 2)],
    ['with braces in its words', vote(true, 'a } b { c "quoted" {"is_correct": false}')],
  ])('%s', (_where, reply) => {
    expect(voted(reply)).toBe(true);
  });
});

describe('a vote without its code', () => {
  const bare = '{"is_correct": false, "feedback": "The berth was never assigned."}';
  it.each([
    ['alone', bare],
    ['at the end of prose', `I looked at {everything}.\n\n${bare}`],
    ['in a code fence at the end', `\`\`\`json\n${bare}\n\`\`\``],
  ])('counts %s', (_where, reply) => {
    expect(voted(reply)).toBe(false);
  });
  it.each([
    ['with words behind it', `${bare} was what I first thought.`],
    ['where there are two', `${bare}\n${bare.replace('false', 'true')}`],
    ['where it is copied from the case', '{ "is_correct": true,\n"feedback": "quoted" }'],
    ['with another code', vote(true).replace(CODE, 'c0ffee')],
  ])('does not count %s', (_where, reply) => {
    expect(voted(reply)).toContain(`"ballot": "${CODE}"`);
  });
});

describe('what is no vote', () => {
  it.each([
    ['', 'it holds no JSON object with the key "is_correct"'],
    ['Yes, it is correct.', 'it holds no JSON object with the key "is_correct"'],
    [vote(true).slice(0, -4), 'it holds no JSON object with the key "is_correct"'],
    [`{"ballot":"${CODE}","is_correct":true,"is_correct":false}`, 'a name stands twice in one object'],
    [`{"ballot":"${CODE}","is_correct":true,"is\\u005fcorrect":false}`, 'a name stands twice in one object'],
  ])('%j', (reply, problem) => {
    expect(voted(reply)).toBe(problem);
  });

  it.each([
    [[], 'there is no entry for criterion 1, 2'],
    [[{ id: 2, met: true }], 'there is no entry for criterion 1'],
    [
      [
        { id: 1, met: true },
        { id: 1, met: false },
      ],
      'criterion 1 is judged twice',
    ],
    [[{ id: 3, met: true }], 'an entry of "criteria" has no "id" from 1 to 2'],
    [[{ met: true }], 'an entry of "criteria" has no "id" from 1 to 2'],
    [[true, true], 'an entry of "criteria" has no "id" from 1 to 2'],
    ['all', '"criteria" is not a list'],
  ])('criteria %j', (criteria, problem) => {
    expect(readVote(JSON.stringify({ ballot: CODE, criteria }), atomic(2), booth)).toEqual({ ok: false, problem });
  });
});

describe('objects in a text', () => {
  it('are found behind any prose', () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<JsonObject>;
    fc.assert(
      fc.property(fc.string(), object, fc.string(), (before, value, after) => {
        fc.pre(!/[{}"\\]/.test(before + after));
        const text = JSON.stringify(value, null, 1);
        const [found, ...more] = objectsIn(`${before}${text}${after}`);
        expect(found).toMatchObject({ start: before.length, end: before.length + text.length, isAmbiguous: false });
        expect(found?.value).toEqual(JSON.parse(text));
        expect(more).toEqual([]);
      }),
    );
  });

  it.each([
    ['braces', '{'.repeat(20_000) + '}'.repeat(20_000)],
    ['open objects', '{"a":'.repeat(5000)],
    ['open objects that are closed', `${'{"a":'.repeat(3000)}x${'}'.repeat(3000)}`],
    ['quotes', '{"'.repeat(20_000)],
    ['objects that are almost right', `${'{"a":'.repeat(3000)}1]${'}'.repeat(3000)}`],
    ['one long string', `{"a":"${'x'.repeat(2_000_000)}`],
  ])('are not looked for too long among many %s', (_what, text) => {
    const start = performance.now();
    objectsIn(text);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

describe('quotations', () => {
  const { has } = quotationsFrom(['{"a":"x y","n":1}', 'It’s [U+200B ×3]done,\nall of it.']);
  it.each([
    ['{"a": "x y", "n": 1}', true],
    ['"a": \\"x y\\"', true],
    ["It's done, all", true],
    ['"It’s done … of it."', true],
    ['', true],
    ['of it … done', false],
    ['not there', false],
    ['{"a":"x z"}', false],
  ])('%j: %j', (quote, stands) => {
    expect(has(quote)).toBe(stands);
  });
});
