/** What test/workplace.test.ts samples, on many seeds: `npm run test:long`. Prints the table of the scripted agents. */
import { afterAll, describe, expect, it } from 'vitest';
import { composeScenario } from '../src/worlds/workplace/compose.ts';
import type { Family } from '../src/worlds/workplace/family.ts';
import { sampleConfig } from '../src/worlds/workplace/sample-config.ts';
import { readConfig } from '../src/worlds/workplace/scenario-config.ts';
import { busyDay, standings, tableOf } from './workplace-baselines.ts';
import { brokenBounds, oracleOf, ownExploitsThatPay } from './workplace-bounds.ts';
import { bytesOf, calmScenario, closePlace, FAMILIES, families, LEVELS, playedIn } from './workplace-place.ts';

afterAll(closePlace);

/** PRACTICUM_SEEDS sets how many, from 0. */
const SEEDS = Array.from({ length: Number(process.env.PRACTICUM_SEEDS ?? 100) }, (_, i) => `long-${i}`);
/** Luck is rare: fewer days would show none. */
const DAYS = Math.max(100, SEEDS.length);
const isLong = process.env.PRACTICUM_LONG !== undefined;

describe.runIf(isLong)('on many seeds', { timeout: 3_600_000 }, () => {
  // Whatever is wrong is told at once for all seeds, not for the first alone.
  it.each(FAMILIES)('%s: the oracle does it, nobody else', async (name) => {
    const flaws: string[] = [];
    for (const seed of SEEDS) {
      for (const level of LEVELS) {
        const where = `level ${level}, seed ${seed}`;
        const scenario = calmScenario(name, seed, level);
        if (bytesOf(scenario) !== bytesOf(calmScenario(name, seed, level)))
          flaws.push(`${where}: made otherwise again`);
        const { score, reason } = await playedIn(scenario, oracleOf(scenario));
        if (score !== 1) flaws.push(`${where}: oracle ${score}: ${reason}`);
        const own = await ownExploitsThatPay(families.get(name) as Family, scenario);
        flaws.push(...[...(await brokenBounds(scenario)), ...own].map((flaw) => `${where}: ${flaw}`));
      }
    }
    expect(flaws).toEqual([]);
  });

  it.each([2, 4, 6])('the oracle comes through days of %i assignments', async (count) => {
    const flaws: string[] = [];
    for (let seed = 0; seed < DAYS; seed++) {
      const scenario = busyDay(seed, count);
      const { passed, reason } = await playedIn(scenario, oracleOf(scenario));
      if (!passed) flaws.push(`${seed}: ${reason}`);
    }
    expect(flaws).toEqual([]);
  });

  it.each([10, 14, 30, 80, 200])(
    'the oracle comes through three days in a company of %i, at any slack',
    async (size) => {
      const flaws: string[] = [];
      for (const slack of [0, 0.25, 1, 4]) {
        const wanted = {
          scenarios: Math.ceil(DAYS / 10),
          days: 3,
          seed: `${size}-${slack}`,
          tasksPerDay: [1, 6],
        } as const;
        const sampled = sampleConfig({ ...wanted, families: FAMILIES, difficulty: null, overlap: 1, slack });
        const config = readConfig({ ...sampled, companySize: size }, 'here');
        for (const one of config.scenarios) {
          const scenario = composeScenario(one, config, families);
          const { passed, reason } = await playedIn(scenario, oracleOf(scenario));
          if (!passed) flaws.push(`slack ${slack}, ${one.name}: ${reason}`);
        }
      }
      expect(flaws).toEqual([]);
    },
  );

  it('ranks the scripted agents on busy days', async () => {
    const rows = await standings(Array.from({ length: DAYS }, (_, seed) => busyDay(seed)));
    console.log(tableOf(rows));
    const scoreOf = (agent: string): number => rows.find((row) => row.agent === agent)?.score ?? Number.NaN;
    expect(scoreOf('oracle')).toBe(1);
    // Each gives up one thing more than the one before: asking, planning, knowing the work, doing anything at all.
    const ladder = ['oracle', 'never-asks', 'greedy', 'random', 'idle'].map(scoreOf);
    expect(ladder).toEqual(ladder.toSorted((a, b) => b - a));
    expect(new Set(ladder).size).toBe(ladder.length);
    expect(scoreOf('idle')).toBe(0);
    // Without a plan something is lost even if one asks.
    expect(scoreOf('greedy, asking')).toBeLessThan(0.95);
  });
});
