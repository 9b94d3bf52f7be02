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

/** Most of a short process is reading its modules, which are the same each time. */
const env = { ...process.env, NODE_COMPILE_CACHE: join(root, 'compiled') };

interface Played {
  readonly killed: boolean;
  /** Events that this process wrote. */
  readonly events: number;
}

type Which = 'shop' | 'kiosk' | 'workplace';

async function playRun(which: Which, path: string, killAt: number): Promise<Played> {
  try {
    const { stdout } = await execute(process.execPath, [child, which, path, String(killAt)], { env });
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

interface Case {
  readonly which: Which;
  /** One for each episode and thing to be done in it. */
  readonly rows: number;
  /** A sample of the moments, since each takes two processes. */
  readonly every: (n: number) => boolean;
  /** `npm run test:long` tries them all, unless told otherwise. */
  readonly long?: (n: number) => boolean;
  /** Killed again and again, each time after so many events. */
  readonly again: (kills: number) => number;
}

const isLong = process.env.PRACTICUM_LONG !== undefined;
const CASES: readonly Case[] = [
  { which: 'shop', rows: 12, every: (n) => n <= 24 || n % 9 === 0, again: () => 31 },
  { which: 'kiosk', rows: 6, every: (n) => n % 7 === 0, again: () => 31 },
  // Two agents under two modes. Its processes load every family, which takes a second.
  {
    which: 'workplace',
    rows: 16,
    every: (n) => n % 179 === 0,
    long: (n) => n % 5 === 0,
    // Later and later, since nothing of an episode without a model is on disk before its end.
    again: (kills) => 61 * (kills + 1),
  },
];

describe.each(CASES)(
  'a killed process: $which',
  { timeout: isLong ? 1_200_000 : 240_000 },
  async ({ which, rows, every, long = () => true, again }) => {
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

    const isTried = isLong ? long : every;
    const moments = Array.from({ length: total }, (_, i) => i + 1).filter((n) => isTried(n) || n > total - 3);
    // Two halves side by side, for two cores.
    it.each([0, 1])('resumes without loss wherever it was killed (half %i)', { concurrent: true }, async (half) => {
      for (const n of moments.filter((_, i) => i % 2 === half)) await killedAt(n);
    });

    it('survives being killed again and again', async () => {
      const path = join(root, which, 'again', 'run');
      mkdirSync(dirname(path), { recursive: true });
      let kills = 0;
      while ((await play(path, again(kills))).killed) expect(++kills).toBeLessThan(total);
      expect(kills).toBeGreaterThan(3);
      expect(results(path)).toEqual(wanted.results);
      expect(episodes(path)).toEqual(wanted.episodes);
    });
  },
);

it('kills the days of a workplace while things are still to come', async () => {
  const path = join(root, 'workplace', 'unbroken', 'run');
  const events = [...readAttempts(join(path, 'segments'))].flatMap(({ lines }) => lines.map(({ event }) => event));
  const notices = new Set(events.flatMap((event) => (event.type === 'notice-given' ? [event.from] : [])));
  expect([...notices].sort()).toEqual(expect.arrayContaining(['calendar', 'task board']));
  const briefs = events.flatMap((event) => (event.type === 'brief-given' ? [event.text] : []));
  expect(briefs.filter((text) => text.includes('It is day 2'))).toHaveLength(4);
  expect(briefs.filter((text) => /I was told \d+ characters/.test(text))).toHaveLength(2);
  expect(events.some(({ type }) => type === 'fault-injected')).toBe(true);
  const pictures = events.flatMap((event) => (event.type === 'tool-answered' ? event.blocks : []));
  expect(pictures.some(({ type }) => type === 'image')).toBe(true);
  const oracle = results(path).filter((row) => row.includes('"agent":"oracle"'));
  expect(oracle.filter((row) => row.includes('"outcome":"passed"'))).toHaveLength(8);
});
