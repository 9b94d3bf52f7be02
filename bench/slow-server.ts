/** Starts the slow model in a child process and ends it again. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface SlowServer {
  /** With the path that its API lives under. */
  readonly url: string;
  /** Ends it, and says how many requests it had and how many of them at once. */
  end(): Promise<{ readonly requests: number; readonly peak: number }>;
}

export async function startSlowServer(latencyMs: number, turns: number): Promise<SlowServer> {
  const script = fileURLToPath(new URL('slow-model.ts', import.meta.url));
  const child = spawn(process.execPath, [script, String(latencyMs), String(turns)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done) throw new Error('the slow model ended by itself');
    return value;
  };
  const port = await next();
  return {
    url: `http://127.0.0.1:${port}/v1`,
    end: async () => {
      child.stdin.end();
      const [requests = 0, peak = 0] = (await next()).split(' ').map(Number);
      await exited;
      return { requests, peak };
    },
  };
}
