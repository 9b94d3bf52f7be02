import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../wire/hash.ts';
import { readLanguageSuite } from '../language-suite.ts';
import type { Finding } from './checks.ts';
import {
  environmentTexts,
  type Layout,
  LIBRARY,
  releaseTasks,
  SCENARIOS,
  taskLine,
  writeRelease,
} from './fixtures/release.ts';
import { type ImportReport, importOccubench } from './import.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'practicum-import-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const shelf = (): string => join(place, 'suites');
const out = (): string => join(shelf(), 'occu');
const copy = (): string => join(place, 'copy');
function imported(layout: Layout = {}, given = copy()): ImportReport {
  writeRelease(join(copy(), 'data'), layout);
  return importOccubench(given, { out: out(), force: true });
}
const found = ({ findings }: ImportReport, check: string): readonly (readonly [string | null, string])[] =>
  findings
    .filter((finding: Finding) => finding.check === check)
    .map(({ environment, detail }) => [environment, detail]);
const kept = (name: string): string => readFileSync(join(out(), 'environments', `${name}.json`), 'utf8');

describe('an import', () => {
  it('makes a suite that can be read, with every task joined to what it needs', () => {
    const report = imported();
    expect(report).toMatchObject({
      source: copy(),
      out: out(),
      tasks: 5,
      environments: 5,
      scenarios: 3,
      categories: { Health: 1, 'Public Service': 3, Unknown: 1 },
    });
    const suite = readLanguageSuite(out());
    expect(suite.tasks.map(({ id, category, world, clock }) => [id, category, world, clock])).toEqual([
      ['7', 'Public Service', 'env_00000000000a', '2024-03-04T09:00:00Z'],
      ['3', 'Public Service', 'env_00000000000b', '2024-05-06T07:30:00Z'],
      ['12', 'Health', 'env_00000000000c', '2023-09-03T10:15:00Z'],
      ['4', 'Public Service', 'env_00000000000d', '2024-06-03T09:00:00Z'],
      ['5', 'Unknown', 'env_00000000000e', '2024-06-03T09:00:00Z'],
    ]);
  });

  it('keeps every text to the byte: floats, byte order marks, doubled braces', () => {
    imported();
    for (const [name, text] of environmentTexts()) expect(kept(name)).toBe(text);
    expect(kept('env_00000000000b')).toContain('"copies": 3.0');
    const lines = readFileSync(join(out(), 'tasks.jsonl'), 'utf8');
    expect(lines).toBe(
      releaseTasks()
        .map((task) => `${JSON.stringify(task)}\n`)
        .join(''),
    );
  });

  it('takes the repository, its data folder, and a file of tasks with the rest beside it', () => {
    const data = join(copy(), 'data');
    expect(imported({}, copy()).tasks).toBe(5);
    expect(imported({}, data).tasks).toBe(5);
    const few = join(data, 'few.jsonl');
    writeFileSync(few, JSON.stringify(taskLine(7, LIBRARY.name)));
    const report = importOccubench(few, { out: out(), force: true });
    expect(report).toMatchObject({ tasks: 1, environments: 1 });
    expect(found(report, 'environment-unused')).toHaveLength(4);
    expect(readdirSync(join(out(), 'environments'))).toEqual([`${LIBRARY.name}.json`]);
  });

  it('takes the data set, with environments in one file', () => {
    const report = imported({ isDataSet: true });
    expect(report).toMatchObject({ tasks: 5, environments: 5 });
    expect(kept('env_00000000000b')).toContain('"copies": 3.0');
    expect(kept('env_00000000000b')).toContain('\uFEFFa1b2');
    expect(readLanguageSuite(out()).tasks[1]?.setup).toMatchObject({ environment: 'env_00000000000b' });
  });

  it('writes down what it was made of', () => {
    const report = imported();
    const file = JSON.parse(readFileSync(join(out(), 'import.json'), 'utf8')) as ImportReport;
    expect(file).toEqual(report);
    const text = environmentTexts().get(LIBRARY.name) ?? '';
    expect(file.files).toHaveLength(7);
    expect(file.files).toContainEqual({
      file: `world_model_configs/${LIBRARY.name}.json`,
      bytes: Buffer.byteLength(text),
      sha256: sha256(text),
    });
  });

  it('reports the quirks of each environment', () => {
    const { checks } = imported();
    const where = Object.fromEntries(
      checks.map(({ check, environments }) => [check, environments.map((id) => id.at(-1))]),
    );
    expect(where).toMatchObject({
      'placeholder-repeated': ['e'],
      'placeholder-unknown': ['e'],
      'state-form': ['d'],
      'state-braces': ['b'],
      'description-braces': ['b'],
      'state-byte-order-mark': ['b'],
      'state-answers': ['c'],
      'date-inferred': ['c'],
      'date-missing': ['d', 'e'],
      'example-missing': ['c'],
      'example-misplaced': ['c'],
      'example-null': ['c'],
      'example-list': ['c'],
      'required-missing': ['c'],
      'parameter-free-form': ['c'],
      'number-form': ['b'],
      'scenario-missing': ['e'],
    });
  });
});

