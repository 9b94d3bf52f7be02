import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it } from 'vitest';
import { cornerShop } from '../../test/corner-shop.ts';
import { RIGHT_ANSWER, RIGHT_ORDER, shopHost } from '../../test/face-shop.ts';
import { serveStdio } from './mcp-stdio.ts';

const CHILD = fileURLToPath(new URL('../../test/stdio-child.ts', import.meta.url));
const [task] = cornerShop.tasks;
if (task === undefined) throw new Error('the shop has no task');
const request = { environment: cornerShop.name, task };

describe('MCP over standard input and output', () => {
  it.each(['auto', 'legacy'] as const)('plays one episode with a client that started it (%s)', async (mode) => {
    const transport = new StdioClientTransport({ command: process.execPath, args: [CHILD], stderr: 'pipe' });
    const said = transport.stderr === null ? null : text(transport.stderr as PassThrough);
    const client = new Client({ name: 'tester', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(transport);
    expect(client.getInstructions()).toContain('below its minimum');
    await client.callTool({ name: 'place_order', arguments: RIGHT_ORDER });
    const { structuredContent } = await client.callTool({ name: 'submit', arguments: { final_answer: RIGHT_ANSWER } });
    expect(structuredContent).toEqual({ outcome: 'passed', score: 1, reward: 1 });
    await client.close();
    expect(await said).toContain('"passed":1');
  });

  it('writes nothing but the protocol, whatever it is sent, and ends with its client', async () => {
    const child = spawn(process.execPath, [CHILD], { stdio: ['pipe', 'pipe', 'pipe'] });
    const [out, err] = [text(child.stdout), text(child.stderr)];
    const call = { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} };
    child.stdin.write(`nonsense\n[]\n{}\n\u0000\n${JSON.stringify(call)}\n`);
    await once(child.stdout, 'data');
    child.stdin.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
    for (const line of (await out).trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    expect(await err).toContain('"begun":0');
  });

  it('begins at the first use, says when there is no place, and leaves the episode when it is closed', async () => {
    const host = await shopHost({ maxSessions: 1 });
    const [input, output] = [new PassThrough(), new PassThrough()];
    const lines = createInterface({ input: output })[Symbol.asyncIterator]();
    const ask = async (method: string, params: object): Promise<unknown> => {
      input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })}\n`);
      const { value } = await lines.next();
      return JSON.parse(String(value));
    };
    const stop = new AbortController();
    const served = serveStdio({ host, request, version: '1', signal: stop.signal, input, output });
    const clientInfo = { name: 'x', version: '1' };
    await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    expect(host.stats().begun).toBe(0);
    const other = await host.open(request);
    expect(await ask('tools/list', {})).toMatchObject({
      error: { code: -32000, message: expect.stringContaining('full') },
    });
    await host.close(other.id, 'deleted');
    expect(await ask('tools/list', {})).toMatchObject({ result: { tools: expect.any(Array) } });
    expect(host.stats()).toMatchObject({ active: 1, begun: 2, void: 1 });
    stop.abort();
    await served;
    expect(host.stats()).toMatchObject({ active: 0, void: 2 });
    await host.end();
  });
});
