/** `check`, what it keeps, and what `run --only` makes of it: the real commands in this process, over real files. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeKiosk } from '../../test/kiosk.ts';
import { openCatalog } from '../catalog/catalog.ts';
import type { SimulatorCertificate } from '../certify/simulator.ts';
import { taskHash } from '../certify/task-hash.ts';
import type { Task } from '../core/task.ts';
import { runDirectory } from '../run/directory.ts';
import { readPlan } from '../run/plan-file.ts';
import { keepCertificates } from './certificate-file.ts';
import { addCheck } from './check-flags.ts';
import { addReport } from './report-flags.ts';
import { addRun } from './run-flags.ts';

let place: string;
let suite: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'practicum-check-'));
  vi.stubEnv('PRACTICUM_HOME', join(place, 'home'));
  suite = fileURLToPath(new URL('../../examples/03-own-suite', import.meta.url));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  process.exitCode = 0;
  rmSync(place, { recursive: true, force: true });
});

interface Printed {
  readonly out: string;
  readonly err: string;
  readonly code: number;
}

async function practicum(...args: readonly string[]): Promise<Printed> {
  const out = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const err = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const program = new Command().exitOverride();
  for (const add of [addCheck, addRun, addReport]) add(program);
  process.exitCode = 0;
  try {
    await program.parseAsync(['node', 'practicum', ...args]);
    const errors = [...err.mock.calls, ...said.mock.calls].flat().join('\n');
    // Under CI there is colour.
    const printed = stripVTControlCharacters(out.mock.calls.flat().join('\n'));
    return { out: printed, err: stripVTControlCharacters(errors), code: Number(process.exitCode) };
  } finally {
    for (const spy of [out, err, said]) spy.mockRestore();
  }
}
const run = (name: string, ...args: readonly string[]): Promise<Printed> =>
  practicum('run', '--suite', suite, '--output-dir', join(place, 'results'), '--run-name', name, ...args);
const played = (name: string): readonly string[] =>
  readPlan(runDirectory(join(place, 'results', name))).tasks.map(({ id }) => id);
const certificates = (): string => join(place, 'home/certificates/03-own-suite.json');

/** The example with something about it altered. */
function altered(change: (source: string) => string): void {
  const folder = join(place, '03-own-suite');
  cpSync(suite, folder, { recursive: true });
  const file = join(folder, 'suite.ts');
  writeFileSync(file, change(readFileSync(file, 'utf8')));
  suite = folder;
}

describe('check', () => {
  it('keeps its certificates, and merges those of a part', async () => {
    expect((await practicum('check', suite, '--limit', '1')).out).toMatch(/1 certified; \d+ mutants killed/);
    expect(JSON.parse(readFileSync(certificates(), 'utf8')).certificates).toHaveLength(1);
    const { out, code } = await practicum('check', suite, '--task-ids', 'decide-C-7', '--seed', '4');
    expect(code).toBe(0);
    expect(out).toContain(certificates());
    expect(JSON.parse(readFileSync(certificates(), 'utf8')).certificates).toMatchObject([
      { task: 'decide-C-3', label: 'certified', seed: '0', idle: 'failed', problems: [] },
      { task: 'decide-C-7', label: 'certified', seed: '4' },
    ]);
  });

  it('gives data for machines, and keeps the certificates all the same', async () => {
    const { out } = await practicum('check', suite, '--json');
    expect(JSON.parse(out)).toMatchObject({ labels: { certified: 3 }, isSound: true });
    expect(existsSync(certificates())).toBe(true);
  });
});

describe('run --only', () => {
  it('asks for a check where nothing is known', async () => {
    await expect(run('a', '--agent', 'idle', '--only', 'certified')).rejects.toThrow(
      `No task of the suite ${suite} has a certificate that holds. Run practicum check ${suite} first.`,
    );
  });

  it('plays what bears the label, and says what is left out and why', async () => {
    await practicum('check', suite, '--task-ids', 'decide-C-3', 'decide-C-7');
    const { err } = await run('b', '--agent', 'idle', '--only', 'weak', 'certified');
    expect(err).toContain('2 of 3 tasks are weak or certified. Left out: 1 without a certificate that holds');
    expect(played('b')).toEqual(['decide-C-3', 'decide-C-7']);
    await expect(run('c', '--agent', 'idle', '--only', 'weak')).rejects.toThrow(/is weak: 2 certified, 1 without/);
    await expect(run('d', '--agent', 'idle', '--only', 'certifed')).rejects.toThrow(/Allowed choices/);
  });

  it('does not take a task for certified that was edited since', async () => {
    await practicum('check', suite);
    altered((source) => source.replace('Decide the claim', 'Please decide the claim'));
    await expect(run('e', '--agent', 'idle', '--only', 'certified')).rejects.toThrow('has a certificate that holds');
  });
});

