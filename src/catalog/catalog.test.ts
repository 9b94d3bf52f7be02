import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openCatalog } from './catalog.ts';

const home = mkdtempSync(join(tmpdir(), 'practicum-catalog-'));
afterEach(() => rmSync(join(home, 'suites'), { recursive: true, force: true }));

function manifest(name: string, from: string): void {
  const folder = join(home, 'suites', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'suite.json'),
    JSON.stringify({ title: name, description: '', draw: [{ from, take: 2 }] }),
  );
}

describe('the catalog', () => {
  const catalog = openCatalog({ PRACTICUM_HOME: home });

  it('finds built-in suites, agents and prompts from the folders', async () => {
    expect(catalog.suites().map(({ name }) => name)).toEqual(
      expect.arrayContaining(['emergency-triage', 'first-day', 'property-valuation']),
    );
    expect((await catalog.agents()).map(({ name }) => name)).toEqual([
      'external',
      'greedy',
      'hasty',
      'idle',
      'never-asks',
      'oracle',
      'random',
      'tool-loop',
    ]);
    expect([...catalog.prompts(null).keys()]).toContain('tool-loop.md');
  });

  it("finds a user's own suites at home, also such as draw on others", async () => {
    manifest('mine', 'property-valuation');
    manifest('ours', 'mine');
    expect((await catalog.suite('ours')).tasks).toHaveLength(2);
  });

  it('refuses suites that draw on each other', async () => {
    manifest('left', 'right');
    manifest('right', 'left');
    await expect(openCatalog({ PRACTICUM_HOME: home }).suite('left')).rejects.toThrow(
      /draws on itself by way of others/,
    );
  });

  it('first-day draws on every built-in world', async () => {
    const { tasks } = await catalog.suite('first-day');
    expect([...new Set(tasks.map(({ suite }) => suite))]).toEqual([
      'emergency-triage',
      'property-valuation',
      'trainee-small',
    ]);
    expect(tasks).toHaveLength(26);
  });
});
