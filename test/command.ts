/** The command as a user starts it: a real process in a folder of its own, with a home of its own and no key but those given. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../bin/practicum.mjs', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly end: Promise<Ended>;
}

export function startCommand(place: string, args: readonly string[], given: Record<string, string> = {}): Started {
  const { OPENAI_API_KEY: _key, OPENAI_BASE_URL: _url, ...rest } = process.env;
  const env = { ...rest, PRACTICUM_HOME: join(place, 'home'), NO_COLOR: '1', ...given };
  const child = spawn(process.execPath, [bin, ...args], { cwd: place, env });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  return { child, end: new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err }))) };
}
