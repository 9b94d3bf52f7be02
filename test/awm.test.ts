/** Agent World Model from end to end: our own release in its format is imported, certified and played, in both modes. */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalog, openCatalog } from '../src/catalog/catalog.ts';
import { type Certificate, certify } from '../src/certify/certificate.ts';
import type { Suite } from '../src/core/suite.ts';
import type { Task } from '../src/core/task.ts';
import { importAwm } from '../src/library/awm/import.ts';
import { AWM_TASKS, type AwmLabel, writeAwmRelease } from './awm-release.ts';
import { canSkipPython, pythonHome } from './python.ts';

const place = mkdtempSync(join(tmpdir(), 'practicum-awm-'));
let catalog: Catalog;
const suites = new Map<string, Suite>();

/** What the certificate calls them: a task without a verifier is dead, one for another Python is not to be opened here. */
const LABELS: Readonly<Partial<Record<AwmLabel, string>>> = {
  unscored: 'verifier-dead',
  'needs-newer-python': 'env-bug',
};

describe.skipIf(canSkipPython)('Agent World Model', () => {
  beforeAll(async () => {
    writeAwmRelease(join(place, 'release'));
    catalog = openCatalog({ PRACTICUM_HOME: join(place, 'home') });
    for (const mode of ['repaired', 'faithful'] as const) {
      const out = join(place, 'home', 'suites', mode);
      await importAwm(join(place, 'release'), { out, force: false, mode, fk: 'on' });
      suites.set(mode, await catalog.suite(mode));
    }
    symlinkSync(join(pythonHome(), 'python'), join(place, 'home', 'python'));
  });
  afterAll(async () => {
    await catalog?.close();
    rmSync(place, { recursive: true, force: true });
  });

  const find = (mode: string, id: string): { suite: Suite; task: Task } => {
    const suite = suites.get(mode);
    const task = suite?.tasks.find((one) => one.id === id);
    if (suite === undefined || task === undefined) throw new Error(`there is no task ${mode}/${id}`);
    return { suite, task };
  };
  const certificate = ({ suite, task }: { suite: Suite; task: Task }): Promise<Certificate> => certify(suite, task);

  it.each(AWM_TASKS)('$id is $repaired when repaired: $why', { timeout: 60_000 }, async ({ id, repaired }) => {
    const { label, problems } = await certificate(find('repaired', id));
    expect([label, problems.join('; ')]).toEqual([LABELS[repaired] ?? repaired, expect.any(String)]);
  });

  it.each(AWM_TASKS.filter(({ repaired, faithful }) => repaired !== faithful))(
    '$id is $faithful in the original: $why',
    { timeout: 60_000 },
    async ({ id, faithful }) => {
      const { label, problems } = await certificate(find('faithful', id));
      expect([label, problems.join('; ')]).toEqual([LABELS[faithful] ?? faithful, expect.any(String)]);
    },
  );
});
