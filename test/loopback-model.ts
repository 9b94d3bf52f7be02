/**
 * A model's API on 127.0.0.1, for tests and benchmarks: real HTTP, scripted answers, misbehaviour on request.
 *
 *   const server = await startLoopbackModel((body, number) => ({ does: 'reply', text: `answer ${number}` }));
 *   … base URL: `${server.url}/v1` (OpenAI and Anthropic shapes) or `${server.url}/v1beta` (Google's) …
 *   server.requests[0].body; await server.close();
 *
 * The behaviour is asked for each request with its parsed body and its number from 0, and may be a list instead of a function:
 * the n-th entry for the n-th request, the last one for all that follow. It answers with one of
 *   { does: 'reply', text?, reasoning?, calls?, refusal?, finish?, usage? … }   a sound answer; usage is sent only if given
 *   { does: 'fail', status, code?, message?, headers? }   an error in the API's shape; 401 echoes the credentials it was sent
 *   { does: 'raw', body, status?, headers? }              whatever is wanted
 *   { does: 'html' | 'empty-choices' | 'truncate' | 'reset' | 'hang' }
 * each with an optional `latencyMs`. The shape follows the path: `…/chat/completions`, `…/responses`, `…/messages`,
 * `…:generateContent`.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

export interface LoopbackCall {
  readonly name: string;
  /** An object, or the text itself where it is to be malformed. */
  readonly input: Readonly<Record<string, unknown>> | string;
  readonly id?: string;
  /** Google's thought signature. */
  readonly signature?: string;
}

export interface LoopbackReply {
  readonly does: 'reply';
  readonly text?: string;
  readonly reasoning?: string;
  /** What chat completions call the reasoning; `reasoning_content` unless told. */
  readonly reasoningField?: string;
  /** Anthropic's signature, OpenAI's encrypted reasoning, Google's thought signature on the text. */
  readonly signature?: string;
  readonly calls?: readonly LoopbackCall[];
  readonly refusal?: string;
  /** In the API's own words, for example `stop` beside calls, `content_filter`, `refusal`, `SAFETY`. */
  readonly finish?: string;
  readonly usage?: {
    readonly input: number;
    readonly output: number;
    readonly cachedInput?: number;
    readonly reasoning?: number;
  };
  /** Added to the message of a chat completion as it is. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly latencyMs?: number;
}

export type LoopbackAnswer =
  | LoopbackReply
  | {
      readonly does: 'fail';
      readonly status: number;
      readonly code?: string;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly latencyMs?: number;
    }
  | {
      readonly does: 'raw';
      readonly body: string;
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly latencyMs?: number;
    }
  | { readonly does: 'html' | 'empty-choices' | 'truncate' | 'reset' | 'hang'; readonly latencyMs?: number };

export type LoopbackBehaviour =
  | readonly LoopbackAnswer[]
  | ((body: Record<string, unknown>, number: number) => LoopbackAnswer | Promise<LoopbackAnswer>);

export interface LoopbackRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}

export interface LoopbackModel {
  /** Without a path, for example `http://127.0.0.1:40123`. */
  readonly url: string;
  readonly requests: readonly LoopbackRequest[];
  /** How many requests were being answered at once, at most. */
  peak(): number;
  close(): Promise<void>;
}

export async function startLoopbackModel(behaviour: LoopbackBehaviour): Promise<LoopbackModel> {
  const requests: LoopbackRequest[] = [];
  let active = 0;
  let peak = 0;
  const server = createServer(async (incoming, outgoing) => {
    peak = Math.max(peak, ++active);
    outgoing.on('close', () => active--);
    const number = requests.length;
    const request: LoopbackRequest = { path: incoming.url ?? '', headers: incoming.headers, body: {} };
    requests.push(request);
    const body = await bodyOf(incoming);
    requests[number] = { ...request, body };
    const answer = await answerFor(behaviour, body, number);
    if (answer.latencyMs) await sleep(answer.latencyMs);
    play(answer, { request, number, outgoing });
  });
  await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: 2048 }, resolve));
  const address = z.custom<AddressInfo>((value) => typeof value === 'object').parse(server.address());
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    peak: () => peak,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(incoming: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString();
  return text === '' ? {} : z.record(z.string(), z.unknown()).parse(JSON.parse(text));
}

