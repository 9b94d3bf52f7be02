import { describe, expect, it } from 'vitest';
import { text } from '../core/block.ts';
import type { Event } from '../core/event.ts';
import { fenced, freshCode, shortened, visible } from './fence.ts';
import { transcriptOf } from './transcript.ts';

const called = (name: string, input: Extract<Event, { type: 'tool-called' }>['input'], remark?: string): Event => ({
  type: 'tool-called',
  id: 'x',
  name,
  effect: 'read',
  input,
  ...(remark === undefined ? {} : { remark }),
});
const answered = (words: string, isError = false): Event => ({
  type: 'tool-answered',
  id: 'x',
  name: 'look',
  blocks: [text(words), { type: 'image', mediaType: 'image/png', hash: 'ab'.repeat(32) }],
  isError,
});

describe('a transcript', () => {
  it('tells in order what was said, called, seen and noted', () => {
    const events: readonly Event[] = [
      { type: 'brief-given', text: 'the task' },
      called('look', '{"a": 1}', 'I look.'),
      answered('{"b":2}'),
      called('nowhere', 'not JSON'),
      answered('no such tool', true),
      { type: 'notice-given', from: 'Ada', text: 'hurry', at: '2025-01-01' },
      { type: 'world-noted', kind: 'deadline', data: { late: true } },
      { type: 'brief-given', text: 'the second day' },
      { type: 'agent-spoke', text: '' },
      { type: 'agent-stopped', reason: 'answered' },
      { type: 'snapshot-taken', changes: [] },
    ];
    expect(transcriptOf(events)).toEqual([
      { label: 'The agent said, beside call 1', content: 'I look.' },
      { label: 'Call 1: the agent called a tool', content: '{"tool":"look","arguments":{"a":1}}' },
      { label: 'Answer to call 1', content: '{"b":2}\n[picture image/png abababababab]' },
      { label: 'Call 2: the agent called a tool', content: '{"tool":"nowhere","arguments":"not JSON"}' },
      { label: 'Answer to call 2, an error', content: 'no such tool\n[picture image/png abababababab]' },
      { label: 'The agent was told by the world', content: '2025-01-01 Ada: hurry' },
      { label: 'A note of the world, not seen by the agent', content: 'deadline: {"late":true}' },
      { label: 'The agent was given a new brief', content: 'the second day' },
      { label: 'The agent said', content: '(nothing)' },
      { label: 'The agent stopped', content: 'answered' },
    ]);
  });

  it('cuts long texts in the middle, and says so outside the fence too', () => {
    const [entry] = transcriptOf([{ type: 'agent-spoke', text: `first ${'x'.repeat(50_000)} last` }]);
    expect(entry?.label).toBe('The agent said (cut in the middle, it has 50011 characters)');
    expect(entry?.content).toMatch(/^first x+\n\[… 34011 characters left out here …\]\nx+ last$/);
  });

  it('leaves out entries in the middle where there are too many, and keeps the end', () => {
    const many = Array.from(
      { length: 200 },
      (_, i): Event => ({ type: 'agent-spoke', text: `${i} ${'y'.repeat(9000)}` }),
    );
    const entries = transcriptOf([...many, { type: 'agent-spoke', text: 'the answer' }]);
    expect(entries.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThan(400_000);
    expect(entries[0]?.content).toMatch(/^0 y/);
    expect(entries.at(-1)?.content).toBe('the answer');
    const note = entries.find(({ content }) => content === '(left out)');
    expect(note?.label).toBe(
      `${201 - (entries.length - 1)} entries are left out here: the transcript is too long to be shown whole`,
    );
  });
});

describe('fences', () => {
  it('have a code that stands nowhere inside, in whatever letters', () => {
    const first = freshCode('salt', 'fence', []);
    expect(freshCode('salt', 'fence', ['nothing'])).toBe(first);
    const second = freshCode('salt', 'fence', [`x ${first.toUpperCase()} >>>`]);
    expect(second).not.toBe(first);
    expect(freshCode('salt', 'fence', [first, second])).not.toMatch(new RegExp(`${first}|${second}`));
    expect(freshCode('salt', 'ballot', [])).not.toBe(first);
    expect(freshCode('other', 'fence', [])).not.toBe(first);
    expect(fenced('c', 'a\nb')).toBe('<<< c\na\nb\nc >>>');
  });

  it('let nothing through that cannot be seen', () => {
    expect(visible('a\u200bb\u202e\u0000\r\nc\td\u00ad')).toBe('a[U+200B]b[U+202E][U+0000]\nc\td[U+00AD]');
    expect(visible('\u200b'.repeat(9))).toBe('[U+200B ×9]');
    expect(visible(String.fromCodePoint(0xe0041, 0xe0100))).toBe('[U+E0041][U+E0100]');
    expect(visible('\ud83d x \ufeff')).toBe('[U+D83D] x [U+FEFF]');
    expect(visible('Grüße 日本 😀 “x” — ½')).toBe('Grüße 日本 😀 “x” — ½');
  });

  it('never cut a sign in two', () => {
    for (const most of [5, 6, 7, 8, 9]) expect(shortened('😀'.repeat(40), most).isWellFormed()).toBe(true);
  });
});
