import { expect, it } from 'vitest';
import { openCatalog } from '../catalog/catalog.ts';
import { bounded } from './bounds.ts';
import { runDefaults } from './run-flags.ts';

it('are those of the flags, else of the suite, else those for any task', async () => {
  const catalog = openCatalog(process.env);
  const [triage, work, mixed] = [
    await catalog.suite('emergency-triage'),
    await catalog.suite('trainee-small'),
    await catalog.suite('first-day'),
  ];
  const flags = runDefaults();
  expect(bounded(flags, triage)).toMatchObject({ maxSteps: 200, maxTokens: 5_000_000 });
  expect(bounded(flags, work)).toMatchObject({ maxSteps: 400, maxTokens: 20_000_000 });
  expect(bounded(flags, mixed)).toMatchObject({ maxSteps: 400, maxTokens: 20_000_000 });
  expect(bounded({ ...flags, maxSteps: 7 }, work)).toMatchObject({ maxSteps: 7, maxTokens: 20_000_000 });
});
