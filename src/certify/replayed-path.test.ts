import { describe, expect, it } from 'vitest';
import { type Hearing, OVER, type Session } from '../core/world.ts';
import type { Path } from './path.ts';
import { replayedPath } from './replayed-path.ts';

const never = new AbortController().signal;

function diary(hearings: readonly Hearing[]): Session & { readonly lines: readonly string[] } {
  const lines: string[] = [];
  const left = [...hearings];
  return {
    tools: [],
    call: async ({ id, name }) => {
      lines.push(`${id} ${name}`);
      return { blocks: [], isError: true, notices: [] };
    },
    say: async (text) => {
      lines.push(text);
      return left.shift() ?? OVER;
    },
    snapshot: async () => ({ initial: {}, current: {}, changes: [] }),
    close: async () => undefined,
    lines,
  };
}

describe('replayedPath', () => {
  const path: Path = [
    { type: 'call', name: 'look', input: {} },
    { type: 'say', text: 'and now?' },
    { type: 'say', text: 'good night' },
    { type: 'call', name: 'look', input: {} },
    { type: 'say', text: 'done' },
  ];

  it('takes every step whatever it sees, and goes on the next day where it stopped', async () => {
    const session = diary([
      { over: false, brief: null, notices: [] },
      { over: false, brief: 'day two', notices: [] },
    ]);
    const agent = replayedPath(path);
    expect(await agent.act('day one', session, never)).toBe('answered');
    expect(session.lines).toEqual(['call-1 look', 'and now?', 'good night']);
    expect(await agent.act('day two', session, never)).toBe('answered');
    expect(session.lines.slice(3)).toEqual(['call-4 look', 'done']);
  });

  it('falls silent when the path ends before the world does', async () => {
    expect(await replayedPath([]).act('brief', diary([]), never)).toBe('path-ended');
  });
});
