import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type LoopbackAnswer,
  type LoopbackBehaviour,
  type LoopbackModel,
  startLoopbackModel,
} from '../../test/loopback-model.ts';
import type { Clock } from '../core/clock.ts';
import { ModelError } from '../core/errors.ts';
import type { Model, ModelRequest } from '../core/model.ts';
import { openModel } from './provider.ts';
import { DEFAULT_TIMEOUT_MS, type ModelSettings } from './settings.ts';

const CANARY = 'sk-canary-0123456789/abc+def';
const clock: Clock = { now: () => Date.now(), sleep: (ms, signal) => sleep(ms, undefined, { signal, ref: false }) };
const HELLO: ModelRequest = {
  system: 'Be brief.',
  messages: [{ role: 'user', blocks: [{ type: 'text', text: 'Hello' }] }],
  tools: [],
};
const never = new AbortController().signal;

const servers: LoopbackModel[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(
  behaviour: LoopbackBehaviour,
  settings: Partial<ModelSettings> = {},
): Promise<{ model: Model; server: LoopbackModel }> {
  const server = await startLoopbackModel(behaviour);
  servers.push(server);
  const base = {
    provider: 'openai-compatible',
    model: 'org/tiny',
    apiKey: CANARY,
    proxyUrl: null,
    timeoutMs: DEFAULT_TIMEOUT_MS,
  } as const;
  const model = openModel({ ...base, baseUrl: `${server.url}/v1`, ...settings }, { clock, env: {} });
  return { model, server };
}

async function failure(answer: LoopbackAnswer, settings: Partial<ModelSettings> = {}): Promise<ModelError> {
  const { model } = await serve([answer], settings);
  const error: unknown = await model.generate(HELLO, never).then(
    (reply) => reply,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ModelError)) throw new Error(`expected a ModelError, got ${JSON.stringify(error)}`);
  return error;
}

