import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { type Operation, patched, readPatch, splitPatch } from './state-patch.ts';
import { stateRules } from './state-rules.ts';

const state: JsonObject = {
  current_time: '2024-03-04T06:00:00Z',
  ticks: 10,
  site_id: 'S-1',
  active_order_id: 'B-1',
  orders: [
    { order_id: 'B-1', driver_id: null, status: 'open', quantity: 40, due_date: '2024-03-09' },
    { order_id: 'B-2', driver_id: 'D-7', status: 'baked', quantity: 120, due_date: '2024-03-08' },
  ],
  stock: { flour: { kilos: 85.5, last_counted: '2024-03-03' }, 'a/b~c': { kilos: 1, last_counted: '2024-03-03' } },
  oven: { door: 'shut', alarm: null },
  tags: ['new', 'hot'],
};
const rules = stateRules(state);
const frozen = JSON.stringify(state);
const outcome = (...operations: Operation[]) => {
  const next = patched(state, operations, rules);
  expect(JSON.stringify(state)).toBe(frozen);
  return next;
};
const replace = (path: string, value: JsonObject[string]): Operation => ({ op: 'replace', path, value });
const add = (path: string, value: JsonObject[string]): Operation => ({ op: 'add', path, value });
const remove = (path: string): Operation => ({ op: 'remove', path });

describe('a patch that fits', () => {
  it.each<[string, Operation[], (next: JsonObject) => unknown, unknown]>([
    [
      'replaces a field',
      [replace('/orders/0/status', 'sent')],
      (s) => s.orders,
      [{ ...(state.orders as JsonObject[])[0], status: 'sent' }, (state.orders as JsonObject[])[1]],
    ],
    ['adds at the end of a list', [add('/tags/-', 'x')], (s) => s.tags, ['new', 'hot', 'x']],
    ['adds within a list', [add('/tags/1', 'x')], (s) => s.tags, ['new', 'x', 'hot']],
    ['removes from a list', [remove('/tags/0')], (s) => s.tags, ['hot']],
    [
      'adds and removes keys',
      [add('/oven/lamp', 'on'), remove('/oven/door')],
      (s) => s.oven,
      { alarm: null, lamp: 'on' },
    ],
    [
      'reads escaped pointers',
      [replace('/stock/a~1b~0c/kilos', 2)],
      (s) => s.stock,
      { flour: { kilos: 85.5, last_counted: '2024-03-03' }, 'a/b~c': { kilos: 2, last_counted: '2024-03-03' } },
    ],
    ['fills what was null', [replace('/oven/alarm', 'hot')], (s) => s.oven, { door: 'shut', alarm: 'hot' }],
    [
      'empties what may be empty',
      [replace('/orders/1/driver_id', null)],
      (s) => (s.orders as JsonObject[])[1]?.driver_id,
      null,
    ],
    [
      'moves a clock on',
      [replace('/current_time', '2024-03-04T07:30:00+01:00'), replace('/ticks', 11)],
      (s) => s.ticks,
      11,
    ],
    [
      'moves a due date either way',
      [replace('/orders/0/due_date', '2024-03-01')],
      (s) => (s.orders as JsonObject[])[0]?.due_date,
      '2024-03-01',
    ],
    [
      'points a reference elsewhere',
      [replace('/active_order_id', 'B-2'), replace('/orders/1/driver_id', 'D-8')],
      (s) => s.active_order_id,
      'B-2',
    ],
    [
      'replaces an object with the same parts',
      [replace('/oven', { alarm: 'hot', door: 'open' })],
      (s) => s.oven,
      { door: 'open', alarm: 'hot' },
    ],
    [
      'keeps a key named like a prototype an ordinary key',
      [add('/oven/__proto__', { x: 1 })],
      (s) => Object.keys(s.oven as JsonObject),
      ['door', 'alarm', '__proto__'],
    ],
  ])('%s', (_what, operations, part, expected) => {
    const next = outcome(...operations);
    if (!next.ok) throw new Error(next.problem);
    expect(part(next.value)).toEqual(expected);
  });
});

