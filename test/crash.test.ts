/** A process is killed at the n-th event, for every n; what goes on after it equals a run that was never broken. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { readAttempts } from '../src/run/log-reader.ts';

const execute = promisify(execFile);
const child = fileURLToPath(new URL('./crash-child.ts', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'practicum-crash-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Played {
  readonly killed: boolean;
  /** Events that this process wrote. */
  readonly events: number;
}

type Which = 'shop' | 'kiosk';

async function playRun(which: Which, path: string, killAt: number): Promise<Played> {
  try {
    const { stdout } = await execute(process.execPath, [child, which, path, String(killAt)]);
    return { killed: false, events: Number(stdout) };
  } catch (error) {
    if (error instanceof Error && 'signal' in error && error.signal === 'SIGKILL')
      return { killed: true, events: killAt };
    throw error;
  }
}

/** What must be the same: every row, without times. */
function results(path: string): readonly string[] {
  const rows = readFileSync(join(path, 'results.jsonl'), 'utf8').split('\n').filter(Boolean);
  return rows.map((row) => JSON.stringify({ ...(JSON.parse(row) as object), milliseconds: 0 })).sort();
}

function episodes(path: string): readonly string[] {
  return [...readAttempts(join(path, 'segments'))]
    .map(({ episode, attempt, lines, result }) =>
      JSON.stringify([episode, attempt, result, lines.map(({ event }) => event)]),
    )
    .sort();
}

const asked = (folder: string): number => {
  const log = join(folder, 'asked.log');
  return existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean).length : 0;
};
const answered = (path: string): number =>
  [...readAttempts(join(path, 'segments'))]
    .flatMap(({ lines }) => lines)
    .filter(({ event }) => event.type === 'model-replied').length;

/** A sample of the moments, since each takes two processes; `npm run test:long` tries them all. */
const isLong = process.env.PRACTICUM_LONG !== undefined;
const CASES: readonly { readonly which: Which; readonly rows: number; readonly every: (n: number) => boolean }[] = [
  { which: 'shop', rows: 12, every: (n) => n <= 24 || n % 9 === 0 },
  { which: 'kiosk', rows: 6, every: (n) => n % 7 === 0 },
];

describe.each(CASES)(
  'a killed process: $which',
  { timeout: isLong ? 1_200_000 : 240_000 },
  async ({ which, rows, every }) => {
    const play = (path: string, killAt: number): Promise<Played> => playRun(which, path, killAt);
    const unbroken = join(root, which, 'unbroken', 'run');
    mkdirSync(dirname(unbroken), { recursive: true });
    const { events: total } = await play(unbroken, 0);
    const wanted = { results: results(unbroken), episodes: episodes(unbroken), asked: asked(dirname(unbroken)) };

    const killedAt = async (n: number): Promise<void> => {
      const folder = join(root, which, `at-${n}`);
      const path = join(folder, 'run');
      mkdirSync(folder, { recursive: true });
      expect((await play(path, n)).killed).toBe(true);
      const paid = answered(path);
      const before = asked(folder);
      expect((await play(path, 0)).killed).toBe(false);
      expect(results(path)).toEqual(wanted.results);
      expect(episodes(path)).toEqual(wanted.episodes);
      expect(asked(folder) - before).toBe(wanted.asked - paid);
      rmSync(folder, { recursive: true });
    };

    it('has enough events to be killed at', () => {
      expect(total).toBeGreaterThan(100);
      expect(wanted.results).toHaveLength(rows);
    });

    const moments = Array.from({ length: total }, (_, i) => i + 1).filter((n) => isLong || every(n) || n > total - 3);
    // Two halves side by side, for two cores.
    it.each([0, 1])('resumes without loss wherever it was killed (half %i)', { concurrent: true }, async (half) => {
      for (const n of moments.filter((_, i) => i % 2 === half)) await killedAt(n);
    });

    it('survives being killed again and again', async () => {
      const path = join(root, which, 'again', 'run');
      mkdirSync(dirname(path), { recursive: true });
      let kills = 0;
      while ((await play(path, 31)).killed) kills++;
      expect(kills).toBeGreaterThan(3);
      expect(results(path)).toEqual(wanted.results);
      expect(episodes(path)).toEqual(wanted.episodes);
    });
  },
);
