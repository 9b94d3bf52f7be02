import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type LoopbackBehaviour, type LoopbackModel, startLoopbackModel } from '../../test/loopback-model.ts';
import type { Clock } from '../core/clock.ts';
import { ModelError } from '../core/errors.ts';
import type { Message, Model, ModelRequest, ReplyPart } from '../core/model.ts';
import { openModel } from './provider.ts';
import type { Provider } from './settings.ts';

const CANARY = 'canary-key-0123456789abcdef';
const clock: Clock = { now: () => Date.now(), sleep: (ms, signal) => sleep(ms, undefined, { signal, ref: false }) };
const never = new AbortController().signal;
const image = { type: 'image', mediaType: 'image/png', hash: 'abc', data: 'aGVsbG8=' } as const;
const FIRST: ModelRequest = {
  system: 'Be brief.',
  messages: [{ role: 'user', blocks: [{ type: 'text', text: 'What is this?' }, image] }],
  tools: [{ name: 'look', description: 'Looks.', input: { type: 'object', properties: { at: { type: 'string' } } } }],
};

/** The conversation one turn on, after a trip through the log. */
function goOn(parts: readonly ReplyPart[]): ModelRequest {
  const logged: ReplyPart[] = JSON.parse(JSON.stringify(parts));
  const results = logged.flatMap((part) =>
    part.type === 'tool-call'
      ? [
          {
            callId: part.id,
            name: part.name,
            blocks: [{ type: 'text', text: 'a shop' } as const, image],
            isError: false,
          },
        ]
      : [],
  );
  const turns: Message[] = [
    { role: 'assistant', parts: logged },
    { role: 'tool', results },
  ];
  return { ...FIRST, messages: [...FIRST.messages, ...turns] };
}

const servers: LoopbackModel[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

interface Hosted {
  readonly provider: Provider;
  readonly model: string;
  readonly path: string;
  readonly behaviour: LoopbackBehaviour;
}

async function serve({
  provider,
  model: name,
  path,
  behaviour,
}: Hosted): Promise<{ model: Model; server: LoopbackModel }> {
  const server = await startLoopbackModel(behaviour);
  servers.push(server);
  const settings = {
    provider,
    model: name,
    apiKey: CANARY,
    baseUrl: `${server.url}${path}`,
    proxyUrl: null,
    timeoutMs: 10_000,
  };
  return { model: openModel(settings, { clock, env: {} }), server };
}

const usage = { input: 100, output: 20, cachedInput: 60, reasoning: 5 };
const calls = [{ name: 'look', input: { at: 'it' }, id: 'c1', signature: 'sig-call' }];

describe('Anthropic', () => {
  const claude = { provider: 'anthropic', model: 'claude-sonnet-4-5', path: '/v1' } as const;

  it('maps a turn with thinking, a call and pictures, there and back', async () => {
    const reply = {
      does: 'reply',
      reasoning: 'hm',
      signature: 'sig-think',
      text: 'I will look.',
      calls,
      usage,
    } as const;
    const { model, server } = await serve({ ...claude, behaviour: [reply] });
    const first = await model.generate({ ...FIRST, reasoningEffort: 'high', maxOutputTokens: 30_000 }, never);
    expect(first.parts.map(({ type }) => type)).toEqual(['reasoning', 'text', 'tool-call']);
    expect(first.parts[2]).toMatchObject({ id: 'c1', name: 'look', input: '{"at":"it"}' });
    expect(first.finish).toBe('tool-calls');
    expect(first.usage).toEqual({ input: 100, cachedInput: 60, output: 20, reasoning: null });
    const [sent] = server.requests;
    expect(sent?.headers['x-api-key']).toBe(CANARY);
    expect(sent?.body).toMatchObject({
      model: 'claude-sonnet-4-5',
      system: [{ type: 'text', text: 'Be brief.' }],
      thinking: { type: 'enabled' },
      tools: [{ name: 'look', input_schema: { type: 'object' } }],
      messages: [
        {
          role: 'user',
          content: [{ type: 'text' }, { type: 'image', source: { media_type: 'image/png', data: 'aGVsbG8=' } }],
        },
      ],
    });
    await model.generate(goOn(first.parts), never);
    expect(server.requests[1]?.body).toMatchObject({
      messages: [
        {},
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hm', signature: 'sig-think' },
            { type: 'text', text: 'I will look.' },
            { type: 'tool_use', id: 'c1', name: 'look', input: { at: 'it' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: 'a shop' }, { type: 'image' }] },
          ],
        },
      ],
    });
  });

  it('rejects a refusal, a full context and an empty purse', async () => {
    const { model } = await serve({
      ...claude,
      behaviour: [
        { does: 'reply', finish: 'refusal' },
        { does: 'fail', status: 400, message: 'prompt is too long: 9 tokens > 8 maximum' },
        { does: 'fail', status: 400, message: 'Your credit balance is too low to access the Anthropic API.' },
        { does: 'fail', status: 529 },
      ],
    });
    for (const fault of ['refused', 'context-full', 'auth', 'unavailable']) {
      await expect(model.generate(FIRST, never)).rejects.toMatchObject({ name: 'ModelError', fault });
    }
  });
});

