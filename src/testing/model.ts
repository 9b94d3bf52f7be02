/** The contract of models, as checks. */
import assert from 'node:assert/strict';
import { ModelError } from '../core/errors.ts';
import { type Model, type ModelRequest, type Reply, replyText } from '../core/model.ts';
import { replySchema } from '../models/reply-schema.ts';
import { assertJson, assertRejectsWith, type ContractCheck, check, frozen, never, promptly } from './contract-check.ts';

/** A request, and words that belong in its answer and in no other. */
export interface Exchange {
  readonly request: ModelRequest;
  readonly answer: string;
}

export interface ModelTrial {
  /** A fresh model that answers each exchange, in whatever order they come. */
  readonly model: () => Model;
  /** Two or more. */
  readonly exchanges: readonly Exchange[];
  /** Models that cannot answer: a server that is down, a wrong key, an empty script. */
  readonly failing?: readonly (() => Model)[];
  /** A model that would not answer before it is stopped. */
  readonly slow?: () => Model;
  /** Stands in the model's settings, and in no message. */
  readonly secret?: string;
}

export function testModel(trial: ModelTrial): readonly ContractCheck[] {
  const { failing = [], slow } = trial;
  return [
    check('answers with parts, why it ended, and tokens', () => soundReplies(trial)),
    check('does not mix requests that are made at once', () => keepsApart(trial)),
    check('writes to nothing that it is given', () => readsOnly(trial)),
    check('rejects with the reason of a signal that is aborted already', () => stoppedBefore(trial)),
    ...(slow === undefined
      ? []
      : [check('rejects at once when it is stopped while it waits', () => stoppedWithin(trial, slow))]),
    ...failing.map((model, i) =>
      check(`rejects with a ModelError when it fails (${i + 1} of ${failing.length})`, () => failsAloud(trial, model)),
    ),
  ];
}

function ask(model: Model, request: ModelRequest): Promise<Reply> {
  return promptly(model.generate(request, never), `the model ${model.name}`);
}

async function soundReplies(trial: ModelTrial): Promise<void> {
  const model = trial.model();
  assert.notEqual(model.name, '', 'the model has no name');
  for (const { request, answer } of trial.exchanges) {
    const reply = await ask(model, request);
    const read = replySchema.safeParse(reply);
    assert.ok(read.success, `this is no reply: ${JSON.stringify(reply)}: ${read.error?.message}`);
    assertJson(reply, 'the reply');
    assertAnswers(reply, answer);
    const { input, cachedInput, output, reasoning } = reply.usage;
    for (const tokens of [input, cachedInput, output, reasoning]) {
      assert.ok(tokens === null || (Number.isInteger(tokens) && tokens >= 0), `the reply took ${tokens} tokens`);
    }
    assert.ok((cachedInput ?? 0) <= (input ?? Number.POSITIVE_INFINITY), 'more input was cached than there was');
    assert.ok((reasoning ?? 0) <= (output ?? Number.POSITIVE_INFINITY), 'more was reasoned than came out');
  }
}

function assertAnswers(reply: Reply, answer: string): void {
  assert.ok(replyText(reply).includes(answer), `"${answer}" is not in the answer "${replyText(reply)}"`);
}

async function keepsApart(trial: ModelTrial): Promise<void> {
  assert.ok(trial.exchanges.length > 1, 'the trial needs two exchanges or more');
  const model = trial.model();
  const replies = await Promise.all(trial.exchanges.map(({ request }) => ask(model, request)));
  for (const [i, { answer }] of trial.exchanges.entries()) {
    const reply = replies[i];
    if (reply !== undefined) assertAnswers(reply, answer);
  }
}

async function readsOnly(trial: ModelTrial): Promise<void> {
  const model = trial.model();
  for (const { request, answer } of trial.exchanges) {
    assertAnswers(await ask(model, frozen(request)), answer);
    const open = structuredClone(request);
    await ask(model, open);
    assert.deepEqual(open, request, 'the model wrote to the request');
  }
}

const STOP = new Error('stopped from outside');

async function stoppedBefore(trial: ModelTrial): Promise<void> {
  const model = trial.model();
  for (const { request } of trial.exchanges) {
    await assertRejectsWith(model.generate(request, AbortSignal.abort(STOP)), STOP, 'the request');
  }
}

async function stoppedWithin(trial: ModelTrial, slow: () => Model): Promise<void> {
  const control = new AbortController();
  const [exchange] = trial.exchanges;
  if (exchange === undefined) return;
  const waiting = slow().generate(exchange.request, control.signal);
  setTimeout(() => control.abort(STOP), 50);
  await assertRejectsWith(waiting, STOP, 'the request');
}

async function failsAloud(trial: ModelTrial, failing: () => Model): Promise<void> {
  const [exchange] = trial.exchanges;
  if (exchange === undefined) return;
  const error: unknown = await ask(failing(), exchange.request).then(
    (reply) => assert.fail(`it cannot have answered, and yet it said ${JSON.stringify(reply)}`),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ModelError, `it failed with something else than a ModelError: ${error}`);
  const { secret } = trial;
  if (secret !== undefined) assert.ok(!told(error).includes(secret), 'the error tells the secret');
}

/** All that an error says, down to its causes. */
function told(error: unknown): string {
  return error instanceof Error ? `${error.message} ${error.stack} ${told(error.cause)}` : String(error);
}
