import { afterEach, describe, expect, it } from 'vitest';
import { type LoopbackModel, startLoopbackModel } from '../../test/loopback-model.ts';
import { type ModelRequest, replyText } from '../core/model.ts';
import { systemClock } from '../run/system-clock.ts';
import { withFormatFallback } from './format-fallback.ts';
import { openModel } from './provider.ts';

let server: LoopbackModel;
afterEach(() => server.close());

const never = new AbortController().signal;
const request: ModelRequest = {
  system: 'Judge.',
  messages: [{ role: 'user', blocks: [{ type: 'text', text: 'Is it so?' }] }],
  tools: [],
  format: { type: 'object', properties: { so: { type: 'boolean' } }, required: ['so'], additionalProperties: false },
};

async function judge(knowsSchemas: boolean) {
  server = await startLoopbackModel((body) =>
    body.response_format !== undefined && !knowsSchemas
      ? { does: 'fail', status: 400, message: 'response_format json_schema is not supported' }
      : { does: 'reply', text: '{"so": true}' },
  );
  const settings = {
    provider: 'openai-compatible',
    model: 'm',
    apiKey: null,
    baseUrl: `${server.url}/v1`,
    proxyUrl: null,
    timeoutMs: 10_000,
  } as const;
  return withFormatFallback(openModel(settings, { clock: systemClock, env: {} }));
}

describe('withFormatFallback', () => {
  it('asks for the form where the server knows it', async () => {
    const model = await judge(true);
    expect(replyText(await model.generate(request, never))).toBe('{"so": true}');
    expect(server.requests.map(({ body }) => body.response_format !== undefined)).toEqual([true]);
  });

  it('does without where it does not, and asks in vain once only', async () => {
    const model = await judge(false);
    for (let i = 0; i < 3; i++) expect(replyText(await model.generate(request, never))).toBe('{"so": true}');
    expect(server.requests.map(({ body }) => body.response_format !== undefined)).toEqual([true, false, false, false]);
  });

  it('lets other refusals of a request through', async () => {
    server = await startLoopbackModel([{ does: 'fail', status: 400, message: 'no such model' }]);
    const settings = {
      provider: 'openai-compatible',
      model: 'm',
      apiKey: null,
      baseUrl: `${server.url}/v1`,
      proxyUrl: null,
      timeoutMs: 10_000,
    } as const;
    const model = withFormatFallback(openModel(settings, { clock: systemClock, env: {} }));
    await expect(model.generate(request, never)).rejects.toThrow(/no such model/);
  });
});
