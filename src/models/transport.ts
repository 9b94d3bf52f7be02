/**
 * How requests reach the network: one pool of connections for each way out (straight, by the environment's proxies, by a given
 * proxy), shared by all models of a run. Knows nothing about models, keys or JSON.
 */
import type { Agent, Dispatcher } from 'undici';
import { turnstile } from './turnstile.ts';

export type Env = Readonly<Record<string, string | undefined>>;
export type Fetch = typeof globalThis.fetch;

/** The code of the error for an answer that began and did not end. */
export const BROKE_OFF = 'BROKE_OFF';

export interface Transport {
  /** A `fetch` that goes out by the given proxy, or as the environment says. */
  fetchBy(proxyUrl: string | null): Fetch;
  close(): Promise<void>;
}

/**
 * No limit on connections: how many requests may be under way is the gate's business. No limit on waiting for headers or bodies
 * either, since a model may think for many minutes before its first byte: the model's own deadline rules.
 */
const POOL: Agent.Options = {
  connections: null,
  headersTimeout: 0,
  bodyTimeout: 0,
  allowH2: false,
  connect: { timeout: 30_000 },
};

export function createTransport({ env }: { readonly env: Env }): Transport {
  const dispatchers = new Map<string | null, Promise<Dispatcher>>();
  const dispatcherBy = (proxyUrl: string | null): Promise<Dispatcher> => {
    const known = dispatchers.get(proxyUrl) ?? openDispatcher(proxyUrl, env);
    dispatchers.set(proxyUrl, known);
    return known;
  };
  return {
    fetchBy: (proxyUrl) => (input, init) => send({ input, init, dispatcher: dispatcherBy(proxyUrl) }),
    close: async () => {
      await Promise.all([...dispatchers.values()].map(async (dispatcher) => (await dispatcher).close()));
      dispatchers.clear();
    },
  };
}

let undici: Promise<typeof import('undici')> | undefined;

/** Loaded when first needed, and looked up once: an `import` for each request can be felt. */
function loadUndici(): Promise<typeof import('undici')> {
  undici ??= import('undici');
  return undici;
}

async function openDispatcher(proxyUrl: string | null, env: Env): Promise<Dispatcher> {
  const { Agent, EnvHttpProxyAgent, ProxyAgent } = await loadUndici();
  if (proxyUrl !== null) return new ProxyAgent({ ...POOL, uri: proxyUrl });
  const fromEnv = (name: string): string => env[name.toLowerCase()] ?? env[name] ?? '';
  const all = fromEnv('ALL_PROXY');
  const httpProxy = fromEnv('HTTP_PROXY') || all;
  const httpsProxy = fromEnv('HTTPS_PROXY') || all;
  if (httpProxy === '' && httpsProxy === '') return new Agent(POOL);
  // A server on this machine is never meant to be reached by way of a proxy.
  const noProxy = `${fromEnv('NO_PROXY')},localhost,127.0.0.1,::1`;
  return new EnvHttpProxyAgent({ ...POOL, httpProxy, httpsProxy: httpsProxy || httpProxy, noProxy });
}

const nextTurn = turnstile();

interface Sending {
  readonly input: Parameters<Fetch>[0];
  readonly init: Parameters<Fetch>[1];
  readonly dispatcher: Promise<Dispatcher>;
}

/**
 * `request` instead of undici's `fetch`: less than half the CPU, and no redirects, so that a key is never sent on to another host.
 */
async function send({ input, init, dispatcher }: Sending): Promise<Response> {
  const { request } = await loadUndici();
  const { statusCode, headers, body } = await request(input instanceof Request ? input.url : input, {
    method: init?.method ?? 'GET',
    headers: Object.fromEntries(new Headers(init?.headers)),
    body: typeof init?.body === 'string' ? init.body : null,
    signal: init?.signal ?? null,
    dispatcher: await dispatcher,
  });
  const text = await body.text().catch((cause: Error) => {
    throw Object.assign(new Error(`the answer broke off: ${cause.message}`, { cause }), { code: BROKE_OFF });
  });
  await nextTurn();
  const pairs = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  );
  return new Response(text === '' ? null : text, { status: statusCode, headers: pairs });
}