describe('run --only under a simulator', () => {
  it('goes by the certificates of that simulator', async () => {
    suite = writeKiosk(place);
    const kiosk = await openCatalog(process.env).suite(suite);
    const certificate = (task: Task): SimulatorCertificate => ({
      task: task.id,
      hash: taskHash(task),
      simulator: 'sim',
      agent: 'm',
      label: task.id === '2' ? 'certified' : 'too-easy',
      withPlan: null,
      unaided: null,
      idle: 'failed',
      problems: [],
    });
    const where = { home: join(place, 'home'), suite: 'kiosk', simulator: 'sim' };
    keepCertificates(where, kiosk.tasks.map(certificate));
    const asked = ['--agent-model', 'm', '--base-url', 'http://127.0.0.1:9/v1', '--only', 'certified', '--dry-run'];
    const { out, err } = await run('i', ...asked, '--world-model', 'sim');
    expect(err).toContain('1 of 3 tasks are certified. Left out: 2 too-easy.');
    expect(out).toMatch(/1 task/);
    await expect(run('j', ...asked, '--world-model', 'another')).rejects.toThrow('has a certificate that holds');
  });
});

describe('models for roles', () => {
  it('are asked for by the tasks that are played, not by the whole suite', async () => {
    altered((source) =>
      source
        .replace('export default defineSuite({', 'const whole = defineSuite({')
        .concat(
          "export default { ...whole, needs: ['judge'], needsFor: ({ id }) => (id === 'decide-C-7' ? ['judge'] : []) };\n",
        ),
    );
    expect((await run('k', '--agent', 'oracle', '--task-ids', 'decide-C-3')).code).toBe(0);
    vi.stubEnv('OPENAI_API_KEY', '');
    await expect(run('l', '--agent', 'oracle')).rejects.toThrow(/key/i);
    expect((await practicum('check', suite)).out).toMatch(/1 needs-model, 2 certified/);
  });
});

describe('check --paths-from', () => {
  it('makes tasks certifiable that somebody has solved', async () => {
    await run('solved', '--agent', 'oracle', 'idle', '--task-ids', 'decide-C-3');
    // The same tasks, without the program.
    altered((source) =>
      source
        .replace('export default defineSuite({', 'const whole = defineSuite({')
        .concat('export default { ...whole, solution: () => null };\n'),
    );
    expect((await practicum('check', suite)).out).toMatch(/3 needs-model/);
    const { out, err } = await practicum('check', suite, '--paths-from', join(place, 'results/solved'));
    expect(err).toContain('results/solved: 1.');
    expect(out).toMatch(/decide-C-3 +certified +passed +2/);
    expect(out).toMatch(/2 needs-model, 1 certified/);
    // And they stay so.
    expect((await practicum('check', suite)).out).toMatch(/2 needs-model, 1 certified/);
  });

  it('says where there is no run', async () => {
    await expect(practicum('check', suite, '--paths-from', join(place, 'nowhere'))).rejects.toThrow(
      'There is no run in',
    );
  });
});

describe('trajectories', () => {
  it('are written by run and by report, with tools from the suite', async () => {
    const into = join(place, 't1');
    expect((await run('f', '--agent', 'oracle', 'idle', '--trajectories', into)).err).toContain(
      '3 trajectories of f are in',
    );
    const [line = ''] = readFileSync(join(into, 'chat.jsonl'), 'utf8').split('\n');
    expect(JSON.parse(line).tools.map((tool: { function: { name: string } }) => tool.function.name)).toEqual([
      'get_claim',
      'decide_claim',
    ]);
    const { err } = await practicum(
      'report',
      join(place, 'results/f'),
      ...['--trajectories', join(place, 't2'), '--outcome', 'failed', '--min-score', '0.2'],
    );
    expect(err).toContain('3 trajectories of f are in');
  });

  it('are not chosen where none are asked for, nor taken from a run without a log', async () => {
    await run('g', '--agent', 'idle');
    const path = join(place, 'results/g');
    await expect(practicum('report', path, '--outcome', 'all')).rejects.toThrow('add --trajectories DIR');
    await expect(practicum('report', path, '--min-score', '2', '--trajectories', 'x')).rejects.toThrow('from 0 to 1');
    const original = join(place, 'original');
    mkdirSync(original);
    writeFileSync(join(original, 'results.jsonl'), '{"task_id": 1, "is_correct": true}\n');
    await expect(practicum('report', original, '--trajectories', join(place, 't3'))).rejects.toThrow('has no log');
  });

  it('do without tools where the suite is gone', async () => {
    altered((source) => source);
    await run('h', '--agent', 'oracle');
    rmSync(suite, { recursive: true });
    await practicum('report', join(place, 'results/h'), '--trajectories', join(place, 't4'));
    const [line = ''] = readFileSync(join(place, 't4/chat.jsonl'), 'utf8').split('\n');
    expect(JSON.parse(line)).not.toHaveProperty('tools');
  });
});
