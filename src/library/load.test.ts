import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cornerShop } from '../../test/corner-shop.ts';
import type { Suite } from '../core/suite.ts';
import { loadSuite, type Sources } from './load.ts';
import { type SuiteReference, suiteAt } from './shelf.ts';

const execute = promisify(execFile);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'practicum-load-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function put(name: string, file: string, content: string): SuiteReference {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, file), content);
  const reference = suiteAt(join(folder, name), 'path');
  if (reference === null) throw new Error(`no suite in ${name}`);
  return reference;
}
const nowhere: Sources = () => Promise.reject(new Error('nothing to draw on'));
const shelf: Sources = async (name) => [{ ...cornerShop, name }];

/** A suite in TypeScript, far from any node_modules, with types, a file beside it, and a package that it does not have. */
const OWN_SUITE = `
  import { z } from 'zod';
  import { title } from './title.ts';
  interface Part { readonly name: string }
  const part: Part = z.object({ name: z.string() }).parse({ name: 'own' });
  export default {
    name: part.name, title, description: '', tasks: [],
    world: () => { throw new Error(); }, judge: () => { throw new Error(); }, solution: () => null,
  };
`;

describe("a user's own suite", () => {
  it('is loaded from anywhere, and lent the packages that it does not have', async () => {
    const { file } = put('own', 'suite.ts', OWN_SUITE);
    writeFileSync(join(folder, 'own', 'title.ts'), 'export const title: string = "My own";');
    const load = new URL('./load.ts', import.meta.url).href;
    const reference = { name: 'own', folder: join(folder, 'own'), file, origin: 'path' };
    const script = `
      const { loadSuite } = await import(${JSON.stringify(load)});
      const suite = await loadSuite(${JSON.stringify(reference)}, () => Promise.reject());
      console.log(JSON.stringify({ name: suite.name, title: suite.title }));
      const stranger = await import('no-such-package').catch((error) => error.code);
      console.log(stranger);
    `;
    const { stdout } = await execute(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder });
    expect(stdout.trim().split('\n')).toEqual(['{"name":"own","title":"My own"}', 'ERR_MODULE_NOT_FOUND']);
  });

  it('is refused in a sentence where it cannot be loaded, is no suite, or has another name', async () => {
    await expect(loadSuite(put('broken', 'suite.mjs', 'export default {;'), nowhere)).rejects.toThrow(
      /The suite in .*suite\.mjs cannot be loaded: /,
    );
    await expect(loadSuite(put('lost', 'suite.mjs', "import './gone.mjs';"), nowhere)).rejects.toThrow(/gone\.mjs/);
    await expect(loadSuite(put('empty', 'suite.mjs', 'export const x = 1;'), nowhere)).rejects.toThrow(
      /does not export a suite.*defineSuite/,
    );
    await expect(loadSuite(put('other', 'suite.mjs', 'export default { name: "other" };'), nowhere)).rejects.toThrow(
      'does not export a suite',
    );
    const misnamed = 'const f = () => null; export default { name: "b", tasks: [], world: f, judge: f, solution: f };';
    await expect(loadSuite(put('a', 'suite.mjs', misnamed), nowhere)).rejects.toThrow(
      /calls itself "b" but stands in a folder "a"/,
    );
  });
});

describe('a suite that draws on others', () => {
  const manifest = (...draw: readonly object[]): string => JSON.stringify({ title: 'T', description: '', draw });

  it('asks for each of them once', async () => {
    const asked: string[] = [];
    const sources: Sources = (name) => {
      asked.push(name);
      return shelf(name);
    };
    const reference = put(
      'drawn',
      'suite.json',
      manifest({ from: 'corner-shop', take: 1 }, { from: 'corner-shop', tasks: ['restock-6'] }),
    );
    const suite: Suite = await loadSuite(reference, sources);
    expect(suite.name).toBe('drawn');
    expect(suite.tasks.map(({ id }) => id)).toEqual(['restock-2', 'restock-6']);
    expect(asked).toEqual(['corner-shop']);
  });

  it('is refused in a sentence where it is no JSON, no manifest, or draws on itself', async () => {
    await expect(loadSuite(put('torn', 'suite.json', '{"title":'), nowhere)).rejects.toThrow(
      /suite\.json is not JSON: /,
    );
    await expect(loadSuite(put('odd', 'suite.json', '{}'), nowhere)).rejects.toThrow('is not a manifest');
    await expect(loadSuite(put('snake', 'suite.json', manifest({ from: 'snake' })), shelf)).rejects.toThrow(
      'draws on itself',
    );
  });

  it('passes on what is wrong with those that it draws on', async () => {
    const reference = put('waiting', 'suite.json', manifest({ from: 'corner-shop' }));
    await expect(loadSuite(reference, nowhere)).rejects.toThrow('nothing to draw on');
  });
});
