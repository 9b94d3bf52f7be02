import { describe, expect, it } from 'vitest';
import type { Event } from '../core/event.ts';
import { NO_USAGE, type ReplyPart } from '../core/model.ts';
import { turnsOf } from './episode-turns.ts';

const lines = (events: readonly Event[]) =>
  events.map((event, n) => ({ episode: 'e', attempt: 1, n, at: 1000 + n, event }));
const brief = (text: string): Event => ({ type: 'brief-given', text });
const replied = (...parts: readonly ReplyPart[]): Event => ({
  type: 'model-replied',
  role: 'agent',
  model: 'm',
  ordinal: 0,
  requestHash: '',
  reply: { parts, finish: 'stop', usage: NO_USAGE },
});
const wish = (id: string, input = '{}'): ReplyPart => ({ type: 'tool-call', id, name: 'look', input });
const called = (id: string, remark?: string): Event => ({
  type: 'tool-called',
  id,
  name: 'look',
  effect: 'read',
  input: {},
  ...(remark === undefined ? {} : { remark }),
});
const answered = (id: string, text: string, isError = false): Event => ({
  type: 'tool-answered',
  id,
  name: 'look',
  blocks: [{ type: 'text', text }],
  isError,
});
const spoke = (text: string): Event => ({ type: 'agent-spoke', text });
const notice = (text: string): Event => ({ type: 'notice-given', from: 'Ana', text, at: '2026-03-02T09:00:00Z' });
const told = (text: string) => expect.objectContaining({ kind: 'told', text });
const call = (id: string, answer: string) => expect.objectContaining({ id, answer });

describe('turns', () => {
  it('hold the calls of one reply together, each with its answer, and what was thought', () => {
    const turns = turnsOf(
      lines([
        brief('Go.'),
        replied({ type: 'reasoning', text: 'Hm.' }, { type: 'text', text: 'Both.' }, wish('a'), wish('b')),
        called('a', 'Both.'),
        answered('a', '1'),
        called('b'),
        answered('b', '2', true),
        replied({ type: 'text', text: 'Done.' }),
        spoke('Done.'),
      ]),
    );
    expect(turns).toEqual([
      { kind: 'told', at: 1000, text: 'Go.' },
      {
        kind: 'agent',
        at: 1001,
        text: 'Both.',
        reasoning: 'Hm.',
        model: 'm',
        usage: NO_USAGE,
        calls: [
          { id: 'a', name: 'look', input: {}, answer: '1', isError: false },
          { id: 'b', name: 'look', input: {}, answer: '2', isError: true },
        ],
      },
      { kind: 'agent', at: 1006, text: 'Done.', reasoning: null, model: 'm', usage: NO_USAGE, calls: [] },
    ]);
  });

  it('pair answers with calls whose ids come again, and give each an id of its own', () => {
    const again = [called('x'), answered('x', '1'), called('x'), answered('x', '2'), spoke('.')];
    const [, first, second] = turnsOf(lines([brief('Go.'), ...again]));
    expect(first).toMatchObject({ calls: [call('x', '1')], model: null });
    expect(second).toMatchObject({ calls: [call('x-2', '2')] });
    const both = [replied(wish('y'), wish('y')), called('y'), answered('y', '1'), called('y'), answered('y', '2')];
    expect(turnsOf(lines(both))).toMatchObject([{ calls: [call('y', '1'), call('y-2', '2')] }]);
  });

  it('leave out calls that were never answered, and calls that were never made', () => {
    const turns = turnsOf(
      lines([brief('Go.'), replied(wish('a'), wish('b')), called('a'), answered('a', '1'), called('b')]),
    );
    expect(turns).toMatchObject([{}, { calls: [call('a', '1')] }]);
    expect(turnsOf(lines([brief('Go.'), replied(wish('a'))]))).toHaveLength(1);
  });

  it('tell a new day as a new turn, and news where the agent saw them', () => {
    const turns = turnsOf(
      lines([
        brief('Monday.'),
        called('a'),
        answered('a', '1'),
        notice('Hello.'),
        spoke('Waiting.'),
        notice('Now.'),
        spoke('Still waiting.'),
        spoke('Good night.'),
        brief('Tuesday.'),
        spoke(''),
      ]),
    );
    expect(turns).toEqual([
      told('Monday.'),
      expect.objectContaining({ calls: [call('a', '1\n[2026-03-02T09:00:00Z] Ana: Hello.')] }),
      expect.objectContaining({ kind: 'agent', text: 'Waiting.' }),
      told('[2026-03-02T09:00:00Z] Ana: Now.'),
      expect.objectContaining({ text: 'Still waiting.' }),
      told('(no news)'),
      expect.objectContaining({ text: 'Good night.' }),
      told('Tuesday.'),
    ]);
  });

  it('keep models of other roles, faults and verdicts out', () => {
    const world: Event = { ...(replied({ type: 'text', text: 'I am the till.' }) as object), role: 'world' } as Event;
    const verdict: Event = {
      type: 'verdict-reached',
      judge: 'j',
      verdict: { passed: true, score: 1, reason: 'the truth is 42', checkpoints: [] },
    };
    expect(turnsOf(lines([brief('Go.'), world, verdict]))).toEqual([told('Go.')]);
  });
});
