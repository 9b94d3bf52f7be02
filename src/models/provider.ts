/**
 * A model behind a provider's API: one request, one try, one reply or one ModelError. Retries, limits, budgets and records are
 * wrappers' business. The caller's wish to stop is thrown as it came, never as a ModelError.
 */
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Clock } from '../core/clock.ts';
import { ModelError } from '../core/errors.ts';
import type { Model, ModelRequest, Reply } from '../core/model.ts';
import { answerOf } from './answer.ts';
import { withDeadline } from './deadline.ts';
import { openEndpoint } from './endpoint.ts';
import { type Failure, failureOf } from './failure.ts';
import { clipped } from './failure-words.ts';
import { callOptions } from './prompt.ts';
import { type Redact, redactor } from './redact.ts';
import { baseUrlOf, KEY_VARIABLES, type ModelSettings, secretsInUrl, secretsOf, shownUrl } from './settings.ts';
import { createTransport, type Env, type Transport } from './transport.ts';

export interface ModelDeps {
  readonly clock: Clock;
  readonly env: Env;
  /** Shared by the models of a run; without it a model has its own connections. */
  readonly transport?: Transport;
  /** Told once for each thing the provider says it will not heed, such as a temperature. */
  readonly onWarning?: (sentence: string) => void;
}

export function openModel(settings: ModelSettings, deps: ModelDeps): Model {
  const { clock, env, transport = createTransport({ env }) } = deps;
  const redact = redactor([...secretsOf(settings), ...Object.values(env).flatMap((value) => proxySecrets(value))]);
  const fetch = transport.fetchBy(settings.proxyUrl);
  const warn = warner(settings, redact, deps.onWarning);
  let endpoint: Promise<LanguageModelV4> | undefined;

  const ask = async (request: ModelRequest, signal: AbortSignal): Promise<Reply> => {
    endpoint ??= openEndpoint(settings, fetch);
    const options = callOptions(request, settings.provider);
    const result = await (await endpoint).doGenerate({ ...options, abortSignal: signal });
    for (const warning of result.warnings) warn(JSON.stringify(warning));
    const answer = answerOf(result, settings.provider);
    if (answer.type === 'reply') return answer.reply;
    const fault = answer.type === 'refusal' ? 'refused' : 'malformed';
    throw new ModelError(
      fault,
      sentence({ fault, status: null, words: answer.words, retryAfter: null }, settings, redact),
    );
  };

  return {
    name: settings.model,
    generate: async (request, signal) => {
      const late = (): Error => {
        const waited = `${settings.timeoutMs / 1000} s`;
        return new ModelError(
          'timeout',
          `${nameOf(settings)} did not answer within ${waited}; raise the timeout if it needs longer.`,
        );
      };
      const once = async (stop: AbortSignal): Promise<Reply> => {
        try {
          return await ask(request, stop);
        } catch (error) {
          if (error instanceof ModelError) throw error;
          const failure = failureOf(error, clock.now());
          // No cause: the SDK's errors hold the whole request, and answers that may echo the key.
          throw new ModelError(failure.fault, sentence(failure, settings, redact), { retryAfter: failure.retryAfter });
        }
      };
      return withDeadline(once, { clock, timeoutMs: settings.timeoutMs, signal, late });
    },
  };
}

/** Proxies in the environment may carry a password. */
function proxySecrets(value: string | undefined): readonly string[] {
  return value !== undefined && /^\w+:\/\/[^/]*@/.test(value) ? secretsInUrl(value) : [];
}

function warner(settings: ModelSettings, redact: Redact, onWarning: ModelDeps['onWarning']): (warning: string) => void {
  const told = new Set<string>();
  return (warning) => {
    if (onWarning === undefined || told.has(warning)) return;
    told.add(warning);
    onWarning(`${nameOf(settings)} warns: ${clipped(redact(warning))}`);
  };
}

function nameOf(settings: ModelSettings): string {
  return `${settings.model} at ${shownUrl(baseUrlOf(settings))}`;
}

/** Which model, what happened, what to do. */
function sentence({ fault, status, words, retryAfter }: Failure, settings: ModelSettings, redact: Redact): string {
  const said = clipped(redact(words));
  const because = [status === null ? '' : String(status), said].filter(Boolean).join(': ');
  const told = because === '' ? '' : ` (${because})`;
  const name = redact(nameOf(settings));
  switch (fault) {
    case 'auth':
      return `${name} refused us${told}; ${keyAdvice(settings)}.`;
    case 'bad-request':
      return `${name} cannot take this request${told}; check the model's name, the base URL and the options.`;
    case 'context-full':
      return `The conversation is longer than ${name} takes${told}.`;
    case 'rate-limit': {
      const wait = retryAfter === null ? '' : `, asking to wait ${retryAfter / 1000} s`;
      return `${name} limits our rate${told}${wait}; use fewer workers or ask for a higher limit.`;
    }
    case 'unavailable':
      return `${name} cannot be reached or is out of order${told}; check that it is up, the base URL and the proxy.`;
    case 'refused':
      return `${name} declined to answer${told}.`;
    default:
      return `${name} gave an answer that is none${told}; check that the base URL leads to a model's API.`;
  }
}

function keyAdvice({ apiKey, keyVariable, provider }: ModelSettings): string {
  const variable = keyVariable ?? KEY_VARIABLES[provider][0];
  if (apiKey === null) return `set ${variable} to a key for it`;
  return `check that the key in ${variable}, or the one given, may use this model and has credit`;
}
