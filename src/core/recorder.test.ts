import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Agent } from './agent.ts';
import { type ImageBlock, text } from './block.ts';
import { EpisodeError } from './errors.ts';
import { type Event, eventsOf } from './event.ts';
import type { Judge } from './judge.ts';
import { begin, play } from './play.ts';
import { recorded } from './recorder.ts';
import type { Task } from './task.ts';
import { type Hearing, type Notice, type Observation, OVER, type Session, type World } from './world.ts';

const never = new AbortController().signal;
const notice = (words: string): Notice => ({ from: 'Ann', text: words, at: '2026-03-02T09:00:00Z' });
const seen = (words: string, notices: readonly Notice[] = []): Observation => ({
  blocks: [text(words)],
  isError: false,
  notices,
});
const picture: ImageBlock = { type: 'image', mediaType: 'image/png', hash: 'abc', data: 'AAAA' };

function sessionOf(parts: Partial<Session>): Session {
  return {
    tools: [{ name: 'look', description: 'Looks.', input: { type: 'object' }, effect: 'read' }],
    call: async ({ name }) => seen(name),
    say: async () => OVER,
    snapshot: async () => ({ initial: {}, current: {}, changes: [] }),
    close: async () => undefined,
    ...parts,
  };
}

interface Watched {
  readonly session: Session;
  readonly events: readonly Event[];
  readonly images: readonly ImageBlock[];
  readonly record: ReturnType<typeof recorded>;
}
function watched(parts: Partial<Session>): Watched {
  const events: Event[] = [];
  const images: ImageBlock[] = [];
  const record = recorded(sessionOf(parts), {
    emit: (event) => void events.push(event),
    keepImage: (image) => void images.push(image),
  });
  return { session: record.session, events, images, record };
}

describe('what the recorder writes', () => {
  it('is the call with its remark, the answer, and the notices that came with it', async () => {
    const { session, events } = watched({ call: async () => seen('here', [notice('one'), notice('two')]) });
    await session.call({ id: 'a', name: 'look', input: { deep: true }, remark: 'Let me see.' }, never);
    await session.call({ id: 'b', name: 'look', input: '{broken' }, never);
    expect(events.slice(0, 4)).toMatchObject([
      { type: 'tool-called', id: 'a', name: 'look', input: { deep: true }, remark: 'Let me see.' },
      { type: 'tool-answered', id: 'a', name: 'look', blocks: [text('here')], isError: false },
      { type: 'notice-given', ...notice('one') },
      { type: 'notice-given', ...notice('two') },
    ]);
    expect(events[4]).toMatchObject({ type: 'tool-called', id: 'b', input: '{broken' });
    expect(events[4]).not.toHaveProperty('remark');
  });

  it('names pictures by their hash, keeps the bytes elsewhere, and shows them to the agent', async () => {
    const { session, events, images } = watched({
      call: async () => ({ blocks: [text('a chart'), picture], isError: false, notices: [] }),
    });
    const { blocks } = await session.call({ id: 'a', name: 'look', input: {} }, never);
    expect(blocks[1]).toEqual(picture);
    expect(images).toEqual([picture]);
    expect(eventsOf(events, 'tool-answered')[0]?.blocks).toEqual([
      text('a chart'),
      { type: 'image', mediaType: 'image/png', hash: 'abc' },
    ]);
    expect(JSON.stringify(events)).not.toContain('AAAA');
  });

  it('is in order, whatever an agent does at once: each call ends before the next begins', async () => {
    const inside: string[] = [];
    const { session, events } = watched({
      call: async ({ id }) => {
        inside.push(`begin ${id}`);
        for (let turns = id === 'a' ? 5 : 1; turns > 0; turns--) await nextTurn();
        inside.push(`end ${id}`);
        return seen(id);
      },
      say: async () => {
        inside.push('say');
        return OVER;
      },
    });
    await Promise.all([
      ...['a', 'b', 'c'].map((id) => session.call({ id, name: 'look', input: {} }, never)),
      session.say('done', never),
    ]);
    expect(inside).toEqual(['begin a', 'end a', 'begin b', 'end b', 'begin c', 'end c', 'say']);
    expect(events.map((event) => ('id' in event ? `${event.type} ${event.id}` : event.type))).toEqual([
      'tool-called a',
      'tool-answered a',
      'tool-called b',
      'tool-answered b',
      'tool-called c',
      'tool-answered c',
      'agent-spoke',
    ]);
  });
});

