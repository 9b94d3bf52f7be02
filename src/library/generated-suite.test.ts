import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { FOUNDRY } from '../../test/generated-parts.ts';
import { UserError } from '../core/errors.ts';
import { isGeneratedSuite, readGeneratedSuite } from './generated-suite.ts';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'generated-')), 'foundry');
  cpSync(FOUNDRY, folder, { recursive: true });
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

const file = (path: string): string => join(folder, path);
const edit = (path: string, change: (text: string) => string): void =>
  writeFileSync(file(path), change(readFileSync(file(path), 'utf8')));
const WORLD = 'worlds/bell-foundry/world.json';
function editInput(change: object): void {
  edit(WORLD, (text) => {
    const world = z
      .object({ tools: z.array(z.looseObject({})) })
      .loose()
      .parse(JSON.parse(text));
    return JSON.stringify({ ...world, tools: world.tools.map((tool, i) => (i === 1 ? { ...tool, ...change } : tool)) });
  });
}
function flaw(): string {
  try {
    readGeneratedSuite(folder);
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
  return 'no flaw';
}

describe('a suite of generated worlds', () => {
  it('is read with its tasks, worlds, verifiers and solutions', () => {
    const suite = readGeneratedSuite(folder);
    const [task] = suite.tasks;
    if (task === undefined) throw new Error('there is no task');
    expect(suite).toMatchObject({ name: 'foundry', title: 'Bell foundry' });
    expect(suite.tasks.map(({ id }) => id)).toEqual([
      'deliver-harbour',
      'tune-chapel',
      'cast-town-clock',
      'unpaid-ready',
    ]);
    expect(task).toMatchObject({
      suite: 'foundry',
      world: 'bell-foundry',
      family: 'delivery',
      scenario: 'Order book of a bell foundry',
      asked: { bell: 'B-101' },
    });
    expect(suite.world(task).tools[1]?.input).toMatchObject({ additionalProperties: false, required: ['bell'] });
    expect(suite.world(task).source).toContain('tools.deliver_bell');
    expect(suite.verifier(task)).toContain('verify');
    expect(suite.solution(task)).toBeTypeOf('function');
  });
  it('says in each task which world and verifier it was made for', () => {
    const before = readGeneratedSuite(folder).tasks.map(({ setup, truth }) => JSON.stringify([setup, truth]));
    edit('worlds/bell-foundry/tools.js', (text) => `${text}\n// another`);
    edit('verifiers/unpaid.js', (text) => `${text}\n// another`);
    const after = readGeneratedSuite(folder).tasks.map(({ setup, truth }) => JSON.stringify([setup, truth]));
    expect(after.every((one, i) => one !== before[i])).toBe(true);
    expect(JSON.parse(after[0] ?? '')[1]).toEqual(JSON.parse(before[0] ?? '')[1]);
    expect(JSON.parse(after[3] ?? '')[1]).not.toEqual(JSON.parse(before[3] ?? '')[1]);
  });
  it('reads code only when a task is played', () => {
    rmSync(file('worlds/bell-foundry/tools.js'));
    const suite = readGeneratedSuite(folder);
    expect(() => suite.world(suite.tasks[0] ?? expect.fail())).toThrow(/tools\.js cannot be read/);
  });
  it.each([
    ['no tasks', () => writeFileSync(file('tasks.jsonl'), '\n'), /tasks\.jsonl holds no task/],
    [
      'a line that is no JSON',
      () => edit('tasks.jsonl', (text) => `${text}{"id":`),
      /tasks\.jsonl, line 5 is not JSON/,
    ],
    [
      'one id twice',
      () => edit('tasks.jsonl', (text) => text + text),
      /line 5: there is another task with the id "deliver-harbour"/,
    ],
    [
      'a task without a brief',
      () => edit('tasks.jsonl', (text) => text.replace('"brief"', '"letter"')),
      /line 1 does not fit: brief: /,
    ],
    [
      'a clock that is none',
      () => edit('tasks.jsonl', (text) => text.replace('2026-03-02T08:00:00Z', 'Monday')),
      /clock: /,
    ],
    [
      'a world outside of the folder',
      () => edit('tasks.jsonl', (text) => text.replace('"bell-foundry"', '"../../etc"')),
      /world: must be made of letters/,
    ],
    [
      'a verifier outside of the folder',
      () => edit('tasks.jsonl', (text) => text.replace('"delivery","path"', '"../delivery","path"')),
      /verifier: must be made of letters/,
    ],
    [
      'a world that is not there',
      () => edit('tasks.jsonl', (text) => text.replace('"bell-foundry"', '"watchmaker"')),
      /watchmaker.world\.json cannot be read/,
    ],
    [
      'a head of another kind',
      () => edit('suite.json', (text) => text.replace('"domain"', '"field"')),
      /suite\.json does not fit: domain/,
    ],
    ['two tools of one name', () => editInput({ name: 'list_bells' }), /two tools are called "list_bells"/],
    ['an effect that is none', () => editInput({ effect: 'maybe' }), /tools\.1\.effect/],
    [
      'a pattern in a schema',
      () => editInput({ input: { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } } }),
      /uses "pattern", which is left to the tool/,
    ],
    [
      'a pattern deep in a schema',
      () =>
        editInput({ input: { type: 'object', properties: { a: { anyOf: [{ items: { patternProperties: {} } }] } } } }),
      /uses "patternProperties"/,
    ],
    [
      'a reference in a schema',
      () => editInput({ input: { type: 'object', properties: { a: { $ref: '#' } } } }),
      /uses "\$ref"/,
    ],
    ['a schema that is no object', () => editInput({ input: { type: 'string' } }), /must have "type": "object"/],
  ])('that has %s is refused in one sentence', (_what, spoil, sentence) => {
    spoil();
    expect(flaw()).toMatch(sentence);
    expect(flaw()).toMatch(/\.$/);
  });
  it('may have parameters that are called like keywords', () => {
    editInput({ input: { type: 'object', properties: { pattern: { type: 'string', enum: ['$ref', 'pattern'] } } } });
    expect(flaw()).toBe('no flaw');
  });
  it('is known by its head', () => {
    expect([{ kind: 'generated' }, { kind: 'language' }, null, 'generated'].map(isGeneratedSuite)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
