import { describe, expect, it } from 'vitest';
import { openCatalog } from '../catalog/catalog.ts';
import { episodesOf, type Plan } from '../core/plan.ts';
import { madePlan, madeTasks } from '../report/made-run.ts';
import type { Setting } from '../report/trajectories.ts';
import { sha256 } from '../wire/hash.ts';
import { settingFrom } from './trajectory-setting.ts';

const catalog = openCatalog({ PRACTICUM_HOME: '/nowhere' });
const prompts = catalog.prompts(null);
const prompt = prompts.get('tool-loop.md') ?? '';
const suite = await catalog.suite('property-valuation');
const [task] = suite.tasks;

async function settingIn(terms: Partial<Plan>): Promise<Setting> {
  const plan = madePlan({
    source: 'property-valuation',
    tasks: madeTasks(1, () => ({ suite: task?.suite ?? '', id: task?.id ?? '' })),
    agents: [{ name: 'm', model: 'm', settings: { kind: 'tool-loop' } }],
    prompts: { 'tool-loop.md': sha256(prompt).slice(0, 16) },
    ...terms,
  });
  const [planned] = episodesOf(plan, sha256);
  if (planned === undefined) throw new Error('the plan has an episode');
  const attempt = { episode: planned.id, attempt: 1, lines: [], result: null };
  const result = { outcome: 'passed', score: 1, reason: '' } as const;
  return (await settingFrom(catalog, prompts)(plan))({ plan, planned, attempt, result });
}

describe('what an agent had before it', () => {
  it('is the prompt that was in force, and the tools of the world', async () => {
    const { system, tools } = await settingIn({});
    expect(system).toBe(prompt);
    expect(tools?.length).toBeGreaterThan(3);
  });

  it('is no prompt that was another then, and none for agents without one', async () => {
    expect((await settingIn({ prompts: { 'tool-loop.md': 'another' } })).system).toBeNull();
    expect((await settingIn({ agents: [{ name: 'o', model: null, settings: { kind: 'oracle' } }] })).system).toBeNull();
  });

  it('is no guess where the suite or the task is gone', async () => {
    expect((await settingIn({ source: 'gone' })).tools).toBeNull();
    expect((await settingIn({ tasks: madeTasks(1) })).tools).toBeNull();
  });
});
