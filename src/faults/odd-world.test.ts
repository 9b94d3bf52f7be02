import { describe, expect, it } from 'vitest';
import { type Block, text, textOf } from '../core/block.ts';
import { type Event, eventsOf } from '../core/event.ts';
import { stream } from '../core/random.ts';
import type { Tool } from '../core/tool.ts';
import { type Notice, type Observation, OVER, type Session } from '../core/world.ts';
import { injected } from './injected.ts';
import type { FaultyMode } from './schedule.ts';

const never = new AbortController().signal;
const seeds = Array.from({ length: 50 }, (_, seed) => seed);

/** A world of another kind: answers with several blocks and notices, and counts what reaches it. */
function oddSession(blocks: readonly Block[], effect: Tool['effect']): Session & { readonly reached: () => number } {
  let reached = 0;
  const notice: Notice = { from: 'Kim', text: 'hello', at: '2026-03-02T08:00:00Z' };
  return {
    tools: [{ name: 'ask', description: '', input: {}, effect }],
    call: async () => {
      reached++;
      return { blocks, isError: false, notices: [notice] };
    },
    say: async () => OVER,
    snapshot: async () => ({ initial: {}, current: {}, changes: [] }),
    close: async () => undefined,
    reached: () => reached,
  };
}
async function askOnce(
  session: Session,
  mode: FaultyMode,
  seed: number,
): Promise<{ seen: Observation; events: readonly Event[] }> {
  const events: Event[] = [];
  const opening = {
    seed: String(seed),
    emit: (event: Event) => void events.push(event),
    random: (...names: readonly string[]) => stream(seed, ...names),
  };
  const faulty = injected({ mode, count: 1, duration: 1, length: 1 }).wrap(session, opening);
  const observed = await faulty.call({ id: '1', name: 'ask', input: {} }, never);
  expect(await faulty.say('over', never)).toEqual(OVER);
  return { seen: observed, events };
}

describe('faults in a world of another kind', () => {
  const image: Block = { type: 'image', mediaType: 'image/png', hash: 'abc', data: 'AAAA' };
  const json = text('{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}');

  it('touches the first JSON text alone, keeps its layout and the notices, and logs no bytes', async () => {
    const blocks = [text('see below'), image, json, text('{"d": 4}')];
    const { seen: got, events } = await askOnce(oddSession(blocks, 'unknown'), 'E2', 1);
    expect(got.blocks.with(2, json)).toEqual(blocks);
    expect(textOf(got.blocks.slice(2, 3))).toMatch(/^\{\n {2}"/);
    expect(got.notices).toHaveLength(1);
    expect(JSON.stringify(events)).not.toContain('AAAA');
    expect(eventsOf(events, 'fault-injected')[0]?.applied).toBe('yes');
  });

  it('loses answers of tools with unknown effect, but not the notices that came with them', async () => {
    for (const seed of seeds) {
      const session = oddSession([json], 'unknown');
      const { seen: got, events } = await askOnce(session, 'E1', seed);
      const applied = eventsOf(events, 'fault-injected')[0]?.applied;
      expect(session.reached()).toBe(applied === 'lost' ? 1 : 0);
      expect(got.notices).toHaveLength(applied === 'lost' ? 1 : 0);
    }
  });

  it.each([
    ['prose', 'the answer holds no JSON'],
    ['{}', 'the answer holds nothing that could be altered'],
    ['42', 'the answer holds nothing that could be altered'],
  ])('misses %s', async (answer, why) => {
    const { seen: got, events } = await askOnce(oddSession([text(answer)], 'read'), 'E2', 1);
    expect(textOf(got.blocks)).toBe(answer);
    expect(eventsOf(events, 'fault-missed')).toMatchObject([{ why }]);
  });
});
