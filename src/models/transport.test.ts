import { createServer, request as httpRequest, type Server } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type LoopbackModel, startLoopbackModel } from '../../test/loopback-model.ts';
import type { Clock } from '../core/clock.ts';
import type { ModelRequest } from '../core/model.ts';
import { openModel } from './provider.ts';
import type { ModelSettings } from './settings.ts';
import type { Env } from './transport.ts';

const clock: Clock = { now: () => Date.now(), sleep: (ms, signal) => sleep(ms, undefined, { signal, ref: false }) };
const HELLO: ModelRequest = {
  system: '',
  messages: [{ role: 'user', blocks: [{ type: 'text', text: 'Hello' }] }],
  tools: [],
};
const never = new AbortController().signal;
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

interface Proxy {
  readonly port: number;
  readonly seen: { readonly line: string; readonly login: string | undefined }[];
}

/** Whatever it is asked for, it leads to the loopback model. */
async function startProxy(target: LoopbackModel, refuse: number | null = null): Promise<Proxy> {
  const port = Number(new URL(target.url).port);
  const seen: Proxy['seen'] = [];
  const server: Server = createServer((incoming, outgoing) => {
    seen.push({ line: `${incoming.method} ${incoming.url}`, login: incoming.headers['proxy-authorization'] });
    if (refuse !== null) {
      outgoing.writeHead(refuse).end();
      return;
    }
    const path = new URL(incoming.url ?? '', target.url).pathname;
    const onward = httpRequest(
      { port, host: '127.0.0.1', path, method: 'POST', headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      },
    );
    incoming.pipe(onward);
  });
  server.on('connect', (incoming, socket) => {
    seen.push({ line: `CONNECT ${incoming.url}`, login: incoming.headers['proxy-authorization'] });
    if (refuse !== null) {
      socket.end(`HTTP/1.1 ${refuse} No\r\n\r\n`);
      return;
    }
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    server.close();
    server.closeAllConnections();
  });
  return { port: z.object({ port: z.number() }).parse(server.address()).port, seen };
}

async function target(): Promise<LoopbackModel> {
  const server = await startLoopbackModel([{ does: 'reply', text: 'Hi' }]);
  closing.push(() => server.close());
  return server;
}

function ask(settings: Partial<ModelSettings>, env: Env = {}): Promise<unknown> {
  const base = {
    provider: 'openai-compatible',
    model: 'm',
    apiKey: null,
    baseUrl: 'http://model.test/v1',
    proxyUrl: null,
    timeoutMs: 5000,
  } as const;
  return openModel({ ...base, ...settings }, { clock, env }).generate(HELLO, never);
}

describe('proxies', () => {
  it('goes by the proxy it is given, with its login', async () => {
    const server = await target();
    const proxy = await startProxy(server);
    await ask({ proxyUrl: `http://ann:pass%20word@127.0.0.1:${proxy.port}` });
    expect(proxy.seen).toHaveLength(1);
    expect(proxy.seen[0]?.line).toMatch(/^(POST http:\/\/model\.test\/v1\/chat\/completions|CONNECT model\.test:80)$/);
    expect(proxy.seen[0]?.login).toBe(`Basic ${Buffer.from('ann:pass word').toString('base64')}`);
    expect(server.requests).toHaveLength(1);
  });

  it.each(['HTTP_PROXY', 'http_proxy', 'ALL_PROXY'])('goes by the proxy that %s names', async (name) => {
    const proxy = await startProxy(await target());
    await ask({}, { [name]: `http://127.0.0.1:${proxy.port}` });
    expect(proxy.seen).toHaveLength(1);
  });

  it('asks a proxy for a tunnel to https', async () => {
    const proxy = await startProxy(await target());
    const asking = ask({ baseUrl: 'https://model.test/v1' }, { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` });
    await expect(asking).rejects.toMatchObject({ name: 'ModelError' });
    expect(proxy.seen[0]?.line).toBe('CONNECT model.test:443');
  });

  it('goes straight to this machine and to what NO_PROXY names', async () => {
    const server = await target();
    const proxy = await startProxy(server);
    const env = { HTTP_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY: 'model.test' };
    await ask({ baseUrl: `${server.url}/v1` }, env);
    await expect(ask({}, env)).rejects.toMatchObject({ fault: 'unavailable' });
    expect(proxy.seen).toHaveLength(0);
  });

  it.each(['http', 'https'])('a proxy that wants a login, on the way to %s', async (scheme) => {
    const proxy = await startProxy(await target(), 407);
    const proxyUrl = `http://ann:topsecret-password@127.0.0.1:${proxy.port}`;
    const error: unknown = await ask({ baseUrl: `${scheme}://model.test/v1`, proxyUrl }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ fault: 'auth' });
    expect(String(error)).not.toContain('topsecret');
  });

  it('a proxy that is not there', async () => {
    await expect(ask({ proxyUrl: 'http://127.0.0.1:9' })).rejects.toMatchObject({ fault: 'unavailable' });
  });
});
