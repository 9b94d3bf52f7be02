import { describe, expect, it } from 'vitest';
import { text } from '../core/block.ts';
import type { Event, FaultInjected, ToolCalled } from '../core/event.ts';
import type { Json } from '../core/json.ts';
import { metFaults } from './noticed.ts';

const called = (name: string, input: Json, remark?: string): ToolCalled => ({
  type: 'tool-called',
  id: '1',
  name,
  effect: 'unknown',
  input,
  ...(remark === undefined ? {} : { remark }),
});
const spoke = (words: string): Event => ({ type: 'agent-spoke', text: words });
const fault = (changes: Partial<FaultInjected> = {}): Event => ({
  type: 'fault-injected',
  fault: 'test',
  kind: 'list-cut',
  manner: 'implicit',
  spell: 0,
  call: 1,
  tool: 'list_units',
  applied: 'yes',
  paths: ['/units'],
  clean: [text('{}')],
  ...changes,
});
const error = fault({ kind: 'timeout', manner: 'explicit', applied: 'never', clean: null });
const notice = (...events: Event[]): string | undefined => metFaults(events)[0]?.notice;

describe('metFaults', () => {
  const hit = called('list_units', { property: 'P1' });

  it('sees a retry, also where the input came as text', () => {
    expect(notice(hit, error, called('list_units', '{ "property": "P1" }'))).toBe('retried');
    expect(notice(hit, error, called('list_units', { property: 'P2' }))).toBe('unnoticed');
    const others = Array.from({ length: 6 }, () => called('other', {}));
    expect(notice(hit, error, ...others, hit)).toBe('re-read');
  });

  it('sees a second reading: the same question, or the same put more precisely', () => {
    expect(notice(hit, fault(), hit)).toBe('re-read');
    expect(notice(hit, fault(), called('list_units', { property: 'P1', page: 2 }))).toBe('re-read');
    expect(notice(hit, fault(), called('list_units', { property: 'P2', page: 2 }))).toBe('unnoticed');
    expect(notice(hit, fault(), called('get_unit', { property: 'P1' }))).toBe('unnoticed');
  });

  it('sees a look after a write whose answer was lost', () => {
    const write = called('place_order', { sku: 'A', quantity: 3 });
    const lost = fault({ kind: 'timeout', manner: 'explicit', tool: 'place_order', applied: 'lost' });
    expect(notice(write, lost, called('list_orders', { sku: 'A' }))).toBe('re-read');
    expect(notice(write, lost, called('list_orders', { sku: 'B' }))).toBe('unnoticed');
    expect(notice(write, lost, { ...called('send_mail', { about: 'A' }), effect: 'write' })).toBe('unnoticed');
  });

  it('hears a report in a remark or in the answer, in words that fit the fault', () => {
    expect(notice(hit, fault(), spoke('The list seems incomplete.'))).toBe('reported');
    expect(notice(hit, fault(), called('other', {}, 'Only 2 of 15 units came back.'))).toBe('reported');
    expect(notice(hit, error, spoke('The register timed out.'))).toBe('reported');
    expect(notice(hit, fault(), spoke('The inspection failed.'))).toBe('unnoticed');
    expect(notice(hit, fault(), spoke('Done. {"total": 2}'))).toBe('unnoticed');
  });

  it('judges each fault by what came after it', () => {
    const met = metFaults([hit, error, hit, error, hit, fault()]);
    expect(met.map((one) => one.notice)).toEqual(['retried', 'retried', 'unnoticed']);
  });
});
