import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LoopbackModel, startLoopbackModel } from '../../test/loopback-model.ts';
import { text } from '../core/block.ts';
import { ModelError } from '../core/errors.ts';
import type { Model, ModelRequest, Reply } from '../core/model.ts';
import { NO_USAGE } from '../core/model.ts';
import { openModel } from '../models/provider.ts';
import { scripted } from '../models/scripted.ts';
import { systemClock } from '../run/system-clock.ts';
import { type Exchange, testModel } from './model.ts';

const asking = (words: string): ModelRequest => ({
  system: 'You echo.',
  messages: [{ role: 'user', blocks: [text(words)] }],
  tools: [{ name: 'look', description: 'Looks.', input: { type: 'object' } }],
});
const exchanges: readonly Exchange[] = ['apple', 'pear', 'plum'].map((word) => ({
  request: asking(word),
  answer: `echo of ${word}`,
}));
const wordIn = (value: unknown): string => /apple|pear|plum/.exec(JSON.stringify(value))?.[0] ?? 'nothing';
const echo = (): Model => scripted(({ messages }) => `echo of ${wordIn(messages)}`);
const waiting: Model['generate'] = (_request, signal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('a scripted model', () => {
  const checks = testModel({
    model: echo,
    exchanges,
    failing: [() => scripted([]), () => scripted([new ModelError('auth', 'no')])],
    slow: () => ({ name: 'slow', generate: waiting }),
  });
  for (const { name, run } of checks) it(name, run);
});

describe('a model behind HTTP', () => {
  const key = 'canary-key-0123456789';
  let echoing: LoopbackModel;
  let refusing: LoopbackModel;
  let hanging: LoopbackModel;
  beforeAll(async () => {
    echoing = await startLoopbackModel((body) => ({
      does: 'reply',
      text: `echo of ${wordIn(body)}`,
      usage: { input: 12, output: 3, cachedInput: 4 },
      latencyMs: wordIn(body) === 'apple' ? 60 : 1,
    }));
    refusing = await startLoopbackModel([{ does: 'fail', status: 401 }]);
    hanging = await startLoopbackModel([{ does: 'hang' }]);
  });
  afterAll(async () => {
    for (const server of [echoing, refusing, hanging]) await server.close();
  });
  const at = (server: () => LoopbackModel) => (): Model =>
    openModel(
      {
        provider: 'openai-compatible',
        model: 'echo',
        apiKey: key,
        baseUrl: `${server().url}/v1`,
        proxyUrl: null,
        timeoutMs: 10_000,
      },
      { clock: systemClock, env: {} },
    );
  const checks = testModel({
    model: at(() => echoing),
    exchanges,
    failing: [at(() => refusing)],
    slow: at(() => hanging),
    secret: key,
  });
  for (const { name, run } of checks) it(name, run);
});

async function failed(model: () => Model, failing: () => Model = () => scripted([])): Promise<readonly string[]> {
  const names: string[] = [];
  const checks = testModel({ model, exchanges, failing: [failing], secret: 'canary' });
  for (const { name, run } of checks) await run().catch(() => names.push(name));
  return names;
}

describe('the suite for models', () => {
  it('catches a model that mixes requests', async () => {
    let last = '';
    const mixing: Model = {
      name: 'mixing',
      generate: async ({ messages }, signal) => {
        signal.throwIfAborted();
        last = wordIn(messages);
        await new Promise((resolve) => setTimeout(resolve, 5));
        return { parts: [{ type: 'text', text: `echo of ${last}` }], finish: 'stop', usage: NO_USAGE };
      },
    };
    expect(await failed(() => mixing)).toEqual(['does not mix requests that are made at once']);
  });

  it('catches a model that does not listen to the signal', async () => {
    const deaf: Model = {
      name: 'deaf',
      generate: (request) => echo().generate(request, new AbortController().signal),
    };
    expect(await failed(() => deaf)).toEqual(['rejects with the reason of a signal that is aborted already']);
  });

  it('catches a model that invents a reply, throws something else, or tells its key', async () => {
    const aloud = ['rejects with a ModelError when it fails (1 of 1)'];
    expect(await failed(echo, () => scripted(['sorry, no idea']))).toEqual(aloud);
    expect(await failed(echo, () => scripted([new TypeError('no')]))).toEqual(aloud);
    const telling = new ModelError('auth', 'refused', { cause: new Error('the key canary is wrong') });
    expect(await failed(echo, () => scripted([telling]))).toEqual(aloud);
  });

  it('catches a model that writes to the request or answers in another shape', async () => {
    const writing: Model = {
      name: 'writing',
      generate: (request, signal) => {
        (request.messages as unknown[]).push({});
        return echo().generate(request, signal);
      },
    };
    expect(await failed(() => writing)).toContain('writes to nothing that it is given');
    const shapeless: Model = {
      name: 'shapeless',
      generate: async (request, signal) => {
        const { usage, ...rest } = await echo().generate(request, signal);
        return { ...rest, tokens: usage } as unknown as Reply;
      },
    };
    expect(await failed(() => shapeless)).toEqual(['answers with parts, why it ended, and tokens']);
  });
});