describe('what the recorder refuses', () => {
  it('whatever comes after the end, without writing it down', async () => {
    const { session, events, record } = watched({});
    await session.say('done', never);
    expect(record.isOver()).toBe(true);
    await expect(session.call({ id: 'a', name: 'look', input: {} }, never)).rejects.toMatchObject({
      party: 'agent',
      reason: 'acted-after-end',
    });
    await expect(session.say('one more thing', never)).rejects.toThrow('over');
    expect(events).toHaveLength(1);
  });

  it('a move of somebody who was stopped, before the world hears of it', async () => {
    let calls = 0;
    const { session, events } = watched({
      call: async () => {
        calls++;
        return seen('x');
      },
    });
    const reason = new Error('stop');
    const stopped = AbortSignal.abort(reason);
    await expect(session.call({ id: 'a', name: 'look', input: {} }, stopped)).rejects.toBe(reason);
    await expect(session.say('x', stopped)).rejects.toBe(reason);
    expect([calls, events.length]).toEqual([0, 0]);
  });

  it('to blame the world when it was stopped', async () => {
    const control = new AbortController();
    const reason = new Error('stop');
    const { session, record } = watched({
      call: async (_call, signal) => {
        control.abort(reason);
        signal.throwIfAborted();
        return seen('x');
      },
    });
    await expect(session.call({ id: 'a', name: 'look', input: {} }, control.signal)).rejects.toBe(reason);
    expect(record.breakage()).toBeNull();
  });

  it('to go on in a world that broke', async () => {
    let calls = 0;
    const { session, record } = watched({
      call: async () => {
        if (++calls === 1) throw new TypeError('the roof fell in');
        return seen('x');
      },
    });
    const broken = { party: 'world', reason: 'world-crashed', message: 'the roof fell in' };
    await expect(session.call({ id: 'a', name: 'look', input: {} }, never)).rejects.toMatchObject(broken);
    await expect(session.call({ id: 'b', name: 'look', input: {} }, never)).rejects.toMatchObject(broken);
    await expect(session.say('done', never)).rejects.toMatchObject(broken);
    expect(calls).toBe(1);
    expect(record.breakage()).toBeInstanceOf(EpisodeError);
  });
});

const task: Task = {
  id: 'days',
  suite: 'test',
  world: 'office',
  family: 'days',
  title: 'Days',
  category: '',
  domain: '',
  scenario: '',
  difficulty: null,
  brief: 'It is the first day.',
  asked: {},
  clock: '2026-03-02T08:00:00Z',
  setup: {},
  truth: {},
  plan: null,
};
/** Over after the last hearing. */
const officeOf = (hearings: readonly Hearing[], parts: Partial<Session> = {}): World => ({
  name: 'office',
  about: { title: 'Office', kind: 'other', rules: '', tools: [], facts: {} },
  open: async () => {
    let said = 0;
    return sessionOf({ say: async () => hearings[said++] ?? OVER, ...parts });
  },
});
const content: Judge = {
  name: 'content',
  judge: async () => ({ passed: true, score: 1, reason: 'fine', checkpoints: [] }),
};
const day = (brief: string, notices: readonly Notice[] = []): Hearing => ({ over: false, brief, notices });
const nothingNew: Hearing = { over: false, brief: null, notices: [] };

describe('days', () => {
  it('begin afresh with each brief that a hearing brings', async () => {
    const briefs: string[] = [];
    const agent: Agent = {
      name: 'clerk',
      act: async (brief, session, signal) => {
        briefs.push(brief);
        await session.call({ id: `look-${briefs.length}`, name: 'look', input: {} }, signal);
        await session.say(`end of day ${briefs.length}`, signal);
        return 'answered';
      },
    };
    const world = officeOf([day('It is Tuesday.', [notice('good morning')]), day('It is Wednesday.')]);
    const episode = await play(task, { world, agent, judge: content });
    expect(briefs).toEqual([
      'It is Monday, 2026-03-02, 08:00 UTC.\n\nIt is the first day.',
      'It is Tuesday.',
      'It is Wednesday.',
    ]);
    expect(eventsOf(episode.events, 'brief-given').map((event) => event.text)).toEqual(briefs);
    expect(episode.answer).toBe('end of day 3');
    expect(episode.events.map(({ type }) => type).slice(2, 9)).toEqual([
      'tool-called',
      'tool-answered',
      'agent-spoke',
      'notice-given',
      'agent-stopped',
      'brief-given',
      'tool-called',
    ]);
  });

  it('go by in silence for an agent that returns without a word, until the world is over', async () => {
    const agent: Agent = { name: 'mute', act: async () => 'bored' };
    const world = officeOf([nothingNew, day('It is Tuesday.'), nothingNew]);
    const { events, result } = await play(task, { world, agent, judge: content });
    expect(result.outcome).toBe('passed');
    expect(eventsOf(events, 'agent-stopped')).toHaveLength(2);
    expect(eventsOf(events, 'agent-spoke').map((event) => event.text)).toEqual(['', '', '', '']);
  });

  it('end at some time even where the world never does', async () => {
    const world = officeOf([], { say: async () => nothingNew });
    const { result } = await play(task, { world, agent: { name: 'mute', act: async () => 'bored' }, judge: content });
    expect(result).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('never-finished') });
  });
});

describe('a broken world', () => {
  const broken = officeOf([], { call: () => Promise.reject(new Error('the roof fell in')) });

  it('voids the episode, also of an agent that shrugs it off', async () => {
    const agent: Agent = {
      name: 'shrugging',
      act: async (_brief, session, signal) => {
        await session.call({ id: 'a', name: 'look', input: {} }, signal).catch(() => undefined);
        await session.say('all is well', signal).catch(() => undefined);
        return 'answered';
      },
    };
    const { result, events } = await play(task, { world: broken, agent, judge: content });
    expect(result).toMatchObject({ outcome: 'void', blame: 'world', message: 'the roof fell in' });
    expect(eventsOf(events, 'error-raised')).toHaveLength(1);
  });

  it('voids the episode of somebody who acts from outside', async () => {
    const begun = await begin(task, { world: broken, agent: { name: 'outside' }, judge: content });
    await begun.session.call({ id: 'a', name: 'look', input: {} }, never).catch(() => undefined);
    expect((await begun.finish()).result).toMatchObject({ outcome: 'void', blame: 'world' });
  });
});