describe('a patch that breaks a rule', () => {
  it.each<[string, Operation, RegExp]>([
    ['an unknown top-level key', add('/cash', 1), /top-level keys/],
    ['a top-level key that goes', remove('/oven'), /top-level keys/],
    ['an unknown key replaced', replace('/cash', 1), /nothing at \/cash/],
    ['a number that becomes a text', replace('/orders/0/quantity', '40'), /is a number and cannot become a string/],
    ['a text that becomes a number', replace('/oven/door', 0), /is a string/],
    ['a list that becomes an object', replace('/orders', {}), /is a list/],
    ['null where there never was', replace('/oven/door', null), /cannot become null/],
    ['an id', replace('/orders/0/order_id', 'B-9'), /identifies/],
    ['an id at the top', replace('/site_id', 'S-2'), /identifies/],
    ['an id that goes', remove('/orders/0/order_id'), /identifies/],
    [
      'an id inside a replacement',
      replace('/orders/0', { order_id: 'B-9', driver_id: null, status: 'open', quantity: 40, due_date: '2024-03-09' }),
      /identifies/,
    ],
    [
      'an entity that vanishes in a replacement',
      replace('/orders', [(state.orders as JsonObject[])[0] ?? {}]),
      /appear or vanish/,
    ],
    [
      'an entity that appears in a replacement',
      replace('/stock', { ...(state.stock as JsonObject), gold: { kilos: 1 } }),
      /appear or vanish/,
    ],
    ['a second entity of one id', add('/orders/-', { order_id: 'B-2' }), /already holds/],
    ['a key that is there', add('/oven/door', 'open'), /there already/],
    ['a clock that goes back', replace('/current_time', '2024-03-04T06:30:00+01:00'), /cannot go back/],
    ['a counter that goes back', replace('/ticks', 9), /cannot go back/],
    ['a last time that goes back', replace('/stock/flour/last_counted', '2024-03-02'), /cannot go back/],
    ['a place beyond the list', replace('/orders/2/status', 'open'), /no place/],
    ['a place that is no number', remove('/tags/01'), /no place/],
    ['a way through a value', replace('/ticks/x', 1), /neither an object nor a list/],
  ])('is refused: %s', (_what, operation, problem) => {
    expect(outcome(operation)).toEqual({ ok: false, problem: expect.stringMatching(problem) });
  });

  it('takes nothing of a patch of which one part does not fit, and says which', () => {
    expect(outcome(replace('/ticks', 11), replace('/ticks', 9))).toMatchObject({
      ok: false,
      problem: expect.stringContaining('Operation 2 (replace /ticks)'),
    });
  });
});

describe('reading a patch', () => {
  it('parts it from the observation, whatever the observation holds', () => {
    const said = '<predicted_observation>"<state_patch>"</predicted_observation>\n<state_patch>\n[]\n</state_patch>\n';
    expect(splitPatch(said)).toEqual({
      rest: '<predicted_observation>"<state_patch>"</predicted_observation>\n\n',
      patch: '\n[]\n',
    });
    expect(splitPatch('no patch')).toEqual({ rest: 'no patch', patch: null });
  });

  it.each<[string | null, RegExp]>([
    [null, /There is no <state_patch>/],
    ['nothing', /cannot be read/],
    ['{}', /no list of operations/],
    ['[{"op": "move", "path": "/a", "from": "/b"}]', /no list of operations/],
    ['[{"op": "replace", "path": "", "value": {}}]', /whole state cannot be replaced/],
    ['[{"op": "replace", "path": "/a"}]', /no list of operations/],
  ])('refuses %s', (text, problem) => {
    expect(readPatch(text)).toEqual({ ok: false, problem: expect.stringMatching(problem) });
  });

  it('reads one in a fence', () => {
    expect(readPatch('```json\n[{"op": "remove", "path": "/a/0"}]\n```')).toEqual({
      ok: true,
      value: [{ op: 'remove', path: '/a/0' }],
    });
  });
});
