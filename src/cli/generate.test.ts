import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { generate } from './generate.ts';
import type { GenerateFlags } from './generate-flags.ts';

const root = mkdtempSync(join(tmpdir(), 'practicum-generate-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const place = (name: string): string => join(root, name);
const FLAGS: GenerateFlags = {
  seed: '7',
  tasksPerDay: [2, 3],
  overlap: 0.5,
  stationary: false,
  slack: 1,
  force: false,
};
const drawn = (out: string, flags: Partial<GenerateFlags> = {}): Promise<number> =>
  generate('config', { ...FLAGS, scenarios: 2, days: 2, out: place(out), ...flags });
const built = (config: string, out: string, flags: Partial<GenerateFlags> = {}): Promise<number> =>
  generate('workplace', { ...FLAGS, config: place(config), out: place(out), ...flags });
const read = (path: string) => JSON.parse(readFileSync(place(path), 'utf8'));

let said: string[] = [];
beforeEach(() => {
  said = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
});
afterEach(() => void vi.restoreAllMocks());

describe('generate', () => {
  it('makes the same of the same seed, to the byte, and says in a manifest of what', async () => {
    for (const name of ['one', 'two']) {
      await drawn(`${name}.json`);
      await built(`${name}.json`, name);
    }
    expect(readFileSync(place('one.json'))).toEqual(readFileSync(place('two.json')));
    const files = readdirSync(place('one'), { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.json'));
    expect(files.sort()).toEqual([
      'manifest.json',
      'scenarios/scenario-01.json',
      'scenarios/scenario-02.json',
      'suite.json',
    ]);
    for (const name of files) expect(readFileSync(place(`one/${name}`))).toEqual(readFileSync(place(`two/${name}`)));
    expect(read('one/manifest.json').scenarios).toMatchObject([
      { seed: '7', days: Array.from({ length: 2 }, () => expect.stringMatching(/^[0-9a-f]{64}$/)) },
      {},
    ]);
    expect(said.join('\n')).toContain('2 scenarios with');
    await drawn('other.json', { seed: '8' });
    expect(read('other.json').scenarios).not.toEqual(read('one.json').scenarios);
  });

  it('repeats the first day’s tasks with the same arguments where asked to', async () => {
    await drawn('same.json', { stationary: true, families: ['transaction-review', 'resume-selection'] });
    for (const { days } of read('same.json').scenarios) {
      const names = days.map((day: { tasks: { family: string }[] }) => day.tasks.map(({ family }) => family));
      expect(names[1]).toEqual(names[0]);
    }
    await built('same.json', 'same');
    expect(read('same/scenarios/scenario-01.json').instance.days).toHaveLength(2);
  });

  it('reads the older shape of a config and the older flags', async () => {
    const task = {
      name: 'Meeting Attend',
      arguments: { start_time: '2025-10-01T09:30:00' },
      deadline: '2025-10-01T20:00:00',
    };
    const days = [{ name: 'day_1', tasks: [task, { name: 'KB Link Fix', arguments: null }] }];
    writeFileSync(place('older.json'), JSON.stringify({ scenarios: [{ name: 's-1', days }], version: '1.0' }));
    const older = { configPath: place('older.json'), benchPath: place('older'), npcModel: 'm' };
    await generate('workplace', { ...FLAGS, ...older });
    const { assignments } = read('older/scenarios/s-1.json').instance.days[0];
    expect(assignments.map(({ family, due }: { family: string; due: number }) => [family, due])).toEqual([
      ['meeting-attendance', 1200],
      ['kb-link-repair', expect.any(Number)],
    ]);
    expect(said.join('\n')).toContain('--npc-model m');
    await generate('config', { ...FLAGS, scenarioNums: 1, dayNums: 3, configPath: place('nums.json') });
    expect(read('nums.json').scenarios.map(({ days: all }: { days: unknown[] }) => all.length)).toEqual([3]);
  });

  it('sets costs that a config gives', async () => {
    const costs = { failedCall: 3, tools: { send_message: 8 } };
    const scenarios = [{ name: 'dear', days: [{ tasks: [{ family: 'ticket-queue' }] }] }];
    writeFileSync(place('dear.json'), JSON.stringify({ costs, scenarios }));
    await built('dear.json', 'dear');
    expect(read('dear/scenarios/dear.json').instance.costs).toEqual(costs);
  });

  it('replaces nothing unasked, and nothing at all by what cannot be done', async () => {
    await drawn('kept.json', { scenarios: 1, days: 1 });
    await built('kept.json', 'kept');
    await expect(built('kept.json', 'kept')).rejects.toThrow('Add --force');
    await expect(drawn('kept.json')).rejects.toThrow('Add --force');
    const meeting = { family: 'meeting-attendance', arguments: { start: '10:00' } };
    const scenarios = [{ name: 'full', days: [{ tasks: [meeting, meeting] }] }];
    writeFileSync(place('full.json'), JSON.stringify({ scenarios }));
    await expect(built('full.json', 'kept', { force: true })).rejects.toThrow('appointments at the same time');
    expect(readdirSync(place('kept/scenarios'))).toEqual(['scenario-01.json']);
    await built('kept.json', 'kept', { force: true });
  });

  it.each([
    [{ scenarios: [{ name: 'a', days: [{ tasks: [{ family: 'ticket-queu' }] }] }] }, 'Did you mean "ticket-queue"?'],
    [{ scenarios: [{ name: 'a', days: [{ tasks: [{}] }] }] }, 'neither "family" nor "name"'],
    [{ scenarios: [{ name: 'a', days: [{ tasks: [{ family: 'ticket-queue', deadline: 'noon' }] }] }] }, 'is no time'],
    [{ scenarios: [] }, 'is no scenario config'],
    [{ costs: { tool: 1 }, scenarios: [{ name: 'a', days: [{ tasks: [{ family: 'ticket-queue' }] }] }] }, 'costs'],
  ])('says what is wrong with %j', async (config, message) => {
    writeFileSync(place('wrong.json'), JSON.stringify(config));
    await expect(built('wrong.json', 'wrong')).rejects.toThrow(message);
  });
});