describe('Google', () => {
  const gemini = { provider: 'google', model: 'gemini-3-pro-preview', path: '/v1beta' } as const;

  it('maps a turn with a thought signature and pictures, there and back', async () => {
    const { model, server } = await serve({ ...gemini, behaviour: [{ does: 'reply', reasoning: 'hm', calls, usage }] });
    const first = await model.generate({ ...FIRST, reasoningEffort: 'low' }, never);
    expect(first.parts).toMatchObject([
      { type: 'reasoning', text: 'hm' },
      { type: 'tool-call', id: 'c1', name: 'look', input: '{"at":"it"}' },
    ]);
    expect(first.usage).toEqual({ input: 100, cachedInput: 60, output: 20, reasoning: 5 });
    const [sent] = server.requests;
    expect(sent?.path).toBe('/v1beta/models/gemini-3-pro-preview:generateContent');
    expect(sent?.headers['x-goog-api-key']).toBe(CANARY);
    expect(sent?.body).toMatchObject({
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      generationConfig: { thinkingConfig: { thinkingLevel: 'low' } },
      contents: [
        {
          role: 'user',
          parts: [{ text: 'What is this?' }, { inlineData: { mimeType: 'image/png', data: 'aGVsbG8=' } }],
        },
      ],
    });
    await model.generate(goOn(first.parts), never);
    expect(server.requests[1]?.body).toMatchObject({
      contents: [
        {},
        {
          role: 'model',
          parts: [
            { text: 'hm', thought: true },
            { functionCall: { name: 'look', args: { at: 'it' } }, thoughtSignature: 'sig-call' },
          ],
        },
        { role: 'user', parts: [{ functionResponse: { name: 'look', response: { content: 'a shop' } } }] },
      ],
    });
  });

  it('rejects what it blocked and a call it could not write; waits as the body asks', async () => {
    const body = '{"error":{"code":429,"message":"Quota exceeded","details":[{"retryDelay": "34s"}]}}';
    const { model } = await serve({
      ...gemini,
      behaviour: [
        { does: 'reply', finish: 'SAFETY' },
        { does: 'reply', finish: 'MALFORMED_FUNCTION_CALL' },
        { does: 'raw', status: 429, body },
      ],
    });
    await expect(model.generate(FIRST, never)).rejects.toMatchObject({ fault: 'refused' });
    await expect(model.generate(FIRST, never)).rejects.toMatchObject({ fault: 'malformed' });
    await expect(model.generate(FIRST, never)).rejects.toMatchObject({ fault: 'rate-limit', retryAfter: 34_000 });
  });
});

describe('OpenAI', () => {
  const gpt = { provider: 'openai', model: 'gpt-5-mini', path: '/v1' } as const;

  it('maps a turn with encrypted reasoning and pictures, there and back', async () => {
    const { model, server } = await serve({
      ...gpt,
      behaviour: [{ does: 'reply', signature: 'sealed', reasoning: 'hm', calls, usage }],
    });
    const first = await model.generate({ ...FIRST, reasoningEffort: 'minimal', maxOutputTokens: 500 }, never);
    expect(first.parts).toMatchObject([
      { type: 'reasoning', text: 'hm', extra: { openai: { reasoningEncryptedContent: 'sealed' } } },
      { type: 'tool-call', id: 'c1', input: '{"at":"it"}' },
    ]);
    expect(first.usage).toEqual({ input: 100, cachedInput: 60, output: 20, reasoning: 5 });
    expect(server.requests[0]?.path).toBe('/v1/responses');
    expect(server.requests[0]?.body).toMatchObject({
      store: false,
      include: ['reasoning.encrypted_content'],
      reasoning: { effort: 'minimal' },
      max_output_tokens: 500,
      tools: [{ type: 'function', name: 'look', strict: false }],
      input: [{ role: 'developer' }, { role: 'user', content: [{ type: 'input_text' }, { type: 'input_image' }] }],
    });
    await model.generate(goOn(first.parts), never);
    expect(server.requests[1]?.body).toMatchObject({
      input: [
        {},
        {},
        { type: 'reasoning', encrypted_content: 'sealed', summary: [{ text: 'hm' }] },
        { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{"at":"it"}' },
        { type: 'function_call_output', call_id: 'c1', output: [{ text: 'a shop' }, { type: 'input_image' }] },
      ],
    });
  });

  it('rejects a refusal', async () => {
    const { model } = await serve({ ...gpt, behaviour: [{ does: 'reply', refusal: 'I cannot help with that.' }] });
    await expect(model.generate(FIRST, never)).rejects.toMatchObject({
      fault: 'refused',
      message: expect.stringContaining('cannot help'),
    });
  });
});

describe('every hosted provider', () => {
  it.each<[Provider, string]>([
    ['openai', '/v1'],
    ['anthropic', '/v1'],
    ['google', '/v1beta'],
  ])('%s: fails by the same words and never tells the key', async (provider, path) => {
    const { model } = await serve({
      provider,
      model: 'some-model',
      path,
      behaviour: [
        { does: 'fail', status: 401 },
        { does: 'fail', status: 429, headers: { 'retry-after': '3' } },
        { does: 'html' },
        { does: 'reset' },
      ],
    });
    const errors: unknown[] = [];
    for (let i = 0; i < 4; i++) errors.push(await model.generate(FIRST, never).catch((error: unknown) => error));
    expect(errors.every((error) => error instanceof ModelError)).toBe(true);
    expect(errors).toMatchObject([
      { fault: 'auth' },
      { fault: 'rate-limit', retryAfter: 3000 },
      { fault: 'malformed' },
      { fault: 'unavailable' },
    ]);
    expect(errors.map((error) => `${error} ${JSON.stringify(error)}`).join()).not.toContain(CANARY);
  });
});
