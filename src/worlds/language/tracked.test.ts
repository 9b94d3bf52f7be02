import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Event } from '../../core/event.ts';
import { DEFAULT_STYLES, type Means, NO_MEANS } from '../../core/means.ts';
import type { ModelRequest } from '../../core/model.ts';
import { type Script, scripted } from '../../testing.ts';
import { openLanguageSession } from './session.ts';
import { setupFrom } from './setup.ts';

const file = (name: string): string => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8');
const setup = setupFrom(JSON.parse(file('bakery.json')));
const never = new AbortController().signal;
const reply = (observation: string, patch: string): string =>
  `<predicted_observation>${observation}</predicted_observation>\n<state_patch>${patch}</state_patch>`;
const replace = (path: string, value: unknown): string => JSON.stringify([{ op: 'replace', path, value }]);

function opened(script: Script, state: 'free' | 'tracked' = 'tracked') {
  const requests: ModelRequest[] = [];
  const events: Event[] = [];
  const model = scripted((request, turn) => {
    requests.push(request);
    return typeof script === 'function' ? script(request, turn) : (script[turn] ?? new Error('no more'));
  });
  const means: Means = { ...NO_MEANS, model: () => model, prompt: file, styles: { ...DEFAULT_STYLES, state } };
  const emit = (event: Event): void => void events.push(event);
  const { session } = openLanguageSession({ setup, clock: '2024-03-04', brief: 'Send B-1.', means, emit });
  return { session, requests, events, ring: () => session.call({ id: 'a', name: 'ring_bell', input: {} }, never) };
}
const last = (request: ModelRequest | undefined): string => JSON.stringify(request?.messages.at(-1));

describe('a tracked state', () => {
  it('is changed by the patch, noted, shown with the next call and told in the snapshot', async () => {
    const patch =
      '[{"op": "replace", "path": "/orders/0/status", "value": "sent"}, {"op": "add", "path": "/notes/-", "value": "B-1 left"}]';
    const { session, requests, events, ring } = opened([reply('1', patch), reply('2', '[]')]);
    await ring();
    await ring();
    expect(events).toEqual([{ type: 'world-noted', kind: 'state-patched', data: { operations: JSON.parse(patch) } }]);
    expect(last(requests[0])).toMatch(/The state as it is now.*\\"status\\": \\"open\\".*first bake/);
    expect(last(requests[1])).toMatch(/\\"status\\": \\"sent\\".*B-1 left/);
    expect(JSON.stringify(requests[1]?.messages.slice(0, -1))).not.toContain('The state as it is now');
    expect(JSON.stringify(requests[1]?.messages[1])).toContain('<state_patch>');
    const { changes } = await session.snapshot();
    expect(changes).toEqual([
      {
        table: 'orders',
        key: 'B-1',
        before: expect.objectContaining({ status: 'open' }),
        after: expect.objectContaining({ status: 'sent' }),
      },
      { table: 'notes', key: '2', before: null, after: { '#': 2, value: 'B-1 left' } },
    ]);
  });

  it('keeps out a patch that breaks a rule: it is explained, and a good one taken', async () => {
    const { session, requests, events, ring } = opened([
      reply('1', replace('/orders/0/order_id', 'B-9')),
      '<predicted_observation>1</predicted_observation>',
      reply('1', replace('/orders/0/driver_id', 'D-1')),
    ]);
    await ring();
    expect(last(requests[1])).toContain('Operation 1 (replace /orders/0/order_id)');
    expect(last(requests[2])).toContain('There is no <state_patch>');
    expect(events).toHaveLength(1);
    expect((await session.snapshot()).changes).toHaveLength(1);
  });

  it('voids the episode when the rule is broken three times, and stays as it was', async () => {
    const { session, events, ring } = opened(() => reply('1', replace('/current_time', '2024-03-03T06:00:00Z')));
    await expect(ring()).rejects.toMatchObject({
      party: 'world',
      reason: 'state-violation',
      message: expect.stringContaining('cannot go back'),
    });
    expect(events).toEqual([]);
    expect((await session.snapshot()).changes).toEqual([]);
  });
});

describe('hidden keys', () => {
  it('are kept from the agent: a leak is explained and asked for again', async () => {
    const leak = '<predicted_observation>{"display": "Cracked thermocouple"}</predicted_observation>';
    const { requests, ring } = opened(
      [leak, '<predicted_observation>{"display": 181}</predicted_observation>'],
      'free',
    );
    expect(await ring()).toMatchObject({ blocks: [{ text: '{"display":181}' }] });
    expect(last(requests[1])).toContain('value of a hidden key');
  });

  it('are no secret any more once the agent has named them itself', async () => {
    const echo = '<predicted_observation>{"noted": "cracked thermocouple"}</predicted_observation>';
    const { session, ring } = opened([echo, echo], 'free');
    const input = { order_id: 'B-1', status: 'open', note: 'A cracked thermocouple?' };
    expect(await session.call({ id: 'a', name: 'set_order_status', input }, never)).toMatchObject({ isError: false });
    expect(await ring()).toMatchObject({ isError: false });
  });

  it('void the episode when they are shown three times', async () => {
    const { ring } = opened(() => '{"oven": {"hidden_fault": null}}', 'free');
    await expect(ring()).rejects.toMatchObject({ party: 'world', reason: 'leaked' });
  });

  it('change nothing in the state when the answer beside the patch leaks', async () => {
    const { session, ring } = opened(() => reply('{"offset": 37.25}', replace('/orders/0/status', 'sent')));
    await expect(ring()).rejects.toMatchObject({ reason: 'leaked' });
    expect((await session.snapshot()).changes).toEqual([]);
  });
});
