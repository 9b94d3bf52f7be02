import { describe, expect, it } from 'vitest';
import { text } from '../core/block.ts';
import type { Event, FaultInjected } from '../core/event.ts';
import type { Json } from '../core/json.ts';
import { metFaults } from './noticed.ts';
import { LONGEST_LINE, type Told, told } from './telling.ts';

const units = Array.from({ length: 15 }, (_, i) => ({ unit: i + 1, rent: 900 + i }));

interface Scene {
  readonly clean: Json;
  readonly seen: Json;
  readonly fault?: Partial<FaultInjected>;
  readonly after?: readonly Event[];
  readonly answer?: string;
  readonly reason?: string;
}

function tell({ clean, seen, fault, after = [], answer = '', reason = 'not met: decision' }: Scene): Told {
  const events: Event[] = [
    { type: 'tool-called', id: '1', name: 'list_units', effect: 'unknown', input: { property: 'P1' } },
    {
      type: 'fault-injected',
      fault: 'test',
      kind: 'list-cut',
      manner: 'implicit',
      spell: 0,
      call: 1,
      tool: 'list_units',
      applied: 'yes',
      paths: ['/units'],
      clean: [text(JSON.stringify(clean))],
      ...fault,
    },
    { type: 'tool-answered', id: '1', name: 'list_units', blocks: [text(JSON.stringify(seen))], isError: false },
    ...after,
    { type: 'agent-spoke', text: answer },
    { type: 'verdict-reached', judge: 'test', verdict: { passed: false, score: 0, reason, checkpoints: [] } },
    { type: 'episode-ended', result: { outcome: 'failed', score: 0, reason } },
  ];
  const story = told(events, metFaults(events));
  if (story === null) throw new Error('there is a story');
  return story;
}

describe('told', () => {
  it('tells a list that was cut, with the numbers of the case', () => {
    const story = tell({
      clean: { total: 15, units },
      seen: { total: 15, units: units.slice(0, 2) },
      after: [
        {
          type: 'tool-called',
          id: '2',
          name: 'record_review',
          effect: 'unknown',
          input: { decision: 'clear', dscr: 1.72 },
        },
      ],
      answer: 'My review is done.\n{"dscr":1.72,"decision":"clear"}',
      reason: 'not met: decision is "breach" (said "clear")',
    });
    expect(story.hidden).toBe('Hidden: list_units answered with 2 of its 15 units (13 left out).');
    expect(story.did).toBe(
      'Did: took them for all, then record_review({"decision":"clear","dscr":1.72}) and answered {"dscr":1.72,"decision":"clear"}.',
    );
    expect(story.shouldHaveSeen).toBe(
      'Should have seen: total said 15; judge: not met: decision is "breach" (said "clear")',
    );
  });

  it('tells dropped, emptied and outdated values', () => {
    const dropped = tell({ clean: { rent: 900, unit: 1 }, seen: { unit: 1 }, fault: { kind: 'fields-dropped' } });
    expect(dropped.hidden).toContain('without rent, which was 900');
    expect(dropped.shouldHaveSeen).toContain('rent was not there');
    expect(dropped.did).toBe('Did: nothing more, and said nothing.');
    const everywhere = tell({
      clean: units,
      seen: units.map(({ unit }) => ({ unit })),
      fault: { kind: 'fields-dropped' },
    });
    expect(everywhere.hidden).toContain('without rent in 15 places');
    const emptied = tell({ clean: { rent: 900 }, seen: { rent: null }, fault: { kind: 'values-nulled' } });
    expect(emptied.hidden).toContain('null for rent, which was 900');
    const stale = tell({ clean: { status: 'closed' }, seen: { status: 'open' }, fault: { kind: 'stale' } });
    expect(stale.hidden).toContain('"open" for status, which was "closed"');
    expect(stale.shouldHaveSeen).toContain('a second list_units gives "closed" for status');
  });

  it('tells an error, and whether it had been done', () => {
    const fault = { kind: 'timeout', manner: 'explicit', applied: 'lost', paths: [] } as const;
    const seen = { error: 'TimeoutError', message: 'no answer' };
    const story = tell({ clean: { ok: true }, seen, fault, answer: 'All is well' });
    expect(story.hidden).toContain('list_units answered TimeoutError; it had been done all the same.');
    expect(story.did).toBe('Did: went on without it and answered All is well.');
  });

  it('keeps to the length, whatever the agent wrote, and survives prose', () => {
    const long = 'word '.repeat(400);
    const call = (i: number): Event => ({
      type: 'tool-called',
      id: String(i),
      name: 'write',
      effect: 'unknown',
      input: { text: long },
    });
    const story = tell({
      clean: { total: 15, units },
      seen: { total: 15, units: [] },
      after: [call(2), call(3)],
      answer: long,
      reason: long,
    });
    for (const line of [story.hidden, story.did, story.shouldHaveSeen]) {
      expect(Array.from(line).length).toBeLessThanOrEqual(LONGEST_LINE);
    }
    expect(story.did).toMatch(/then made 2 more calls, the last write\(.*… and answered word/);
    expect(tell({ clean: 'The whole story.', seen: 'The story.' }).hidden).toContain('list_units answered');
  });
});
