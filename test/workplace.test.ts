/** Workplace scenarios of every family, on a few seeds; test/workplace.long.test.ts tries many. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import type { Agent } from '../src/core/agent.ts';
import { EpisodeError } from '../src/core/errors.ts';
import type { JsonObject } from '../src/core/json.ts';
import type { Judge } from '../src/core/judge.ts';
import { type Hearing, wrap } from '../src/core/world.ts';
import { readAttempts } from '../src/run/log-reader.ts';
import { composeScenario } from '../src/worlds/workplace/compose.ts';
import { CLOSES, OPENS } from '../src/worlds/workplace/day-draft.ts';
import type { Family } from '../src/worlds/workplace/family.ts';
import { readTruth } from '../src/worlds/workplace/truth.ts';
import { viewOf } from '../src/worlds/workplace/view-of.ts';
import { busyDay, standings } from './workplace-baselines.ts';
import { brokenBounds, oracleOf, ownExploitsThatPay } from './workplace-bounds.ts';
import { calmScenario, closePlace, FAMILIES, families, LEVELS, playedIn, scenarioOf } from './workplace-place.ts';
import { takeUp } from './workplace-resume.ts';

const SILENCE: Hearing = { over: false, brief: null, notices: [] };
const execute = promisify(execFile);
const child = fileURLToPath(new URL('./workplace-child.ts', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'practicum-workplace-'));
afterAll(async () => {
  rmSync(root, { recursive: true, force: true });
  await closePlace();
});

describe.each(FAMILIES)('%s', (name) => {
  it.each(LEVELS)('is done by the oracle alone, at level %i', async (level) => {
    const scenario = calmScenario(name, 'sample', level);
    const { score, reason } = await playedIn(scenario, oracleOf(scenario));
    expect([score, reason]).toEqual([1, expect.any(String)]);
    expect(await brokenBounds(scenario)).toEqual([]);
    expect(await ownExploitsThatPay(families.get(name) as Family, scenario)).toEqual([]);
  });
});

/** Pays for whatever is found in a list, however long it is: what the bounds are there to catch. */
const gullible: Family = {
  name: 'gullible',
  title: 'Gullible',
  aliases: [],
  params: families.get('kb-link-repair')?.params as Family['params'],
  sample: () => ({}),
  build: (site) => {
    const output = site.output('people.json');
    const wanted = site.people.slice(3, 6).map((person) => person.name);
    return {
      title: 'List people',
      brief: `Write the names of some people to workspace/${output}, such as ["Ann Example"].`,
      from: site.managerOf('Product').id,
      asked: {},
      truth: { output, wanted },
      outputs: [output],
      clues: [],
      minutes: 10,
    };
  },
  solve: async () => undefined,
  judge: ({ output, wanted }, { files }) =>
    (wanted as readonly string[]).map((person) => ({
      name: person,
      points: 1,
      passed: files.get(String(output))?.includes(person) ?? false,
      kind: 'earn',
      hint: '',
      detail: '',
      clues: [],
    })),
  exploits: [],
};

it('would notice a family that pays for lists of everything', async () => {
  const task = { family: 'gullible', arguments: null, difficulty: 2, due: CLOSES, arrives: OPENS } as const;
  const config = { name: 'gullible', seed: '0', companySize: 50, days: [{ tasks: [task] }] };
  const scenario = composeScenario(config, { slack: 1 }, new Map([['gullible', gullible]]));
  const judge: Judge = {
    name: 'gullible',
    judge: async ({ task: { truth }, events }) => {
      const [assignment] = readTruth(truth as JsonObject).assignments;
      if (assignment === undefined) throw new Error('there is one');
      const { id, day } = assignment;
      const points = gullible.judge(assignment.truth, viewOf(events, { assignment: id, day, takesLate: false }));
      const score = points.filter(({ passed }) => passed).length / points.length;
      const item = { id, passed: score === 1, score, reason: '' };
      return { passed: item.passed, score: item.score, reason: '', checkpoints: [], items: [item] };
    },
  };
  const flaws = await brokenBounds(scenario, judge);
  expect(flaws).toEqual(expect.arrayContaining(['list-everything succeeds']));
});

