import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { shopRun } from '../../test/shop-run.ts';
import { run } from '../run/run.ts';
import { analyse, runAt } from './analyse.ts';
import { addAnalyse } from './analyse-flags.ts';

const place = mkdtempSync(join(tmpdir(), 'practicum-analyse-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

const own = join(place, 'own');
await run(await shopRun({ path: own, agents: ['oracle', 'hasty'], modes: ['E0', 'E2'] }));
const original = join(place, 'original');
mkdirSync(original);
const row = {
  task_id: 1,
  category: 'Technology & IT',
  agent_model: 'gpt-5.2',
  world_model: 'sim',
  env_mode: 'E0',
  is_correct: true,
};
writeFileSync(join(original, 'results.jsonl'), `${JSON.stringify({ ...row, trajectory: 'x' })}\n`);

const FLAGS = { paper: false, json: false };

function printed(): () => string {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  return () => log.mock.calls.flat().join('\n');
}

describe('analyse', () => {
  it('reads runs of ours and of the original’s', async () => {
    const text = printed();
    expect(await analyse('industry', [own, original], FLAGS)).toBe(0);
    expect(text()).toMatch(/Commerce & Consumer +3 +100 %/);
    expect(text()).toMatch(/Technology & IT +1 /);
  });

  it('prints JSON, with the paper’s numbers apart', async () => {
    const text = printed();
    await analyse('robustness', [own], { paper: true, json: true });
    const { kind, contenders, paper } = JSON.parse(text());
    expect(kind).toBe('robustness');
    expect(contenders.map(({ name }: { name: string }) => name)).toEqual(['oracle', 'hasty']);
    expect(paper.source).toBe('arXiv 2604.10866v2');
  });

  it('says what there is where a name is wrong, and what is no run', async () => {
    await expect(analyse('industri', [own], FLAGS)).rejects.toThrow('Did you mean "industry"?');
    await expect(analyse('industry', [join(place, 'nowhere')], FLAGS)).rejects.toThrow('There is no run in');
  });

  it('knows the analyses of workplaces, and what they cannot take', async () => {
    await expect(analyse('workplase', [own], FLAGS)).rejects.toThrow('Did you mean "workplace"?');
    await expect(analyse('workplace', [own], FLAGS)).rejects.toThrow('No assignment of a workplace');
    await expect(analyse('learning', [own], FLAGS)).rejects.toThrow('takes two runs');
    await expect(analyse('workplace', [own], { ...FLAGS, paper: true })).rejects.toThrow('--paper');
  });

  it('gives the original’s tasks the suite that is asked for', () => {
    expect(runAt(original, 'mine').scores[0]?.task.suite).toBe('mine');
  });
});

describe('addAnalyse', () => {
  it('takes families as lists, one after the other', async () => {
    const text = printed();
    const program = new Command().exitOverride();
    addAnalyse(program);
    await program.parseAsync([
      'node',
      'x',
      'analyse',
      'scaling',
      own,
      '--family',
      'hasty,oracle',
      'oracle,hasty',
      '--json',
    ]);
    const { gaps } = JSON.parse(text());
    expect(gaps.map(({ small }: { small: { name: string } }) => small.name)).toEqual(['hasty', 'oracle']);
  });
});
