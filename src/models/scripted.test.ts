import { describe, expect, it } from 'vitest';
import { type ModelRequest, NO_USAGE } from '../core/model.ts';
import { withDefaults } from './defaults.ts';
import { scripted } from './scripted.ts';

const ASK: ModelRequest = { system: '', messages: [], tools: [] };
const never = new AbortController().signal;

describe('scripted', () => {
  it('says its lines in order, then rejects', async () => {
    const error = new Error('as told');
    const model = scripted([
      'one',
      {
        text: 'two',
        reasoning: 'hm',
        calls: [
          { name: 'look', input: { a: 1 } },
          { name: 'look', input: '{oops' },
        ],
      },
      error,
    ]);
    expect(await model.generate(ASK, never)).toEqual({
      parts: [{ type: 'text', text: 'one' }],
      finish: 'stop',
      usage: NO_USAGE,
    });
    const goneOn: ModelRequest = { ...ASK, messages: [{ role: 'assistant', parts: [{ type: 'text', text: 'one' }] }] };
    expect(await model.generate(goneOn, never)).toEqual({
      parts: [
        { type: 'reasoning', text: 'hm' },
        { type: 'text', text: 'two' },
        { type: 'tool-call', id: 'call-2-1', name: 'look', input: '{"a":1}' },
        { type: 'tool-call', id: 'call-2-2', name: 'look', input: '{oops' },
      ],
      finish: 'tool-calls',
      usage: NO_USAGE,
    });
    await expect(model.generate(ASK, never)).rejects.toBe(error);
    await expect(model.generate(ASK, never)).rejects.toThrow('no reply for request 4');
  });

  it('may look at the request, and stops when told to', async () => {
    const model = scripted(
      (request, turn) => ({ text: `${turn} ${request.system}`, finish: 'length', usage: { output: 2 } }),
      { name: 'x' },
    );
    expect(await model.generate({ ...ASK, system: 'hi' }, never)).toMatchObject({
      parts: [{ text: '0 hi' }],
      finish: 'length',
      usage: { input: null, output: 2 },
    });
    const reason = new Error('enough');
    await expect(model.generate(ASK, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});

describe('withDefaults', () => {
  it('fills in what a request does not say', async () => {
    const seen: ModelRequest[] = [];
    const inner = scripted((request) => {
      seen.push(request);
      return 'ok';
    });
    const model = withDefaults(inner, { temperature: 0.2, reasoningEffort: 'high' });
    await model.generate({ ...ASK, temperature: 1 }, never);
    expect(seen[0]).toMatchObject({ temperature: 1, reasoningEffort: 'high' });
  });
});
