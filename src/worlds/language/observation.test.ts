import { describe, expect, it } from 'vitest';
import type { Json } from '../../core/json.ts';
import { isErrorAnswer, readObservation } from './observation.ts';

const tags = (inside: string): string => `<predicted_observation>\n${inside}\n</predicted_observation>`;

describe('reading an observation', () => {
  it.each<[string, string, Json]>([
    ['tags', tags('{"a": 1}'), { a: 1 }],
    ['the first of two pairs', `${tags('{"a": 1}')} ${tags('{"a": 2}')}`, { a: 1 }],
    ['an unclosed tag', '<predicted_observation>{"a": 1}', { a: 1 }],
    ['no tags', ' {"a": 1}\n', { a: 1 }],
    ['words around tags', `Sure: ${tags('{"a": 1}')} Done.`, { a: 1 }],
    ['a fence in tags', tags('```json\n{"a": 1}\n```'), { a: 1 }],
    ['a fence without tags', 'Here:\n```\n[1]\n```\nDone.', [1]],
    ['a fence around tags', `\`\`\`json\n${tags('{"a": 1}')}\n\`\`\``, { a: 1 }],
    ['an object within words', 'The [system] says {"a": "}\\" ]"} now.', { a: '}" ]' }],
    ['a list', tags('[{"a": 1}]'), [{ a: 1 }]],
    ['an empty object', tags('{}'), {}],
    ['null', tags('null'), null],
    ['a number', tags('0'), 0],
    ['false', 'false', false],
    ['a text', tags('"done"'), 'done'],
    [
      'a closing tag inside the value',
      tags('{"a": "x </predicted_observation> y"}'),
      { a: 'x </predicted_observation> y' },
    ],
    ['thought aloud', `<think>${tags('{"a": 0}')}</think>${tags('{"a": 1}')}`, { a: 1 }],
    ['a mark of byte order in a string', tags('{"a": "\ufeffkey"}'), { a: '\ufeffkey' }],
  ])('takes %s', (_what, said, value) => {
    expect(readObservation(said)).toEqual({ ok: true, value });
  });

  it.each<[string, string, RegExp]>([
    ['nothing', '', /empty/],
    ['empty tags', tags(' '), /empty/],
    ['words', 'I cannot do that.', /no JSON value/],
    ['words in tags', tags('the door opens'), /no JSON value/],
    ['an unfinished object, not a part of it', '<predicted_observation>{"a": {"b": 1}', /no JSON value/],
    ['a broken object, not a part of it', tags('{"a": {"b": 1},}'), /no JSON value/],
    ['two values', 'Either {"a": 1} or {"a": 2}', /more than one/],
  ])('does not guess from %s', (_what, said, problem) => {
    expect(readObservation(said)).toEqual({ ok: false, problem: expect.stringMatching(problem) });
  });

  it('does not take a number that was cut off for the whole', () => {
    expect(readObservation('<predicted_observation>\n12', true)).toMatchObject({ ok: false });
    expect(readObservation(`${tags('1234')} and fur`, true)).toEqual({ ok: true, value: 1234 });
  });
});

it.each<[Json, boolean]>([
  [{ error: 'not_found' }, true],
  [{ error: { code: 4 } }, true],
  [{ error: true, x: 1 }, true],
  [{ error: null }, false],
  [{ error: '' }, false],
  [{ error: false }, false],
  [{ errors: [] }, false],
  [[{ error: 'x' }], false],
  [null, false],
  ['error', false],
])('says of %j whether the system gave an error: %s', (answer, isError) => {
  expect(isErrorAnswer(answer)).toBe(isError);
});
