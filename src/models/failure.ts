/**
 * What went wrong between us and a model's server, from whatever was thrown: which fault it is, in whose words, and how long to
 * wait. Knows the main providers' ways of saying things; does not know which model it was or what we tell the user.
 */
import { z } from 'zod';
import type { ModelFault } from '../core/errors.ts';
import { wordsIn } from './failure-words.ts';
import { BROKE_OFF } from './transport.ts';

export interface Failure {
  readonly fault: ModelFault;
  /** HTTP status, where there was an answer. */
  readonly status: number | null;
  /** The other side's own words. May hold secrets: redact before showing. */
  readonly words: string;
  readonly retryAfter: number | null;
}

const thrownSchema = z.object({
  name: z.string().catch(''),
  message: z.string().catch(''),
  code: z.string().catch(''),
  statusCode: z.number().optional().catch(undefined),
  responseBody: z.string().optional().catch(undefined),
  responseHeaders: z.record(z.string(), z.string()).catch({}),
  cause: z.unknown().optional(),
  errors: z.array(z.unknown()).catch([]),
});
type Thrown = z.infer<typeof thrownSchema>;

export function failureOf(error: unknown, now: number): Failure {
  const thrown = thrownSchema.safeParse(error).data;
  if (thrown === undefined) return { fault: 'bad-request', status: null, words: String(error), retryAfter: null };
  const { statusCode, responseBody = '', responseHeaders } = thrown;
  if (statusCode === undefined) return { ...unanswered(thrown), retryAfter: null };
  const retryAfter = waitAsked(responseHeaders, responseBody, now);
  const words = wordsIn(responseBody) || thrown.message;
  if (statusCode >= 300) return { fault: faultOf(statusCode, responseBody), status: statusCode, words, retryAfter };
  // Some relays answer 200 with an error inside.
  const inner = innerStatus(responseBody);
  if (inner !== null) return { fault: faultOf(inner, responseBody), status: inner, words, retryAfter };
  return { fault: 'malformed', status: statusCode, words: words || causeWords(thrown), retryAfter };
}

const CONTEXT_FULL = [
  /context_length_exceeded/, // OpenAI and its likes, by code
  /maximum context length/, // OpenAI, vLLM, Mistral, OpenRouter
  /prompt is too long/, // Anthropic
  /input length and `?max_tokens`? exceed context limit/, // Anthropic
  /input token count.{0,40}exceeds/, // Google
  /exceeds? the available context size|exceed_context_size_error/, // llama.cpp
  /context (window|size|length|limit).{0,60}exceed|exceed.{0,60}context (window|size|length|limit)/,
  /input is too long/, // Bedrock
  /range of input length should be/, // Qwen
  /maximum prompt length/, // xAI
  /reduce the length of the (messages|prompt|input)/, // Groq
  /request_too_large/,
] as const;
/** The reply we asked for was too long, not the conversation: a setting is wrong, whatever else the sentence says. */
const OUTPUT_TOO_LARGE = /max_(completion_|output_)?tokens['"` ].{0,60}(is |are )?too large/;
/**
 * No credit left. Comes as 429 (OpenAI) or 400 (Anthropic), but no wait will help: only the owner of the key can mend it, so it is
 * the same to us as a key that is refused. Google's "exceeded your current quota" is not here: it says so for a minute's limit too.
 */
const NO_CREDIT = /insufficient_quota|credit balance is too low|insufficient balance|insufficient credits/;

function faultOf(status: number, body: string): ModelFault {
  const text = body.toLowerCase();
  if (status === 401 || status === 402 || status === 403 || status === 407 || NO_CREDIT.test(text)) return 'auth';
  if (status === 429) return 'rate-limit';
  const mayBeFull = status === 400 || status === 413 || status === 422 || status === 500;
  if (mayBeFull && !OUTPUT_TOO_LARGE.test(text) && CONTEXT_FULL.some((pattern) => pattern.test(text)))
    return 'context-full';
  if (status === 408 || status === 425 || status >= 500) return 'unavailable';
  return 'bad-request';
}

/** Codes of connections that failed and may not fail the next time. */
const CONNECTION =
  /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|UND_ERR_(SOCKET|CONNECT|HEADERS_TIMEOUT|BODY_TIMEOUT|ABORTED|DESTROYED|CLOSED|PRX))/;
const NEVER_ANSWERS = /^AI_(UnsupportedFunctionality|InvalidArgument|InvalidPrompt|LoadAPIKey|NoSuchModel)Error$/;

function unanswered(thrown: Thrown): Omit<Failure, 'retryAfter'> {
  const chain = chainOf(thrown);
  const words =
    chain.map(({ code, message }) => (message.includes(code) ? message : `${code} ${message}`)).findLast(Boolean) ?? '';
  const failure = (fault: ModelFault): Omit<Failure, 'retryAfter'> => ({ fault, status: null, words });
  if (chain.some(({ message }) => /proxy.*\b407\b/i.test(message))) return failure('auth');
  if (chain.some(({ code }) => code === BROKE_OFF)) return failure('malformed');
  if (chain.some(({ code, message }) => CONNECTION.test(code) || /socket hang up|other side closed/.test(message))) {
    return failure('unavailable');
  }
  if (thrown.name.startsWith('AI_') && thrown.name !== 'AI_APICallError' && !NEVER_ANSWERS.test(thrown.name)) {
    return failure('malformed');
  }
  return failure('bad-request');
}

/** The error, its causes, and theirs. */
function chainOf(thrown: Thrown, depth = 0): readonly Thrown[] {
  if (depth === 5) return [thrown];
  const deeper = [thrown.cause, ...thrown.errors].flatMap((cause) => thrownSchema.safeParse(cause).data ?? []);
  return [thrown, ...deeper.flatMap((cause) => chainOf(cause, depth + 1))];
}

function causeWords(thrown: Thrown): string {
  return chainOf(thrown).at(-1)?.message ?? '';
}

const innerSchema = z.object({ error: z.object({ code: z.coerce.number().int().min(400).max(599) }) });

function innerStatus(body: string): number | null {
  try {
    return innerSchema.safeParse(JSON.parse(body)).data?.error.code ?? null;
  } catch {
    return null;
  }
}

/** In milliseconds: `retry-after-ms`, `retry-after` in seconds or as a date, or Google's `retryDelay` in the body. */
function waitAsked(headers: Readonly<Record<string, string>>, body: string, now: number): number | null {
  const milliseconds = numberIn(headers['retry-after-ms']);
  if (milliseconds !== null) return milliseconds;
  const after = headers['retry-after'];
  const seconds = numberIn(after) ?? numberIn(/"retryDelay":\s*"([\d.]+)s"/.exec(body)?.[1]);
  if (seconds !== null) return Math.round(seconds * 1000);
  const date = after === undefined ? Number.NaN : Date.parse(after);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function numberIn(text: string | undefined): number | null {
  return text !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : null;
}