async function answerFor(
  behaviour: LoopbackBehaviour,
  body: Record<string, unknown>,
  number: number,
): Promise<LoopbackAnswer> {
  if (typeof behaviour === 'function') return behaviour(body, number);
  const answer = behaviour[Math.min(number, behaviour.length - 1)];
  if (answer === undefined) throw new Error('the loopback model was given no answers');
  return answer;
}

interface Stage {
  readonly request: LoopbackRequest;
  readonly number: number;
  readonly outgoing: ServerResponse;
}

function play(answer: LoopbackAnswer, stage: Stage): void {
  const { request, number, outgoing } = stage;
  const send = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): void => {
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
    outgoing.end(body);
  };
  switch (answer.does) {
    case 'reply':
      send(200, JSON.stringify(shaped(request.path, answer, number)));
      break;
    case 'fail':
      send(answer.status, JSON.stringify(errorBody(answer, request)), answer.headers);
      break;
    case 'raw':
      send(answer.status ?? 200, answer.body, answer.headers);
      break;
    case 'html':
      send(200, '<!doctype html><html><head><title>Welcome</title></head></html>', { 'content-type': 'text/html' });
      break;
    case 'empty-choices':
      send(200, JSON.stringify({ id: 'x', choices: [], content: [], candidates: [], output: [] }));
      break;
    case 'truncate': {
      const whole = JSON.stringify(shaped(request.path, { does: 'reply', text: 'this is cut short' }, number));
      outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': String(whole.length) });
      outgoing.write(whole.slice(0, whole.length / 2), () => outgoing.destroy());
      break;
    }
    case 'reset':
      outgoing.socket?.resetAndDestroy();
      break;
    case 'hang':
      break;
  }
}

function errorBody(answer: { status: number; code?: string; message?: string }, { headers }: LoopbackRequest): unknown {
  const sent = [headers.authorization, headers['x-api-key'], headers['x-goog-api-key']].filter(Boolean).join(' ');
  const message =
    answer.message ?? (answer.status === 401 ? `Incorrect API key provided: ${sent}.` : `failed with ${answer.status}`);
  return { error: { message, type: 'invalid_request_error', code: answer.code ?? null } };
}

function shaped(path: string, reply: LoopbackReply, number: number): unknown {
  if (path.endsWith('/chat/completions')) return chatCompletion(reply, number);
  if (path.endsWith('/responses')) return response(reply, number);
  if (path.endsWith('/messages')) return anthropicMessage(reply, number);
  if (path.includes(':generateContent')) return googleContent(reply);
  throw new Error(`the loopback model does not know the path ${path}`);
}

const argumentsOf = ({ input }: LoopbackCall): string => (typeof input === 'string' ? input : JSON.stringify(input));
const idOf = (call: LoopbackCall, number: number, index: number): string => call.id ?? `call_${number}_${index}`;

function chatCompletion(reply: LoopbackReply, number: number): unknown {
  const { text, reasoning, reasoningField = 'reasoning_content', calls = [], refusal, usage, finish } = reply;
  const toolCalls = calls.map((call, index) => ({
    id: idOf(call, number, index),
    type: 'function',
    function: { name: call.name, arguments: argumentsOf(call) },
    ...(call.signature === undefined ? {} : { extra_content: { google: { thought_signature: call.signature } } }),
  }));
  return {
    id: `chatcmpl-${number}`,
    object: 'chat.completion',
    created: 0,
    model: 'loopback',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: text ?? null,
          ...(reasoning === undefined ? {} : { [reasoningField]: reasoning }),
          ...(refusal === undefined ? {} : { refusal }),
          ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
          ...reply.fields,
        },
        finish_reason: finish ?? (toolCalls.length > 0 ? 'tool_calls' : 'stop'),
      },
    ],
    ...(usage === undefined
      ? {}
      : {
          usage: {
            prompt_tokens: usage.input,
            completion_tokens: usage.output,
            ...(usage.cachedInput === undefined ? {} : { prompt_tokens_details: { cached_tokens: usage.cachedInput } }),
            ...(usage.reasoning === undefined
              ? {}
              : { completion_tokens_details: { reasoning_tokens: usage.reasoning } }),
          },
        }),
  };
}

