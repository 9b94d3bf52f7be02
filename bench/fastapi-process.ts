/** The yardstick of database worlds: an application as Agent World Model runs it, a process under uvicorn on a port of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';

export interface FastapiProcess {
  /** From the start of the process to the first answer. */
  readonly openMs: number;
  call(): Promise<void>;
  megabytes(): number;
  stop(): void;
}

export interface Application {
  readonly python: string;
  readonly source: string;
  readonly image: Uint8Array;
  /** A path that answers 200. */
  readonly path: string;
}

export async function startFastapi(
  directory: string,
  { python, source, image, path }: Application,
): Promise<FastapiProcess> {
  const database = join(directory, 'app.db');
  writeFileSync(join(directory, 'environment.py'), source);
  writeFileSync(database, image);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}${path}`;
  const began = performance.now();
  const args = ['-m', 'uvicorn', 'environment:app', '--port', String(port), '--log-level', 'error'];
  const env = { PATH: process.env.PATH ?? '', DATABASE_PATH: `sqlite:///${database}` };
  const child = spawn(python, args, { cwd: directory, env, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    await firstAnswer(url, child);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  const openMs = performance.now() - began;
  return {
    openMs,
    call: () => answered(url),
    megabytes: () => residentOf(child),
    stop: () => void child.kill('SIGKILL'),
  };
}

async function firstAnswer(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 3000; tries++) {
    if (child.exitCode !== null) throw new Error('the application under uvicorn has ended');
    try {
      return await answered(url);
    } catch {
      await sleep(5);
    }
  }
  throw new Error('the application under uvicorn never answered');
}

async function answered(url: string): Promise<void> {
  const { statusCode, body } = await request(url);
  await body.text();
  if (statusCode !== 200) throw new Error(`the application answered ${statusCode}`);
}

function residentOf({ pid }: ChildProcess): number {
  return pid === undefined ? Number.NaN : residentMegabytes(pid);
}

function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