describe('an OpenAI-compatible endpoint', () => {
  it('asks once and maps the reply, with usage as far as it was said', async () => {
    const { model, server } = await serve([
      { does: 'reply', text: 'Hi', usage: { input: 12, output: 3, cachedInput: 8 } },
    ]);
    const reply = await model.generate(
      { ...HELLO, maxOutputTokens: 50, temperature: 0.5, reasoningEffort: 'ultra' },
      never,
    );
    expect(reply).toEqual({
      parts: [{ type: 'text', text: 'Hi' }],
      finish: 'stop',
      usage: { input: 12, cachedInput: 8, output: 3, reasoning: null },
    });
    expect(model.name).toBe('org/tiny');
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${CANARY}`);
    expect(server.requests[0]?.body).toMatchObject({
      model: 'org/tiny',
      max_tokens: 50,
      temperature: 0.5,
      reasoning_effort: 'ultra',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
      ],
    });
  });

  it('needs no key and invents no usage', async () => {
    const { model, server } = await serve([{ does: 'reply', text: 'Hi' }], { apiKey: null });
    const { usage } = await model.generate(HELLO, never);
    expect(usage).toEqual({ input: null, cachedInput: null, output: null, reasoning: null });
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  it('keeps malformed arguments as they were written, and "stop" beside tool calls', async () => {
    const { model } = await serve([
      { does: 'reply', finish: 'stop', calls: [{ name: 'look', input: '{"city": "Par' }] },
    ]);
    const reply = await model.generate(HELLO, never);
    expect(reply.finish).toBe('stop');
    expect(reply.parts).toEqual([{ type: 'tool-call', id: 'call_0_0', name: 'look', input: '{"city": "Par' }]);
  });

  it.each([
    ['reasoning_content', { reasoning_content: 'let me see' }],
    ['reasoning', { reasoning: 'let me see' }],
  ])('gives reasoning back under the name it came by: %s', async (reasoningField, expected) => {
    const { model, server } = await serve([{ does: 'reply', text: 'Hi', reasoning: 'let me see', reasoningField }]);
    const { parts } = await model.generate(HELLO, never);
    expect(parts[0]).toMatchObject({ type: 'reasoning', text: 'let me see' });
    const logged: typeof parts = JSON.parse(JSON.stringify(parts));
    await model.generate({ ...HELLO, messages: [...HELLO.messages, { role: 'assistant', parts: logged }] }, never);
    expect(server.requests[1]?.body).toMatchObject({
      messages: [{}, {}, { role: 'assistant', content: 'Hi', ...expected }],
    });
    expect(JSON.stringify(server.requests[1]?.body)).not.toContain('"field"');
  });

  it('gives back structured reasoning and thought signatures', async () => {
    const details = [{ type: 'reasoning.encrypted', data: 'c2VjcmV0' }];
    const call = { name: 'look', input: {}, signature: 'sig-1' };
    const { model, server } = await serve([{ does: 'reply', calls: [call], fields: { reasoning_details: details } }]);
    const { parts } = await model.generate(HELLO, never);
    await model.generate({ ...HELLO, messages: [...HELLO.messages, { role: 'assistant', parts }] }, never);
    expect(server.requests[1]?.body).toMatchObject({
      messages: [
        {},
        {},
        { reasoning_details: details, tool_calls: [{ extra_content: { google: { thought_signature: 'sig-1' } } }] },
      ],
    });
  });

  it('sends tools, images, calls and results; pictures of tools follow as a message', async () => {
    const { model, server } = await serve([{ does: 'reply', text: 'seen' }]);
    const image = { type: 'image', mediaType: 'image/png', hash: 'abc', data: 'aGVsbG8=' } as const;
    await model.generate(
      {
        system: '',
        tools: [
          { name: 'look', description: 'Looks.', input: { type: 'object', properties: { at: { type: 'string' } } } },
        ],
        format: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false },
        messages: [
          { role: 'user', blocks: [{ type: 'text', text: 'What is this?' }, image] },
          { role: 'assistant', parts: [{ type: 'tool-call', id: 'c1', name: 'look', input: '{"at":"it"}' }] },
          {
            role: 'tool',
            results: [
              { callId: 'c1', name: 'look', blocks: [{ type: 'text', text: 'a shop' }, image], isError: false },
            ],
          },
        ],
      },
      never,
    );
    const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,aGVsbG8=' } };
    expect(server.requests[0]?.body).toMatchObject({
      tools: [{ type: 'function', function: { name: 'look', description: 'Looks.', parameters: { type: 'object' } } }],
      response_format: { type: 'json_schema', json_schema: { strict: true } },
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'What is this?' }, picture] },
        { role: 'assistant', tool_calls: [{ id: 'c1', function: { name: 'look', arguments: '{"at":"it"}' } }] },
        { role: 'tool', tool_call_id: 'c1', content: 'a shop\n(1 image(s) follow)' },
        { role: 'user', content: [{ type: 'text', text: 'Image from look:' }, picture] },
      ],
    });
  });

  it('asks for strict JSON only where the schema allows it', async () => {
    const { model, server } = await serve([{ does: 'reply', text: '{}' }]);
    const closed = {
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
      additionalProperties: false,
    };
    for (const format of [
      closed,
      { ...closed, required: [] },
      { type: 'object', properties: { inner: { type: 'object' } } },
    ]) {
      await model.generate({ ...HELLO, format }, never);
    }
    const strict = server.requests.map(({ body }) => JSON.stringify(body).includes('"strict":true'));
    expect(strict).toEqual([true, false, false]);
  });

  it('will not send a picture without its bytes', async () => {
    const { model } = await serve([{ does: 'reply', text: 'Hi' }]);
    const image = { type: 'image', mediaType: 'image/png', hash: 'abc' } as const;
    const asking = model.generate({ ...HELLO, messages: [{ role: 'user', blocks: [image] }] }, never);
    await expect(asking).rejects.toMatchObject({
      fault: 'bad-request',
      message: expect.stringContaining('without its bytes'),
    });
  });
});

describe('failures', () => {
  const tooLong = "This model's maximum context length is 8192 tokens.";
  it.each<[string, LoopbackAnswer, string]>([
    ['401', { does: 'fail', status: 401 }, 'auth'],
    ['403', { does: 'fail', status: 403 }, 'auth'],
    ['402', { does: 'fail', status: 402 }, 'auth'],
    ['no credit', { does: 'fail', status: 429, code: 'insufficient_quota' }, 'auth'],
    ['400', { does: 'fail', status: 400 }, 'bad-request'],
    ['404', { does: 'fail', status: 404 }, 'bad-request'],
    ['422', { does: 'fail', status: 422 }, 'bad-request'],
    ['a redirect', { does: 'fail', status: 307, headers: { location: 'http://127.0.0.1:1/' } }, 'bad-request'],
    [
      'too much output asked for',
      { does: 'fail', status: 400, message: `max_tokens is too large: 9000. ${tooLong}` },
      'bad-request',
    ],
    ['context, by code', { does: 'fail', status: 400, code: 'context_length_exceeded' }, 'context-full'],
    ['context, OpenAI', { does: 'fail', status: 400, message: tooLong }, 'context-full'],
    [
      'context, Anthropic',
      { does: 'fail', status: 400, message: 'prompt is too long: 210000 tokens > 200000' },
      'context-full',
    ],
    [
      'context, Google',
      { does: 'fail', status: 400, message: 'The input token count (9) exceeds the maximum' },
      'context-full',
    ],
    [
      'context, llama.cpp',
      { does: 'fail', status: 400, message: 'the request exceeds the available context size' },
      'context-full',
    ],
    ['429', { does: 'fail', status: 429 }, 'rate-limit'],
    ['408', { does: 'fail', status: 408 }, 'unavailable'],
    ['500', { does: 'fail', status: 500 }, 'unavailable'],
    ['503', { does: 'fail', status: 503 }, 'unavailable'],
    ['529', { does: 'fail', status: 529 }, 'unavailable'],
    ['reset', { does: 'reset' }, 'unavailable'],
    ['HTML', { does: 'html' }, 'malformed'],
    ['truncated', { does: 'truncate' }, 'malformed'],
    ['no choices', { does: 'empty-choices' }, 'malformed'],
    ['no message', { does: 'raw', body: '{"choices":[{"finish_reason":"stop"}]}' }, 'malformed'],
    ['nothing', { does: 'raw', body: '' }, 'malformed'],
    ['an error inside 200', { does: 'raw', body: '{"error":{"code":429,"message":"slow down"}}' }, 'rate-limit'],
    ['content filter', { does: 'reply', finish: 'content_filter' }, 'refused'],
    ['refusal', { does: 'reply', refusal: 'I cannot help with that.' }, 'refused'],
  ])('%s', async (_name, answer, fault) => {
    const error = await failure(answer);
    expect(error.fault).toBe(fault);
    expect(error.message).toContain('org/tiny');
    expect(error.message).toMatch(/^[^\n]+\.$/);
  });

  it('nobody listens', async () => {
    const error = await failure({ does: 'hang' }, { baseUrl: 'http://127.0.0.1:9/v1' });
    expect(error.fault).toBe('unavailable');
    expect(error.message).toContain('ECONNREFUSED');
  });

  it('our own deadline', async () => {
    const error = await failure({ does: 'hang' }, { timeoutMs: 30 });
    expect(error.fault).toBe('timeout');
    expect(error.message).toContain('0.03 s');
  });

  it('an address that cannot be', async () => {
    expect((await failure({ does: 'hang' }, { baseUrl: 'no address' })).fault).toBe('bad-request');
  });

  it.each([
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after-ms': '250', 'retry-after': '7' }, 250],
    [{}, null],
  ])('reads how long to wait: %j', async (headers, expected) => {
    expect((await failure({ does: 'fail', status: 429, headers })).retryAfter).toBe(expected);
  });

  it('reads a date to wait for', async () => {
    const date = new Date(Date.now() + 90_000).toUTCString();
    const { retryAfter } = await failure({ does: 'fail', status: 503, headers: { 'retry-after': date } });
    expect(retryAfter).toBeGreaterThan(80_000);
    expect(retryAfter).toBeLessThanOrEqual(90_000);
  });

  it('a half-finished answer that a filter cut is a reply', async () => {
    const { model } = await serve([{ does: 'reply', text: 'First,', finish: 'content_filter' }]);
    expect(await model.generate(HELLO, never)).toMatchObject({ finish: 'refused', parts: [{ text: 'First,' }] });
  });

  it("throws the caller's own reason when the caller stops, before and during", async () => {
    const { model, server } = await serve([{ does: 'hang' }]);
    const controller = new AbortController();
    const reason = new Error('enough');
    const asking = model.generate(HELLO, controller.signal);
    await expect.poll(() => server.requests.length).toBe(1);
    controller.abort(reason);
    await expect(asking).rejects.toBe(reason);
    await expect(model.generate(HELLO, controller.signal)).rejects.toBe(reason);
    expect(server.requests).toHaveLength(1);
  });

  it('never tells the key, whatever the server echoes', async () => {
    const forms = [
      CANARY,
      encodeURIComponent(CANARY),
      Buffer.from(`user:${CANARY}`).toString('base64'),
      JSON.stringify(CANARY),
    ];
    const answers: LoopbackAnswer[] = [
      { does: 'fail', status: 401 },
      ...forms.map((form) => ({ does: 'fail', status: 400, message: `bad: ${form}` }) as const),
      { does: 'raw', status: 403, body: `<html><title>${CANARY}</title>` },
      { does: 'raw', status: 500, body: `${'x'.repeat(290)}${CANARY}` },
      { does: 'raw', body: `{"oops": "${CANARY}"}` },
      { does: 'reply', refusal: `I will not say ${CANARY}` },
    ];
    for (const answer of answers) {
      const error = await failure(answer);
      const shown = [
        error.message,
        error.stack,
        JSON.stringify(error),
        String(error.cause),
        JSON.stringify(Object.entries(error)),
      ].join('\n');
      expect(shown).not.toContain(CANARY);
      expect(shown).not.toContain(CANARY.slice(3, 20));
      for (const form of forms) expect(shown).not.toContain(form);
    }
  });

  it('says which variable to set', async () => {
    expect((await failure({ does: 'fail', status: 401 }, { apiKey: null, keyVariable: 'MY_KEY' })).message).toContain(
      'set MY_KEY',
    );
  });

  it('carries 1,000 requests at once', async () => {
    // Nobody is answered before everybody has asked.
    const all = Promise.withResolvers<void>();
    const { model, server } = await serve(async (_body, number) => {
      if (number === 999) all.resolve();
      await all.promise;
      return { does: 'reply', text: 'ok' };
    });
    const replies = await Promise.all(Array.from({ length: 1000 }, () => model.generate(HELLO, never)));
    expect(replies).toHaveLength(1000);
    expect(server.peak()).toBe(1000);
  });
});
