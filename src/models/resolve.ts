/**
 * From the name a user gave to the settings of a model: an alias, or a provider's own name. The environment comes by argument.
 * Every way to fail is a sentence that says what to set, and holds no key.
 */
import { UserError } from '../core/errors.ts';
import { nearestName } from '../core/suggestion.ts';
import { type Aliases, type ModelEntry, VARIABLE_NAME } from './aliases.ts';
import type { Defaults } from './defaults.ts';
import type { Price } from './price.ts';
import { DEFAULT_TIMEOUT_MS, KEY_VARIABLES, type ModelSettings, type Provider, secretsOf } from './settings.ts';
import type { Env } from './transport.ts';

export interface Overrides {
  readonly apiKey?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly proxyUrl?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

export interface Resolving {
  readonly aliases: Aliases;
  readonly env: Env;
  readonly overrides?: Overrides;
}

export interface ResolvedModel {
  readonly settings: ModelSettings;
  /** What the alias asks of every request, where the request does not say otherwise. */
  readonly defaults: Defaults;
  readonly price: Price | null;
  /** For `redactor`. */
  readonly secrets: readonly string[];
}

export function resolveModel(name: string, resolving: Resolving): ResolvedModel {
  const entry = resolving.aliases.get(name) ?? {
    provider: null,
    model: name,
    baseUrl: null,
    proxyUrl: null,
    key: null,
  };
  const isAlias = resolving.aliases.has(name);
  const { overrides = {}, env } = resolving;
  // The general address is for names that say nothing about where they live; an alias or a provider says more.
  const general =
    isAlias && entry.provider !== null && entry.provider !== 'openai-compatible' ? undefined : env.OPENAI_BASE_URL;
  const baseUrl = overrides.baseUrl?.trim() || entry.baseUrl || general?.trim() || null;
  if (baseUrl !== null && URL.parse(baseUrl) === null)
    throw new UserError(`The base URL of ${name} is no URL: write it as https://host/v1.`);
  const { provider, model } = placeOf(name, entry, { baseUrl, resolving });
  const key = keyFor({ name, entry, provider, baseUrl, isAlias }, resolving);
  const settings: ModelSettings = {
    provider,
    model,
    ...key,
    baseUrl,
    proxyUrl: overrides.proxyUrl || entry.proxyUrl,
    timeoutMs: overrides.timeoutMs ?? DEFAULT_TIMEOUT_MS,
  };
  const { reasoningEffort, temperature, maxOutputTokens, price = null } = entry;
  const defaults = {
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
  };
  return { settings, defaults, price, secrets: secretsOf(settings) };
}

interface Place {
  readonly provider: Provider;
  readonly model: string;
}

const PREFIXES = {
  openai: 'openai',
  anthropic: 'anthropic',
  google: 'google',
  gemini: 'google',
} as const satisfies Record<string, Provider>;
const BEGINNINGS: readonly (readonly [RegExp, Provider])[] = [
  [/^(gpt-|chatgpt-|o[134](-|$))/, 'openai'],
  [/^claude-/, 'anthropic'],
  [/^gemini-/, 'google'],
];

function placeOf(
  name: string,
  entry: ModelEntry,
  { baseUrl, resolving }: { baseUrl: string | null; resolving: Resolving },
): Place {
  const prefixed = prefixOf(entry.model);
  const bare = (provider: Provider): Place => ({
    provider,
    model: prefixed?.provider === provider ? prefixed.model : entry.model,
  });
  if (entry.provider !== null) {
    if (entry.provider === 'openai-compatible' && baseUrl === null) {
      throw new UserError(`${name} needs a base URL: set baseUrl in models.json, --base-url or OPENAI_BASE_URL.`);
    }
    return entry.provider === 'openai-compatible'
      ? { provider: entry.provider, model: entry.model }
      : bare(entry.provider);
  }
  if (baseUrl !== null) {
    const home = homeOf(baseUrl);
    return home === null ? { provider: 'openai-compatible', model: entry.model } : bare(home);
  }
  const guess =
    prefixed ??
    BEGINNINGS.flatMap(([pattern, provider]) =>
      pattern.test(entry.model) ? [{ provider, model: entry.model }] : [],
    )[0];
  if (guess !== undefined) return guess;
  const close = nearestName(name, [...resolving.aliases.keys()]);
  throw new UserError(
    `${name} is not known${close === null ? '' : ` (did you mean "${close}"?)`}: give the base URL of a server that has it (--base-url or OPENAI_BASE_URL), ` +
      'put the provider before it (openai/, anthropic/, google/), or add it to models.json.',
  );
}

function prefixOf(model: string): Place | undefined {
  const [prefix, ...rest] = model.split('/');
  const provider = Object.entries(PREFIXES).find(([known]) => known === prefix)?.[1];
  return provider === undefined || rest.length === 0 ? undefined : { provider, model: rest.join('/') };
}

/** The providers' own addresses speak their own language, also when given as a base URL. */
function homeOf(baseUrl: string): Provider | null {
  const { host = '', pathname = '' } = URL.parse(baseUrl) ?? {};
  if (host === 'api.openai.com') return 'openai';
  if (host === 'api.anthropic.com') return 'anthropic';
  return host === 'generativelanguage.googleapis.com' && !pathname.includes('/openai') ? 'google' : null;
}

interface KeyQuestion {
  readonly name: string;
  readonly entry: ModelEntry;
  readonly provider: Provider;
  readonly baseUrl: string | null;
  readonly isAlias: boolean;
}
type Key = Pick<ModelSettings, 'apiKey' | 'keyVariable'>;

function keyFor({ name, entry, provider, baseUrl, isAlias }: KeyQuestion, { env, overrides = {} }: Resolving): Key {
  const given = overrides.apiKey?.trim();
  if (given) return { apiKey: given };
  if (entry.key !== null)
    return keyNamed(
      name,
      'variable' in entry.key
        ? { ...entry.key, mayBeKey: false }
        : { variable: entry.key.variableOrKey, mayBeKey: true },
      env,
    );
  // An alias with its own address and no key gets none: another server's key is not sent there.
  if (isAlias && entry.baseUrl !== null && provider === 'openai-compatible') return { apiKey: null };
  const variables = KEY_VARIABLES[provider];
  const found = variables.find((variable) => env[variable]?.trim());
  if (found !== undefined) return { apiKey: env[found]?.trim() ?? null, keyVariable: found };
  if (baseUrl !== null) return { apiKey: null, keyVariable: variables[0] };
  throw new UserError(
    `${name} needs a key: set ${variables.join(' or ')}, or give the base URL of a server that needs none.`,
  );
}

function keyNamed(name: string, { variable, mayBeKey }: { variable: string; mayBeKey: boolean }, env: Env): Key {
  const held = env[variable]?.trim();
  if (held) return { apiKey: held, keyVariable: variable };
  if (mayBeKey && !VARIABLE_NAME.test(variable)) return { apiKey: variable };
  // Without an underscore it might yet be a key: then it is not shown.
  const shown = !mayBeKey || variable.includes('_') ? variable : 'that its api_key_var names';
  throw new UserError(`${name} needs a key: the environment variable ${shown} is not set.`);
}
