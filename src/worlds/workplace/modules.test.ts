import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { appsIn, familiesIn, loadApps, loadFamilies } from './modules.ts';

const place = mkdtempSync(join(tmpdir(), 'practicum-modules-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

let made = 0;

/** A folder with these files, by path; an empty text for a path that ends in a slash makes a folder. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = join(place, String(++made));
  for (const [path, content] of Object.entries(files)) {
    const full = join(folder, path);
    mkdirSync(path.endsWith('/') ? full : dirname(full), { recursive: true });
    if (!path.endsWith('/')) writeFileSync(full, content);
  }
  return folder;
}

const sound = { 'filing/family.ts': "export const family = { name: 'filing' };" };

describe('familiesIn', () => {
  it('takes what is whole, and passes over folders without code and loose files', async () => {
    const folder = folderWith({
      ...sound,
      'audit/family.ts': "export const family = { name: 'audit' };",
      'empty/': '',
      'leftover/old/': '',
      'leftover/family.js.map': '{}',
      'leftover/family.d.ts': 'export {};',
      'notes.md': 'loose',
    });
    expect([...(await familiesIn(folder)).keys()]).toEqual(['audit', 'filing']);
  });

  it('names the folder of one that is half made', async () => {
    const folder = folderWith({ ...sound, 'roster/params.ts': 'export const params = 1;' });
    await expect(familiesIn(folder)).rejects.toThrow(`${join(folder, 'roster')} holds code but no family.ts`);
    const deeper = folderWith({ ...sound, 'roster/parts/params.js': 'export const params = 1;' });
    await expect(familiesIn(deeper)).rejects.toThrow(`${join(deeper, 'roster')} holds code`);
  });

  it('names the file that exports none', async () => {
    const folder = folderWith({ ...sound, 'roster/family.ts': 'export const other = 1;' });
    await expect(familiesIn(folder)).rejects.toThrow(`${join(folder, 'roster', 'family.ts')} exports no family`);
  });

  it('finds one family for each folder of ours that holds any', async () => {
    const ours = fileURLToPath(new URL('./families', import.meta.url));
    const names = readdirSync(ours).filter((name) => readdirSync(join(ours, name)).includes('family.ts'));
    expect([...(await loadFamilies()).keys()]).toEqual(names.sort());
  });
});

describe('appsIn', () => {
  it('takes files that export an app, not their tests, and passes over empty folders', async () => {
    const folder = folderWith({
      'clock.ts': "export const app = { name: 'clock', tools: [] };",
      'clock.test.ts': 'throw new Error("not an app");',
      'empty/': '',
      'leftover/clock.d.ts': 'export {};',
    });
    expect(await appsIn(folder)).toEqual([{ name: 'clock', tools: [] }]);
    expect((await loadApps()).flatMap(({ tools }) => tools).length).toBeGreaterThan(20);
  });

  it('names the file or the folder that is half made', async () => {
    const file = folderWith({ 'clock.ts': 'export const face = 1;' });
    await expect(appsIn(file)).rejects.toThrow(`${join(file, 'clock.ts')} exports no app`);
    const folder = folderWith({ 'clock/hands.ts': 'export const hands = 2;' });
    await expect(appsIn(folder)).rejects.toThrow(`${join(folder, 'clock')} holds code but no app`);
  });
});
