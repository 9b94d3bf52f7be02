import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AWM_TASKS, writeAwmRelease } from '../../../test/awm-release.ts';
import type { Task } from '../../core/task.ts';
import { readState } from '../../engines/sqlite-image.ts';
import { type AwmImportOptions, type AwmImportReport, importAwm } from './import.ts';
import { type AwmSuite, readAwmSuite } from './suite.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'practicum-awm-'));
  writeAwmRelease(join(place, 'data'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const data = (...path: readonly string[]): string => join(place, 'data', ...path);
const out = (...path: readonly string[]): string => join(place, 'suites', 'awm', ...path);
const run = (options: Partial<AwmImportOptions> = {}): Promise<AwmImportReport> =>
  importAwm(data(), { out: out(), clock: '2026-02-18T07:18:36Z', ...options });
const suite = async (options: Partial<AwmImportOptions> = {}): Promise<AwmSuite> => {
  await run(options);
  return readAwmSuite(out());
};
const taskOf = ({ tasks }: AwmSuite, id: string): Task => {
  const task = tasks.find((one) => one.id === id);
  if (task === undefined) throw new Error(`no task ${id}`);
  return task;
};
const found = ({ findings }: AwmImportReport, check: string): readonly string[] =>
  findings.filter((one) => one.check === check).map(({ scenario, detail }) => `${scenario}: ${detail}`);
/** Replaces a file by other rows. */
const put = (name: string, rows: readonly unknown[]): void =>
  writeFileSync(
    data(`${name}.jsonl`),
    rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join(''),
  );
const rowsOf = (name: string): object[] =>
  readFileSync(data(`${name}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as object);

describe('the report', () => {
  it('counts what can be played and scored, and names what is odd', async () => {
    const report = await run();
    expect(report).toMatchObject({
      scenarios: 3,
      tasks: 20,
      playable: 20,
      scorable: 19,
      verifiers: { code: 18, sql: 2 },
      mode: 'repaired',
      fk: 'on',
      licence: null,
    });
    expect(found(report, 'verifier-twice')).toEqual(['ferry_desk_2: gen_verifier: task 0']);
    expect(found(report, 'verifier-missing')).toEqual(['seed_library_lending: task 9']);
    expect(found(report, 'verifier-never-complete')).toEqual(['seed_library_lending: gen_verifier.pure_code: task 8']);
    expect(found(report, 'verifier-timestamp-literal')).toEqual([
      'seed_library_lending: gen_verifier.pure_code: task 5',
    ]);
    expect(JSON.parse(readFileSync(out('import.json'), 'utf8'))).toMatchObject({ playable: 20 });
    expect(readdirSync(out()).sort()).toEqual(['import.json', 'index.jsonl', 'suite.json']);
  });

  it('tells collisions, nameless and second rows, and rows that are none', async () => {
    put('gen_tasks', [
      'not json',
      { scenario: '東京', tasks: ['x'] },
      ...rowsOf('gen_tasks'),
      { scenario: 'ferry desk-2', tasks: ['other'] },
      { scenario: 'Ferry Desk 2', tasks: ['again'] },
      { scenario: 'Bare Hall 1', tasks: ['a'] },
    ]);
    const report = await run();
    expect(found(report, 'row-malformed')).toEqual(['null: gen_tasks.jsonl, row 1: is not JSON']);
    expect(found(report, 'scenario-nameless')).toHaveLength(1);
    expect(found(report, 'scenario-collision')).toEqual(['ferry_desk_2: gen_tasks: Ferry Desk 2 and ferry desk-2']);
    expect(found(report, 'scenario-twice')).toEqual(['ferry_desk_2: gen_tasks: Ferry Desk 2']);
    expect(found(report, 'environment-missing')).toEqual(['bare_hall_1: bare_hall_1']);
    expect(found(report, 'database-missing')).toEqual(['bare_hall_1: bare_hall_1']);
    expect(report).toMatchObject({ scenarios: 4, tasks: 21, playable: 20 });
    expect(readAwmSuite(out()).tasks).toHaveLength(20);
  });

  it('knows all losses when told to build', async () => {
    const faithful = await run({ build: true, mode: 'faithful' });
    expect(found(faithful, 'seed-lost').map((line) => line.split(':')[1])).toEqual([
      ' table 0 of shelf_labels',
      ' index 0 of shelf_labels',
      ' seed 2 of members',
      ' seed 3 of loans',
      ' seed 0 of growing_notes',
      ' seed 0 of shelf_labels',
    ]);
    const repaired = await run({ build: true, force: true });
    expect(found(repaired, 'seed-lost')).toEqual([]);
    expect(found(repaired, 'seed-repaired').map((line) => line.replace(/.*: /, ''))).toEqual([
      'stray-semicolons',
      'apostrophes-in-words',
      'backslash-quotes',
    ]);
    expect(readdirSync(out('images'))).toHaveLength(6);
  });
});

describe('the suite', () => {
  it('has every task, with what it needs and no more', async () => {
    const awm = await suite();
    expect(awm.tasks.map(({ id }) => id).sort()).toEqual(AWM_TASKS.map(({ id }) => id).sort());
    const task = taskOf(awm, 'seed_library_lending.0');
    expect(task).toMatchObject({
      suite: 'awm',
      world: 'seed_library_lending',
      family: 'seed_library_lending',
      scenario: 'Seed Library (Lending)',
      title: 'Borrow packet 12 for 14 days.',
      clock: '2026-02-18T07:18:36.000Z',
      truth: { task_idx: 0, mode: 'code' },
      setup: { scenario: 'seed_library_lending', mode: 'repaired', fk: 'on' },
    });
    expect(task.brief).toMatch(/whose id is 1[\s\S]*\n\nBorrow packet 12 for 14 days\.$/);
    expect(JSON.stringify(task.setup)).not.toContain('verify');
    expect(taskOf(awm, 'ferry_desk_2.0').family).toBe('ferry_desk');
    expect(taskOf(awm, 'seed_library_lending.9').truth).toEqual({ task_idx: 9, verifier: null, mode: null });
  });

  it('gives environments, verifiers by mode, and recorded paths', async () => {
    const awm = await suite();
    const both = taskOf(awm, 'ferry_desk_2.1');
    expect(awm.scenario(both).source).toBe(readFileSync(join('test', 'awm', 'ferry-desk', 'env.py'), 'utf8'));
    expect(awm.verifier(both)?.mode).toBe('code');
    expect(awm.verifier(both, 'sql')).toMatchObject({
      mode: 'sql',
      criteria: { success: expect.stringContaining('Cancel my booking') },
    });
    const first = taskOf(awm, 'ferry_desk_2.0');
    expect(awm.verifier(first)?.code).not.toContain('second');
    expect(awm.verifier(first, 'code')).toBeNull();
    expect(awm.verifier(taskOf(awm, 'seed_library_lending.9'))).toBeNull();
    expect(awm.path(both)?.allowed).toBeNull();
    expect(awm.path(both)?.steps).toEqual([
      { call: 'cancel_booking', input: { booking_id: 4 } },
      { say: 'Booking 4 is cancelled.' },
    ]);
    expect(awm.path(taskOf(awm, 'ferry_desk_2.7'))).toBeNull();
  });

  it('builds a database once, and again only where it would come out otherwise', async () => {
    const awm = await suite();
    const scenario = awm.scenario(taskOf(awm, 'seed_library_lending.0'));
    const image = scenario.image();
    expect(image.length).toBeGreaterThan(250_000);
    expect(readState(image).loans).toContainEqual(expect.objectContaining({ id: 3, loaned_at: '2026-02-15 07:18:36' }));
    expect(scenario.buildReport().repairs).toHaveLength(3);
    const again = readAwmSuite(out());
    const reread = again.scenario(taskOf(again, 'seed_library_lending.0'));
    expect(Buffer.compare(Buffer.from(reread.image()), Buffer.from(image))).toBe(0);
    expect([reread.key, reread.buildReport()]).toEqual([scenario.key, scenario.buildReport()]);
    const other = await suite({ force: true, fk: 'off' });
    expect(other.scenario(taskOf(other, 'seed_library_lending.0')).key).not.toBe(scenario.key);
  });

  it('takes a shipped database in repaired mode, with the time at which it was made', async () => {
    mkdirSync(data('databases'));
    const file = new DatabaseSync(data('databases', 'ferry_desk_2.db'));
    file.exec(
      "CREATE TABLE users (id INTEGER PRIMARY KEY, at TEXT); INSERT INTO users VALUES (1, '2026-01-22 04:05:06'), (2, '2026-01-28 04:05:06'), (3, '2026-02-05 04:05:06')",
    );
    file.close();
    const awm = await suite();
    const task = taskOf(awm, 'ferry_desk_2.0');
    // Nine and three days before, five days after, as the seeds say.
    expect(task.clock).toBe('2026-01-31T04:05:06.000Z');
    expect(readState(awm.scenario(task).image())).toHaveProperty('users.length', 3);
    expect(awm.scenario(task).buildReport().from).toBe('shipped');
    const faithful = await suite({ mode: 'faithful', force: true });
    expect(faithful.scenario(taskOf(faithful, 'ferry_desk_2.0')).buildReport()).toMatchObject({
      from: 'seeds',
      tables: 5,
    });
    for (const name of ['gen_db', 'gen_sample']) rmSync(data(`${name}.jsonl`));
    const bare = await suite({ mode: 'faithful', force: true });
    expect(bare.tasks.map(({ world }) => world)).toEqual(Array.from({ length: 9 }, () => 'ferry_desk_2'));
  });

  it('finds the time of the data from its verifiers, where they name it', async () => {
    const rows = rowsOf('gen_verifier');
    put('gen_verifier', [
      ...rows,
      ...['2026-01-01 11:22:33', '2026-01-15 11:22:33'].map((time, i) => ({
        scenario: 'ferry_desk_2',
        task_idx: i + 5,
        task: '',
        verification: { code: `def verify_task(a, b):\n    return {"at": "${time}"}`, raw_response: '' },
      })),
    ]);
    const awm = await suite();
    // Nine days before and five days after: no other shifts of the seeds lie two weeks apart.
    expect(taskOf(awm, 'ferry_desk_2.0').clock).toBe('2026-01-10T11:22:33.000Z');
    expect(taskOf(awm, 'knot_board_1.0').clock).toBe('2026-02-18T07:18:36.000Z');
  });

  it('reads compressed files', async () => {
    rmSync(data(), { recursive: true });
    writeAwmRelease(data(), { isCompressed: true });
    const awm = await suite();
    expect(taskOf(awm, 'ferry_desk_2.8').title).toBe('How many routes lead to Gull Island? Answer with the number.');
    writeFileSync(data('gen_envs.jsonl.gz'), 'not compressed');
    await expect(run({ force: true })).rejects.toThrow(/gen_envs\.jsonl\.gz cannot be unpacked/);
    expect(readAwmSuite(out()).tasks).toHaveLength(20);
  });
});

describe('what goes wrong', () => {
  it('is said in a sentence', async () => {
    await expect(importAwm(join(place, 'nowhere'), { out: out() })).rejects.toThrow('There is no');
    mkdirSync(join(place, 'empty'));
    await expect(importAwm(join(place, 'empty'), { out: out() })).rejects.toThrow("is no copy of AWM's data");
    rmSync(data('gen_envs.jsonl'));
    await expect(run()).rejects.toThrow(/holds no task that can be played: that takes gen_tasks, gen_envs/);
    expect(existsSync(out())).toBe(false);
    expect(readdirSync(join(place, 'suites'))).toEqual([]);
  });

  it('replaces only when told to, and never what holds the data', async () => {
    await run();
    await expect(run()).rejects.toThrow('Add --force');
    await expect(importAwm(data(), { out: place, force: true })).rejects.toThrow('is not an imported suite');
    writeFileSync(join(place, 'suite.json'), '{"kind": "awm"}');
    await expect(importAwm(data(), { out: place, force: true })).rejects.toThrow('which is to be replaced');
  });

  it('notices data that has changed or gone since', async () => {
    const awm = await suite();
    const task = taskOf(awm, 'ferry_desk_2.1');
    const file = data('gen_verifier.pure_code.jsonl');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('Cancel my booking number 4.', 'Cancel my booking number 3.'));
    expect(() => awm.verifier(task)).toThrow(/has changed since it was imported.*--force/);
    writeFileSync(file, `${text}\n`);
    expect(() => readAwmSuite(out())).toThrow('has changed since it was imported');
    rmSync(file);
    expect(() => readAwmSuite(out())).toThrow(/cannot be read.*import it again/);
    writeFileSync(out('index.jsonl'), '{}');
    expect(() => readAwmSuite(out())).toThrow(/index\.jsonl cannot be read/);
    writeFileSync(out('suite.json'), '{"kind": "awm", "mode": "odd"}');
    expect(() => readAwmSuite(out())).toThrow(/is not the head of an AWM suite: .*mode/);
  });

  it('says which verifiers can never pass', async () => {
    const awm = await suite();
    const doubts = awm.tasks.flatMap((task) => (awm.doubts(task) === null ? [] : [`${task.id}: ${awm.doubts(task)}`]));
    expect(doubts).toEqual([
      'seed_library_lending.8: the verifier never says "complete"',
      'seed_library_lending.9: the task has no verifier',
    ]);
  });

  it('refuses a path that is none', async () => {
    const awm = await suite();
    writeFileSync(out('paths.jsonl'), '{"scenario": "Ferry Desk 2", "task_idx": 1, "steps": [{"do": "it"}]}\n');
    expect(() => awm.path(taskOf(awm, 'ferry_desk_2.1'))).toThrow(/paths\.jsonl, line 1 is no path/);
  });
});
