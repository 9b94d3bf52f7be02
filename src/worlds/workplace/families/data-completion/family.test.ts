import { describe, expect, it } from 'vitest';
import { idle } from '../../../../agents/idle.ts';
import { oracle } from '../../../../agents/oracle.ts';
import type { Episode } from '../../../../core/episode.ts';
import type { JsonObject } from '../../../../core/json.ts';
import { play } from '../../../../core/play.ts';
import { stream } from '../../../../core/random.ts';
import type { Task } from '../../../../core/task.ts';
import { composeScenario, type Scenario } from '../../compose.ts';
import type { Family } from '../../family.ts';
import { workplaceJudge } from '../../judge.ts';
import { loadFamilies } from '../../modules.ts';
import { workplaceSolutionWith } from '../../solution.ts';
import { plainVoice } from '../../voice.ts';
import { workplaceWorld } from '../../world.ts';
import { family } from './family.ts';
import { drawGapTable } from './gap-table.ts';
import { KINDS, LEVELS } from './params.ts';
import { kinds } from './rule-book.ts';

const SEEDS = 150;

async function composed(seed: string, difficulty: 1 | 2 | 3, given: JsonObject | null = null): Promise<Scenario> {
  const tasks = [{ family: family.name, arguments: given, difficulty, due: null, arrives: null }];
  return composeScenario(
    { name: 'trial', seed, companySize: 50, days: [{ tasks }] },
    { slack: 1 },
    await loadFamilies(),
  );
}

/** The scenario, played by the family's own program or by the given one; null plays idly. */
async function played({ instance, truth, asked }: Scenario, solve: Family['solve'] | null): Promise<Episode> {
  const [day] = instance.days;
  const task: Task = {
    id: 'trial',
    suite: 'trial',
    world: 'workplace',
    family: family.name,
    title: '',
    category: '',
    domain: '',
    scenario: '',
    difficulty: 1,
    brief: '',
    asked,
    clock: `${day?.date}T08:00:00Z`,
    setup: {},
    truth: JSON.parse(JSON.stringify(truth)),
    plan: null,
  };
  const unused = () => Promise.reject(new Error('no scripts here'));
  const world = workplaceWorld({
    name: 'workplace',
    title: '',
    instance: () => instance,
    scripts: { run: unused, query: unused },
    voice: plainVoice(),
    memory: 'none',
    hint: () => '',
    feedback: async () => '',
  });
  const families = new Map(
    [...(await loadFamilies())].map(([name, one]) => [
      name,
      name === family.name && solve !== null ? { ...one, solve } : one,
    ]),
  );
  const agent = solve === null ? idle() : oracle({ solution: workplaceSolutionWith(families), asked });
  return play(task, { world, agent, judge: workplaceJudge() });
}

describe('data completion', () => {
  it.each([1, 2, 3] as const)(
    'is done by its program at difficulty %i',
    async (difficulty) => {
      for (let seed = 0; seed < SEEDS; seed++) {
        const { result } = await played(await composed(String(seed), difficulty), family.solve);
        expect([seed, result]).toEqual([seed, expect.objectContaining({ outcome: 'passed', score: 1 })]);
      }
    },
    120_000,
  );

  it('has every kind of table at every level, by the names that configs use', async () => {
    for (const kind of KINDS) {
      const [domain = '', type = ''] = kind.split('/');
      for (const level of LEVELS) {
        const given = { domain, task_type_name: type.replaceAll('_', ' '), difficulty: level.replace('_', ' ') };
        const scenario = await composed(`${kind} ${level}`, 2, given);
        expect(scenario.instance.days[0]?.assignments[0]?.brief).toContain(`of the kind ${kind};`);
        const { result } = await played(scenario, family.solve);
        expect([kind, level, result]).toEqual([kind, level, expect.objectContaining({ outcome: 'passed' })]);
      }
    }
  }, 120_000);

  it('is not done by doing nothing', async () => {
    const { result } = await played(await composed('idle', 2), null);
    expect(result).toMatchObject({ outcome: 'failed', score: 0 });
  });

  it.each(family.exploits)(
    'is not done by one who $name',
    async ({ run }) => {
      for (let seed = 0; seed < 60; seed++) {
        const { result } = await played(await composed(String(seed), ([1, 2, 3] as const)[seed % 3] ?? 1), run);
        expect(result).toMatchObject({ outcome: 'failed' });
        expect(result.outcome === 'failed' ? result.score : 1).toBeLessThan(0.2);
      }
    },
    60_000,
  );

  it('has gaps whose rule gives back what was there, but for the straight line, which knows nothing of it', () => {
    for (const kind of kinds.filter(({ name }) => name !== 'inventory/daily_interpolation')) {
      for (const level of LEVELS) {
        const lookup = kind.lookup?.draw(stream(level, 'lookup'), 3)[0] ?? new Map();
        const table = drawGapTable(stream(level, kind.name), kind, { level, lookup });
        const complete = kind.draw(stream(level, kind.name), table.rows.length, lookup);
        expect(complete.length).toBe(table.rows.length);
        for (const { row, exact } of table.gaps) {
          const was = Number(complete[row]?.[table.column]);
          expect(Math.abs(was - exact)).toBeLessThanOrEqual(0.5 * 10 ** -table.decimals + 1e-9);
        }
      }
    }
  });

  it('refuses names that it does not know', () => {
    expect(family.params.safeParse({ domain: 'weather' }).success).toBe(false);
    expect(family.params.safeParse({ task_type_name: 'qoq_rate', difficulty: 'brutal' }).success).toBe(false);
    expect(
      family.params.safeParse({ task_type_name: 'transactions/tax_fee', difficulty: { level: 'Very Hard' } }).data,
    ).toEqual({
      kinds: ['transactions/tax_fee'],
      level: 'very_hard',
    });
  });

  it('judges whatever it is given', async () => {
    const { truth } = await composed('junk', 3);
    const [one] = truth.assignments;
    const output = String(one?.truth.output);
    for (const content of ['', '\0', '"', 'a,b\n1', '{"x":', ',,,\n'.repeat(500), 'not a table']) {
      const view = {
        files: new Map([[output, content]]),
        isLate: false,
        meetings: [],
        disclosures: [],
        messages: [],
        filesRead: [],
        systemsRead: [],
        attended: [],
        acts: [],
      };
      expect(family.judge(one?.truth ?? {}, view).some(({ kind, passed }) => kind === 'gate' && !passed)).toBe(true);
    }
  });

  it('is the same for the same seed, and another for another', async () => {
    const [a, b, c] = await Promise.all([composed('s', 2), composed('s', 2), composed('t', 2)]);
    expect(JSON.stringify(a)).toBe(JSON.stringify(b));
    expect(JSON.stringify(a?.truth)).not.toBe(JSON.stringify(c?.truth));
  });
});