function response(reply: LoopbackReply, number: number): unknown {
  const { text, reasoning, signature, calls = [], refusal, usage } = reply;
  const said = [
    ...(text === undefined ? [] : [{ type: 'output_text', text, annotations: [] }]),
    ...(refusal === undefined ? [] : [{ type: 'refusal', refusal }]),
  ];
  return {
    id: `resp_${number}`,
    created_at: 0,
    model: 'loopback',
    output: [
      ...(reasoning === undefined && signature === undefined
        ? []
        : [
            {
              type: 'reasoning',
              id: `rs_${number}`,
              encrypted_content: signature ?? null,
              summary: reasoning === undefined ? [] : [{ type: 'summary_text', text: reasoning }],
            },
          ]),
      ...(said.length === 0 ? [] : [{ type: 'message', role: 'assistant', id: `msg_${number}`, content: said }]),
      ...calls.map((call, index) => ({
        type: 'function_call',
        id: `fc_${number}_${index}`,
        call_id: idOf(call, number, index),
        name: call.name,
        arguments: argumentsOf(call),
      })),
    ],
    usage: {
      input_tokens: usage?.input ?? 0,
      output_tokens: usage?.output ?? 0,
      input_tokens_details: { cached_tokens: usage?.cachedInput ?? 0 },
      output_tokens_details: { reasoning_tokens: usage?.reasoning ?? 0 },
    },
  };
}

function anthropicMessage(reply: LoopbackReply, number: number): unknown {
  const { text, reasoning, signature = '', calls = [], usage, finish } = reply;
  return {
    type: 'message',
    id: `msg_${number}`,
    role: 'assistant',
    model: 'loopback',
    content: [
      ...(reasoning === undefined ? [] : [{ type: 'thinking', thinking: reasoning, signature }]),
      ...(text === undefined ? [] : [{ type: 'text', text }]),
      ...calls.map((call, index) => ({
        type: 'tool_use',
        id: idOf(call, number, index),
        name: call.name,
        input: call.input,
      })),
    ],
    stop_reason: finish ?? (calls.length > 0 ? 'tool_use' : 'end_turn'),
    stop_sequence: null,
    usage: {
      input_tokens: (usage?.input ?? 0) - (usage?.cachedInput ?? 0),
      output_tokens: usage?.output ?? 0,
      cache_read_input_tokens: usage?.cachedInput ?? 0,
      cache_creation_input_tokens: 0,
    },
  };
}

function googleContent(reply: LoopbackReply): unknown {
  const { text, reasoning, signature, calls = [], usage, finish } = reply;
  return {
    candidates: [
      {
        content: {
          role: 'model',
          parts: [
            ...(reasoning === undefined ? [] : [{ text: reasoning, thought: true }]),
            ...(text === undefined
              ? []
              : [{ text, ...(signature === undefined ? {} : { thoughtSignature: signature }) }]),
            ...calls.map((call) => ({
              functionCall: { name: call.name, args: call.input, ...(call.id === undefined ? {} : { id: call.id }) },
              ...(call.signature === undefined ? {} : { thoughtSignature: call.signature }),
            })),
          ],
        },
        finishReason: finish ?? 'STOP',
        index: 0,
      },
    ],
    ...(usage === undefined
      ? {}
      : {
          usageMetadata: {
            promptTokenCount: usage.input,
            candidatesTokenCount: usage.output - (usage.reasoning ?? 0),
            cachedContentTokenCount: usage.cachedInput ?? 0,
            thoughtsTokenCount: usage.reasoning ?? 0,
            totalTokenCount: usage.input + usage.output,
          },
        }),
  };
}
