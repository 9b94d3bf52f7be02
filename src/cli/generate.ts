/** `practicum generate`: draws a scenario config, or builds a suite of workplace scenarios from one. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { openCatalog } from '../catalog/catalog.ts';
import { UsageError, UserError } from '../core/errors.ts';
import { canonical, type Json, type JsonObject, parseJson } from '../core/json.ts';
import { plural } from '../report/figures.ts';
import { writeJson } from '../run/directory.ts';
import { sha256 } from '../wire/hash.ts';
import { formatScenario } from '../worlds/workplace/built-scenario.ts';
import { composeScenario, type Scenario } from '../worlds/workplace/compose.ts';
import { familyNamed } from '../worlds/workplace/family-name.ts';
import { loadFamilies } from '../worlds/workplace/modules.ts';
import { sampleConfig } from '../worlds/workplace/sample-config.ts';
import { readConfig } from '../worlds/workplace/scenario-config.ts';
import { EXIT } from './exit.ts';
import type { GenerateFlags } from './generate-flags.ts';
import { versionOf } from './version.ts';

export async function generate(what: string, flags: GenerateFlags): Promise<number> {
  if (what === 'config') return generateConfig(flags);
  if (what === 'workplace') return generateWorkplace(flags);
  throw new UsageError(
    `There is nothing "${what}" to generate. Write: practicum generate config, or practicum generate workplace.`,
  );
}

async function generateConfig(flags: GenerateFlags): Promise<number> {
  const families = await loadFamilies();
  const named = flags.families?.flatMap((names) => names.split(',')).map((name) => familyNamed(name, families).name);
  const config = sampleConfig({
    scenarios: flags.scenarios ?? flags.scenarioNums ?? 10,
    days: flags.days ?? flags.dayNums ?? 1,
    seed: flags.seed,
    tasksPerDay: flags.tasksPerDay,
    families: named ?? [...families.keys()],
    difficulty: flags.difficulty ?? null,
    overlap: flags.overlap,
    isStationary: flags.stationary,
    slack: flags.slack,
  });
  const out = flags.out ?? flags.configPath;
  if (out === undefined) throw new UsageError('Where to? Add --out FILE.');
  assertFree(out, flags.force);
  mkdirSync(dirname(resolve(out)), { recursive: true });
  writeJson(out, config as unknown as Json);
  const tasks = config.scenarios.reduce(
    (sum, { days }) => sum + days.reduce((all, day) => all + day.tasks.length, 0),
    0,
  );
  console.log(`${sized(config.scenarios.length, tasks)} in ${out}.`);
  console.log(`Next: practicum generate workplace --config ${out} --out NAME`);
  return EXIT.done;
}

async function generateWorkplace(flags: GenerateFlags): Promise<number> {
  const file = flags.config ?? flags.configPath;
  const out = flags.out ?? flags.benchPath;
  if (file === undefined || out === undefined) {
    throw new UsageError('Write: practicum generate workplace --config FILE --out NAME_OR_FOLDER.');
  }
  if (!existsSync(file)) throw new UsageError(`--config ${file}: there is no such file.`);
  const { scenarios, slack } = readConfig(parseJson(readFileSync(file, 'utf8')), file);
  const families = await loadFamilies();
  const folder = /^[\w-]+$/.test(out) ? join(openCatalog(process.env).home, 'suites', out) : resolve(out);
  assertFree(folder, flags.force);
  // Made whole before anything is replaced: a config that cannot be done costs nothing.
  const made = scenarios.map((config) => composeScenario(config, { slack }, families));
  const assignments = made.reduce((sum, { truth }) => sum + truth.assignments.length, 0);
  const description = `${sized(made.length, assignments)}.`;
  writeSuite(folder, made, description);
  console.log(`${description} The suite stands in ${folder}.`);
  if (flags.npcModel !== undefined)
    console.log(`Colleagues speak through ${flags.npcModel} with: run --npc-model ${flags.npcModel}.`);
  console.log(`Next: practicum run --suite ${out} --agent-model MODEL`);
  return EXIT.done;
}

function sized(scenarios: number, assignments: number): string {
  return `${plural(scenarios, 'scenario')} with ${plural(assignments, 'assignment')}`;
}

function writeSuite(folder: string, made: readonly Scenario[], description: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'scenarios'), { recursive: true });
  for (const scenario of made)
    writeFileSync(join(folder, 'scenarios', `${scenario.instance.name}.json`), formatScenario(scenario));
  writeJson(join(folder, 'suite.json'), { kind: 'workplace', title: 'Workplace', description });
  writeJson(join(folder, 'manifest.json'), { version: versionOf(), scenarios: made.map(hashesOf) });
}

/** What each day is made of, so that anybody can see whether theirs is the same. */
function hashesOf({ instance: { name, seed, days } }: Scenario): JsonObject {
  return { name, seed, days: days.map((day) => sha256(canonical(day as unknown as Json))) };
}

function assertFree(path: string, force: boolean): void {
  if (existsSync(path) && !force) throw new UserError(`${resolve(path)} is there already. Add --force to replace it.`);
}