it('is made of the same bytes in any time zone and language', { timeout: 120_000 }, async () => {
  const made = async (env: Readonly<Record<string, string>>): Promise<string> =>
    (await execute(process.execPath, [child, '1'], { env: { ...process.env, ...env }, maxBuffer: 1e8 })).stdout;
  const here = await made({});
  expect(here.split('\n').length).toBeGreaterThan(FAMILIES.length * 3);
  expect(await made({ TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' })).toBe(here);
  expect(await made({ TZ: 'America/St_Johns', LANG: 'C', LC_ALL: 'C' })).toBe(here);
});

it('gives the same record and the same score wherever a run was broken off', { timeout: 240_000 }, async () => {
  const scenario = scenarioOf(
    'resumed',
    [{ family: 'kb-link-repair' }, { family: 'ticket-queue' }],
    [{ family: 'kb-link-repair' }],
  );
  const rows = (path: string): readonly string[] =>
    readFileSync(join(path, 'results.jsonl'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((row) => JSON.stringify({ ...(JSON.parse(row) as object), milliseconds: 0 }))
      .sort();
  const episodes = (path: string): readonly string[] =>
    [...readAttempts(join(path, 'segments'))]
      .map(({ lines, result }) => JSON.stringify([result, lines.map(({ event }) => event)]))
      .sort();
  const whole = join(root, 'whole');
  const unbroken = await takeUp(scenario, whole);
  expect(rows(whole)).toHaveLength(6);
  expect(unbroken.asked).toBeGreaterThan(30);
  const every = process.env.PRACTICUM_LONG === undefined ? 29 : 1;
  for (let at = 1; at < unbroken.events; at += every) {
    const path = join(root, `at-${at}`);
    const before = await takeUp(scenario, path, at);
    const after = await takeUp(scenario, path);
    expect(rows(path), `broken off at ${at}`).toEqual(rows(whole));
    expect(episodes(path), `broken off at ${at}`).toEqual(episodes(whole));
    // What was answered before is not asked again.
    expect(before.asked + after.asked, `broken off at ${at}`).toBeLessThanOrEqual(unbroken.asked + 1);
    rmSync(path, { recursive: true });
  }
});

it('keeps what was done before an agent came to its limit, and goes on with the next day', async () => {
  const scenario = scenarioOf('limit', [{ family: 'kb-link-repair' }], [{ family: 'kb-link-repair' }]);
  const able = oracleOf(scenario);
  let days = 0;
  const agent: Agent = {
    name: 'short of breath',
    act: async (brief, session, signal) => {
      // The first day's work is done when the limit comes; the second day's has not begun.
      if (++days === 1) await able.act(brief, wrap(session, { say: async () => SILENCE }), signal);
      throw new EpisodeError('agent', 'turn-limit', 'stopped after 5 turns');
    },
  };
  const { passed, items, episode } = await playedIn(scenario, agent);
  expect([days, passed, items.map((item) => item.passed)]).toEqual([2, false, [true, false]]);
  const stops = episode.events.flatMap((event) => (event.type === 'agent-stopped' ? [event.reason] : []));
  expect(stops).toEqual(['turn-limit', 'turn-limit']);
});

it('ranks the scripted agents', { timeout: 120_000 }, async () => {
  const found = new Map(
    (await standings(Array.from({ length: 12 }, (_, seed) => busyDay(seed)))).map((one) => [one.agent, one.score]),
  );
  const scoreOf = (agent: string): number => found.get(agent) ?? Number.NaN;
  expect(scoreOf('oracle')).toBe(1);
  expect(scoreOf('never-asks')).toBeLessThan(scoreOf('oracle'));
  // Over few days the two may come to the same; the long test has more.
  expect(scoreOf('greedy')).toBeLessThanOrEqual(scoreOf('never-asks'));
  expect(scoreOf('greedy, asking')).toBeLessThan(scoreOf('oracle'));
  expect(scoreOf('random')).toBeLessThan(scoreOf('greedy'));
  expect(scoreOf('idle')).toBe(0);
});
