import { connect } from 'node:net';
import { Hono } from 'hono';
import { afterEach, describe, expect, it } from 'vitest';
import type { Face } from './face.ts';
import { type RunningServer, startServer } from './server.ts';

let server: RunningServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

function face(): Face {
  const routes = new Hono();
  routes.post('/echo', async (context) => context.text(await context.req.text()));
  routes.get('/break', () => {
    throw new Error('the password is 1234 in /etc/secret.ts');
  });
  return { routes, close: async () => undefined };
}

async function start(onError: (error: unknown) => void = () => undefined): Promise<string> {
  server = await startServer({
    faces: [face()],
    token: 'T',
    hosts: [],
    bind: '127.0.0.1',
    port: 0,
    maxBodyBytes: 100,
    onError,
  });
  return server.address;
}

const KEY = { 'x-api-key': 'T' };

describe('the server', () => {
  it('never shows what went wrong inside, and tells whoever runs it', async () => {
    const errors: unknown[] = [];
    const address = await start((error) => errors.push(error));
    const response = await fetch(`${address}/break`, { headers: KEY });
    expect(response.status).toBe(500);
    expect(await response.text()).not.toMatch(/1234|secret|stack|Error/);
    expect(errors).toHaveLength(1);
  });

  it('limits bodies, whether they say their size or not', async () => {
    const address = await start();
    const sent = (body: string | ReadableStream): Promise<Response> =>
      fetch(`${address}/echo`, { method: 'POST', headers: KEY, body, duplex: 'half' } as RequestInit);
    expect((await sent('x'.repeat(100))).status).toBe(200);
    expect((await sent('x'.repeat(101))).status).toBe(413);
    const stream = new Blob(['x'.repeat(5000)]).stream();
    expect((await sent(stream)).status).toBe(413);
  });

  it('turns away who has no token, over HTTP and as a socket', async () => {
    const address = await start();
    expect((await fetch(`${address}/echo`, { method: 'POST' })).status).toBe(401);
    const port = Number(new URL(address).port);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write('GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
      );
      let got = '';
      socket.on('data', (data) => {
        got += data.toString();
      });
      socket.on('end', () => resolve(got));
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1.1 401 /);
  });

  it('answers what is not HTTP by hanging up, and goes on', async () => {
    const address = await start();
    const port = Number(new URL(address).port);
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('\x00\x01 nonsense\r\n\r\n'));
      socket.on('close', () => resolve());
      socket.on('error', () => undefined);
      socket.resume();
    });
    expect((await fetch(`${address}/echo`, { method: 'POST', headers: KEY, body: 'still' })).status).toBe(200);
  });

  it('says in a sentence that a port is taken', async () => {
    const address = await start();
    const port = Number(new URL(address).port);
    const second = startServer({
      faces: [face()],
      token: null,
      hosts: [],
      bind: '127.0.0.1',
      port,
      maxBodyBytes: 100,
      onError: () => undefined,
    });
    await expect(second).rejects.toThrow(`Cannot listen on 127.0.0.1:${port}: it is taken`);
  });
});
