/**
 * What is needed to reach one model, as plain data, and how it may be shown. Knows nothing about requests or replies.
 */
export const PROVIDERS = ['openai-compatible', 'openai', 'anthropic', 'google'] as const;
export type Provider = (typeof PROVIDERS)[number];

export interface ModelSettings {
  readonly provider: Provider;
  /** As the provider names it; may contain `/`. */
  readonly model: string;
  /** Null for local servers, which need none. */
  readonly apiKey: string | null;
  /** Null for the provider's own address. */
  readonly baseUrl: string | null;
  readonly proxyUrl: string | null;
  /** For one try, from the request to the last byte of the reply. */
  readonly timeoutMs: number;
  /** Where the key came from or should come from, for error messages: the name of an environment variable. */
  readonly keyVariable?: string;
}

/** Long reasoning takes minutes; beyond ten, a hung connection is likelier than a slow model. */
export const DEFAULT_TIMEOUT_MS = 600_000;

/** In order of preference. */
export const KEY_VARIABLES: Readonly<Record<Provider, readonly [string, ...string[]]>> = {
  'openai-compatible': ['OPENAI_API_KEY'],
  openai: ['OPENAI_API_KEY'],
  anthropic: ['ANTHROPIC_API_KEY'],
  google: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
};

/** Always given to the SDKs in full, which would otherwise look for an address in the process's environment. */
const HOME_URLS: Readonly<Record<Provider, string>> = {
  'openai-compatible': 'http://127.0.0.1:8000/v1',
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
};

export function baseUrlOf({ provider, baseUrl }: Pick<ModelSettings, 'provider' | 'baseUrl'>): string {
  return baseUrl ?? HOME_URLS[provider];
}

/** An address as it may be shown: no user, no password, no query. */
export function shownUrl(address: string): string {
  const url = URL.parse(address);
  return url === null
    ? 'an address that cannot be read'
    : `${url.protocol}//${url.host}${url.pathname}`.replace(/\/$/, '');
}

/** Everything in the settings that must never be shown, for `redactor`. */
export function secretsOf({ apiKey, baseUrl, proxyUrl }: ModelSettings): readonly string[] {
  return [
    ...(apiKey === null ? [] : [apiKey]),
    ...[baseUrl, proxyUrl].flatMap((address) => secretsInUrl(address ?? '')),
  ];
}

export function secretsInUrl(address: string): readonly string[] {
  const url = URL.parse(address);
  if (url === null) return [];
  const [user, password] = [unescaped(url.username), unescaped(url.password)];
  // A token may stand alone where a user name would; beside a password the name is no secret.
  const login = password === '' ? [user] : [password, `${user}:${password}`];
  return [...login, ...url.searchParams.values()].filter((secret) => secret !== '');
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A stray percent sign: it stands for itself.
  }
}
