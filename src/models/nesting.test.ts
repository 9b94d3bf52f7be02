import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type LoopbackModel, startLoopbackModel } from '../../test/loopback-model.ts';
import type { Event, ModelReplied } from '../core/event.ts';
import { type Model, type ModelRequest, replyText } from '../core/model.ts';
import { stream } from '../core/random.ts';
import { budgeted } from './budget.ts';
import { cached } from './cache.ts';
import { endpointGate, gated } from './concurrency.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { manualClock } from './manual-clock.ts';
import { LISTED_PRICES } from './price.ts';
import { openModel } from './provider.ts';
import { recorder } from './record.ts';
import { replayer } from './replay.ts';
import { retried } from './retry.ts';

const CANARY = 'sk-canary-0123456789';
const never = new AbortController().signal;
const ask = (text: string): ModelRequest => ({
  system: '',
  messages: [{ role: 'user', blocks: [{ type: 'text', text }] }],
  tools: [],
});
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

interface Stack {
  readonly model: Model;
  readonly ledger: Ledger;
  readonly events: Event[];
}

function stack(server: LoopbackModel, directory: string, replies: readonly ModelReplied[] = []): Stack {
  const clock = manualClock();
  // The deadline sleeps on this clock too: here it is never reached.
  const patient = { now: clock.now, sleep: () => new Promise<void>(() => undefined) };
  const ledger = createLedger({ prices: LISTED_PRICES, clock });
  const events: Event[] = [];
  const settings = {
    provider: 'openai-compatible',
    model: 'gpt-4o',
    apiKey: CANARY,
    baseUrl: `${server.url}/v1`,
    proxyUrl: null,
    timeoutMs: 60_000,
  } as const;
  const provider = openModel(settings, { clock: patient, env: {} });
  const asked = budgeted(provider, { role: 'agent', ledger, limits: { dollars: 1 } });
  const patientlyAsked = retried(gated(asked, endpointGate({ cap: 4, clock })), {
    clock,
    random: stream(1),
    attempts: 3,
  });
  const known = replayer({ replies })('agent', cached(patientlyAsked, { directory, trial: 0 }));
  return { model: recorder({ emit: (event) => events.push(event) })('agent', known), ledger, events };
}

describe('record → replay → cache → retry → gate → budget → provider', () => {
  it('asks once for what it can know, counts only what was asked, and tells the key to nobody', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'practicum-nesting-'));
    closing.push(() => rm(directory, { recursive: true }));
    const usage = { input: 1000, output: 100 };
    const server = await startLoopbackModel((_body, number) => {
      if (number === 0) return { does: 'fail', status: 429, headers: { 'retry-after': '2' } };
      return number < 3 ? { does: 'reply', text: `answer ${number}`, usage } : { does: 'fail', status: 401 };
    });
    closing.push(() => server.close());

    const first = stack(server, directory);
    expect(replyText(await first.model.generate(ask('one'), never))).toBe('answer 1');
    expect(replyText(await first.model.generate(ask('two'), never))).toBe('answer 2');
    expect(first.ledger.total()).toMatchObject({ calls: 2, input: 2000, output: 200 });
    expect(first.ledger.total().dollars).toBeCloseTo(2 * (0.0025 + 0.001), 10);

    const resumed = stack(
      server,
      directory,
      first.events.filter((event) => event.type === 'model-replied').slice(0, 1),
    );
    await resumed.model.generate(ask('one'), never);
    await resumed.model.generate(ask('two'), never);
    expect(resumed.events).toEqual(first.events);
    expect(resumed.ledger.total().calls).toBe(0);
    expect(server.requests).toHaveLength(3);

    const error: unknown = await resumed.model.generate(ask('three'), never).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ fault: 'auth' });
    const files = await readdir(directory, { recursive: true, withFileTypes: true });
    const written = await Promise.all(
      files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), 'utf8')),
    );
    expect(written).toHaveLength(2);
    expect(`${written} ${JSON.stringify(resumed.events)} ${error} ${JSON.stringify(error)}`).not.toContain('canary');
  });
});
