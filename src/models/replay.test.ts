import { describe, expect, it } from 'vitest';
import { EpisodeError } from '../core/errors.ts';
import type { Event, ModelReplied } from '../core/event.ts';
import type { Message, Model, ModelRequest } from '../core/model.ts';
import { recorder } from './record.ts';
import { replayer } from './replay.ts';
import { requestHash } from './request-hash.ts';
import { scripted } from './scripted.ts';

const never = new AbortController().signal;
const user = (text: string): Message => ({ role: 'user', blocks: [{ type: 'text', text }] });
const ask = (...messages: Message[]): ModelRequest => ({ system: 'Be brief.', messages, tools: [] });

/** A conversation of some turns, as an agent would hold it. */
async function converse(model: Model, turns: number): Promise<void> {
  const messages: Message[] = [user('begin')];
  for (let turn = 0; turn < turns; turn++) {
    const reply = await model.generate(ask(...messages), never);
    messages.push({ role: 'assistant', parts: reply.parts }, user(`and then ${turn}?`));
  }
}

function recording(): { events: ModelReplied[]; emit: (event: Event) => void } {
  const events: ModelReplied[] = [];
  return { events, emit: (event) => event.type === 'model-replied' && events.push(event) };
}
const thinker = (): Model =>
  scripted(
    (_request, turn) => ({ text: `reply ${turn}`, reasoning: 'hm', calls: [{ name: 'look', input: { turn } }] }),
    { name: 'thinker' },
  );

describe('record and replay', () => {
  it('replays what was recorded, asks only for the rest, and records it all the same', async () => {
    const whole = recording();
    await converse(recorder(whole)('agent', thinker()), 6);
    expect(whole.events.map(({ ordinal }) => ordinal)).toEqual([0, 1, 2, 3, 4, 5]);
    for (const kept of [0, 1, 4, 6]) {
      const logged: ModelReplied[] = JSON.parse(JSON.stringify(whole.events.slice(0, kept)));
      let asked = 0;
      const live = scripted(
        () => ({
          text: `reply ${kept + asked}`,
          reasoning: 'hm',
          calls: [{ name: 'look', input: { turn: kept + asked++ } }],
        }),
        { name: 'thinker' },
      );
      const again = recording();
      await converse(recorder(again)('agent', replayer({ replies: logged })('agent', live)), 6);
      expect(asked).toBe(6 - kept);
      expect(again.events.map(({ requestHash: hash }) => hash).slice(0, kept + 1)).toEqual(
        whole.events.map(({ requestHash: hash }) => hash).slice(0, kept + 1),
      );
      expect(again.events.slice(0, kept)).toEqual(whole.events.slice(0, kept));
    }
  });

  it('records before the reply is used, and hands on nothing that could not be recorded', async () => {
    const lost = new EpisodeError('host', 'record-lost', 'disk full');
    const model = recorder({
      emit: () => {
        throw lost;
      },
    })('agent', scripted(['said']));
    await expect(model.generate(ask(), never)).rejects.toBe(lost);
  });

  it('shares the ordinals of a role among its models, in the order of asking', async () => {
    const { events, emit } = recording();
    const record = recorder({ emit });
    const waits = [30, 0].map((ms) => new Promise((resolve) => setTimeout(resolve, ms)));
    const slow = record(
      'judge',
      scripted(async () => waits[0]?.then(() => 'slow') ?? '', { name: 'slow' }),
    );
    const quick = record(
      'judge',
      scripted(async () => waits[1]?.then(() => 'quick') ?? '', { name: 'quick' }),
    );
    const agent = record('agent', scripted(['said']));
    await Promise.all([slow.generate(ask(), never), quick.generate(ask(), never), agent.generate(ask(), never)]);
    expect(events.map(({ role, model, ordinal }) => `${role} ${model} ${ordinal}`).sort()).toEqual([
      'agent scripted 0',
      'judge quick 1',
      'judge slow 0',
    ]);
    // The slow vote was lost: on replay it alone is asked for again.
    const replay = replayer({ replies: events.filter(({ model }) => model === 'quick') });
    const first = await replay('judge', scripted(['asked again'])).generate(ask(), never);
    const second = await replay('judge', scripted([])).generate(ask(), never);
    expect([first, second].map(({ parts }) => parts)).toMatchObject([[{ text: 'asked again' }], [{ text: 'quick' }]]);
  });

  it('refuses to go on where the replay goes another way, and blames the host', async () => {
    const { events, emit } = recording();
    await converse(recorder({ emit })('agent', thinker()), 2);
    const model = replayer({ replies: events })('agent', thinker());
    const thrown: unknown = await model.generate(ask(user('something else')), never).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(EpisodeError);
    expect(thrown).toMatchObject({
      party: 'host',
      reason: 'replay-diverged',
      message: expect.stringContaining('request 0 of the agent'),
    });
  });
});

describe('requestHash', () => {
  const image = { type: 'image', mediaType: 'image/png', hash: 'abc' } as const;

  it('is the same for equal requests, with or without the bytes of pictures, and another for others', () => {
    const base = ask({ role: 'user', blocks: [image] });
    expect(requestHash(base)).toMatch(/^[0-9a-f]{32}$/);
    expect(requestHash(ask({ role: 'user', blocks: [{ ...image, data: 'aGVsbG8=' }] }))).toBe(requestHash(base));
    const tool = { name: 't', description: '', input: { b: 1, a: 2 } };
    const others: ModelRequest[] = [
      { ...base, system: '' },
      { ...base, temperature: 1 },
      { ...base, reasoningEffort: 'high' },
      { ...base, maxOutputTokens: 1 },
      { ...base, format: { type: 'object' } },
      { ...base, tools: [tool] },
      { ...base, messages: [] },
      { ...base, messages: [{ role: 'user', blocks: [{ ...image, hash: 'abd' }] }] },
      { ...base, messages: [{ role: 'assistant', parts: [{ type: 'text', text: 'a' }] }] },
      { ...base, messages: [{ role: 'assistant', parts: [{ type: 'text', text: 'a', extra: { p: { s: 1 } } }] }] },
      { ...base, messages: [{ role: 'assistant', parts: [{ type: 'reasoning', text: 'a' }] }] },
      { ...base, messages: [{ role: 'tool', results: [{ callId: 'c', name: 't', blocks: [image], isError: false }] }] },
      { ...base, messages: [{ role: 'tool', results: [{ callId: 'c', name: 't', blocks: [image], isError: true }] }] },
    ];
    expect(new Set([base, ...others].map(requestHash)).size).toBe(others.length + 1);
    expect(requestHash({ ...base, tools: [{ ...tool, input: { a: 2, b: 1 } }] })).toBe(
      requestHash({ ...base, tools: [tool] }),
    );
  });

  it('stays cheap for a long history', () => {
    const messages: Message[] = [];
    const began = performance.now();
    for (let turn = 0; turn < 200; turn++) {
      messages.push(user(`${turn} ${'x'.repeat(50_000)}`));
      requestHash(ask(...messages));
    }
    expect(performance.now() - began).toBeLessThan(1500);
  });
});
