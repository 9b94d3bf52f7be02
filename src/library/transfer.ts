/** What fetching over HTTP has in common: the user's proxies, and failures in words. Knows no releases. */
import type { Dispatcher } from 'undici';

type Environment = Readonly<Record<string, string | undefined>>;

const PATIENCE = { connect: { timeout: 20_000 }, headersTimeout: 60_000, bodyTimeout: 60_000 };

/** Runs the work with connections that go by way of the user's proxies and are ended with it. */
export async function withConnections<T>(env: Environment, work: (dispatcher: Dispatcher) => Promise<T>): Promise<T> {
  const { EnvHttpProxyAgent } = await import('undici');
  // A server on this machine is never meant to be reached by way of a proxy.
  const noProxy = `${env.no_proxy ?? env.NO_PROXY ?? ''},localhost,127.0.0.1,::1`;
  const dispatcher = new EnvHttpProxyAgent({ ...PATIENCE, noProxy });
  try {
    return await work(dispatcher);
  } finally {
    await dispatcher.destroy();
  }
}

/** What went wrong, to be put behind an address. */
export function troubleOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|CONNECT_TIMEOUT|ECONNRESET/.test(code)) {
    return `cannot be reached from here (${code})`;
  }
  if (error instanceof Error && error.message === 'terminated') return 'broke off before its end';
  return `failed (${cause instanceof Error ? cause.message : String(cause)})`;
}