describe('a release with faults', () => {
  it('loses only the lines and environments that cannot be used, and says which', () => {
    const environments = new Map([
      ...environmentTexts(),
      ['env_broken', '{"a":'],
      ['env_toolless', '{"action_set_definitions": 3}'],
    ]);
    const report = imported({
      environments,
      tasks: [
        ...releaseTasks(),
        '{"task_id": 9,',
        taskLine(10, '../../etc/passwd'),
        taskLine(11, 'env_gone'),
        taskLine(13, 'env_broken'),
        taskLine(14, 'env_toolless'),
        taskLine(15, LIBRARY.name, { verification_plan: '' }),
        taskLine(7, LIBRARY.name, { agent_instruction: 'Again.\nAnd again.', difficulty_level: 5 }),
        taskLine('extra', LIBRARY.name),
      ],
      scenarios: [
        ...SCENARIOS,
        ...SCENARIOS.slice(1),
        { category: 'x' },
        { category: 'a', domain: 'b', task_scenario_name: 'Idle' },
      ],
    });
    expect(report.tasks).toBe(6);
    expect(found(report, 'task-malformed')).toEqual([
      [null, 'line 6: is not JSON'],
      [null, expect.stringContaining('line 7: env_name')],
      [null, expect.stringContaining('line 11: verification_plan')],
    ]);
    expect(found(report, 'task-dangling')).toEqual([['env_gone', 'task 11']]);
    expect(found(report, 'environment-unreadable')).toEqual([
      ['env_broken', expect.stringContaining('env_broken.json is not JSON.')],
      ['env_toolless', expect.stringContaining('action_set_definitions is not a list of tools')],
    ]);
    expect(found(report, 'task-twice')).toEqual([[LIBRARY.name, '7, again on line 12']]);
    expect(found(report, 'task-multi-line')).toEqual([[LIBRARY.name, 'task 7']]);
    expect(found(report, 'difficulty-odd')).toEqual([[LIBRARY.name, 'task 7: 5']]);
    expect(found(report, 'environment-shared')).toEqual([[LIBRARY.name, 'tasks 7, extra']]);
    expect(found(report, 'scenario-twice')).toEqual([[null, 'Ward Round']]);
    expect(found(report, 'scenario-malformed')).toHaveLength(1);
    expect(found(report, 'scenario-without-task')).toEqual([[null, 'Idle']]);
    const suite = readLanguageSuite(out());
    expect(suite.tasks[0]).toMatchObject({ id: '7', brief: 'Again.\nAnd again.', difficulty: null });
  });

  it('with environments in one file: lines that are none, names that stand twice, names that lead elsewhere', () => {
    const texts = environmentTexts();
    const [library = ''] = texts.values();
    const environments = new Map([
      ...texts,
      ['torn', '{"environment_name": "env'],
      ['nameless', '{}'],
      ['again', library.replace('"As printed."', '"As on the cover."')],
      ['outside', '{"environment_name": "../outside"}'],
    ]);
    const report = imported({ isDataSet: true, environments });
    expect(found(report, 'environment-unreadable').map(([, detail]) => detail)).toEqual([
      'line 6 is not JSON',
      'line 7 has no environment_name',
      expect.stringContaining('"../outside" cannot be the name of a file'),
    ]);
    expect(found(report, 'environment-twice')).toEqual([[LIBRARY.name, expect.stringContaining('line 8')]]);
    expect(kept(LIBRARY.name)).toContain('As on the cover.');
  });

  it('is imported without a table of scenarios', () => {
    expect(imported({ scenarios: null }).categories).toEqual({ Unknown: 5 });
  });

  it('is refused in a sentence where nothing is left, or it is none', () => {
    expect(() => imported({ tasks: ['nonsense'] })).toThrow(/holds no task that can be played: task-malformed/);
    expect(() => imported({ tasks: [taskLine(1, 'env_gone')] })).toThrow(/task-dangling \(env_gone task 1\)/);
    expect(() => importOccubench(join(place, 'nowhere'), { out: out() })).toThrow(/There is no .*nowhere/);
    expect(() => importOccubench(place, { out: out() })).toThrow('is no copy of OccuBench');
    rmSync(join(copy(), 'data', 'world_model_configs'), { recursive: true });
    expect(() => importOccubench(copy(), { out: out() })).toThrow('has no environments');
    expect(existsSync(out())).toBe(false);
  });
});

describe('the place of the suite', () => {
  it('is taken only when the suite is whole, and nothing else is left there', () => {
    imported();
    expect(readdirSync(shelf())).toEqual(['occu']);
    expect(() => imported({ tasks: ['nonsense'] })).toThrow();
    expect(readdirSync(shelf())).toEqual(['occu']);
    expect(readLanguageSuite(out()).tasks).toHaveLength(5);
  });

  it('is given up by an older suite only when asked', () => {
    imported();
    writeFileSync(join(out(), 'mine.txt'), 'x');
    expect(() => importOccubench(copy(), { out: out() })).toThrow(/is there already\. Add --force/);
    expect(existsSync(join(out(), 'mine.txt'))).toBe(true);
    importOccubench(copy(), { out: out(), force: true });
    expect(existsSync(join(out(), 'mine.txt'))).toBe(false);
    expect(readdirSync(shelf())).toEqual(['occu']);
  });

  it('is never taken from something that is not an imported suite', () => {
    mkdirSync(out(), { recursive: true });
    writeFileSync(join(out(), 'thesis.txt'), 'ten years of work');
    expect(() => imported()).toThrow('is not an imported suite');
    writeFileSync(join(out(), 'suite.json'), '{"title": "own", "description": "", "draw": []}');
    expect(() => imported()).toThrow('is not an imported suite');
    expect(readFileSync(join(out(), 'thesis.txt'), 'utf8')).toBe('ten years of work');
  });

  it('cannot hold the source that is read', () => {
    imported();
    writeRelease(join(out(), 'data'));
    expect(() => importOccubench(join(out(), 'data'), { out: out(), force: true })).toThrow('is to be replaced');
  });

  it('that cannot be written to is named in a sentence', () => {
    writeRelease(copy());
    writeFileSync(shelf(), 'a file');
    expect(() => importOccubench(copy(), { out: out() })).toThrow(/The suite cannot be written to .*occu/);
  });
});
