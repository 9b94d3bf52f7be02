import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../core/json.ts';
import { briefOf, type Task } from '../core/task.ts';
import { isLanguageSuite, readLanguageSuite } from './language-suite.ts';
import { configOf, LIBRARY, SCENARIOS, taskLine, textOf } from './occubench/fixtures/release.ts';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'practicum-language-')), 'desk');
  mkdirSync(join(folder, 'environments'), { recursive: true });
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

const HEAD = { kind: 'language', title: 'Desks', description: 'Work at desks.', date: '2025-02-03' };
const put = (name: string, content: string): void => writeFileSync(join(folder, name), content);
const lines = (values: readonly JsonObject[]): string => values.map((value) => JSON.stringify(value)).join('\n');
function write(tasks: readonly JsonObject[], environment: JsonObject = configOf(LIBRARY)): void {
  put('suite.json', JSON.stringify(HEAD));
  put('tasks.jsonl', lines(tasks));
  put('scenarios.jsonl', lines(SCENARIOS));
  put(`environments/${LIBRARY.name}.json`, textOf(environment));
}
function only(task: JsonObject, environment?: JsonObject): Task {
  write([task], environment);
  const [first] = readLanguageSuite(folder).tasks;
  if (first === undefined) throw new Error('no task');
  return first;
}

describe('a language suite', () => {
  it('gives tasks with all that a world and a judge need', () => {
    write([taskLine(7, LIBRARY.name)]);
    const config = configOf(LIBRARY);
    expect(readLanguageSuite(folder)).toEqual({
      name: 'desk',
      title: 'Desks',
      description: 'Work at desks.',
      tasks: [
        {
          id: '7',
          suite: 'desk',
          world: LIBRARY.name,
          family: 'lending-desk-returns',
          title: 'Find out how many copies of Emma can be lent, and say so.',
          category: 'Public Service',
          domain: 'Libraries',
          scenario: 'Lending Desk & Returns',
          difficulty: 2,
          brief: 'Find out how many copies of Emma can be lent, and say so.',
          asked: {},
          clock: '2024-03-04T09:00:00Z',
          plan: null,
          truth: { rubric: '1. The agent asked. 2. It says three.', criteria: [] },
          setup: {
            environment: LIBRARY.name,
            prompt: config.world_model_system_prompt,
            tools: LIBRARY.tools,
            state: LIBRARY.state,
            stateDescription: LIBRARY.description,
            hidden: [],
          },
        },
      ],
    });
  });

  it('takes what our own tasks say besides', () => {
    const task = only(
      taskLine('own-1', LIBRARY.name, {
        title: 'Three copies',
        date: '2025-07-08',
        solution_plan: 'Ask, then say it.',
        criteria: [
          { name: 'asked', text: 'It asked.' },
          { name: 'style', text: 'Kindly.', required: false, points: 0.5 },
        ],
        task_scenario_name: 'Night Shift',
        difficulty_level: null,
      }),
      { ...configOf(LIBRARY), hidden: ['copies'] },
    );
    expect(task).toMatchObject({
      id: 'own-1',
      title: 'Three copies',
      clock: '2025-07-08T09:00:00Z',
      plan: 'Ask, then say it.',
      category: 'Unknown',
      domain: 'Unknown',
      difficulty: null,
      truth: {
        criteria: [
          { name: 'asked', text: 'It asked.', required: true, points: 1 },
          { name: 'style', text: 'Kindly.', required: false, points: 0.5 },
        ],
      },
      setup: { hidden: ['copies'] },
    });
    expect(briefOf(task, true)).toMatch(
      /^It is Tuesday, 2025-07-08, 09:00 UTC\.\n\nFind out .*Follow this plan:\nAsk/s,
    );
  });

  it('falls back on its own date, and shortens long instructions to a title', () => {
    const task = only(taskLine(1, LIBRARY.name, { agent_instruction: `Sort the shelf\n${'by title '.repeat(20)}` }), {
      ...configOf(LIBRARY),
      task_initial_state: {},
    });
    expect(task.clock).toBe('2025-02-03T09:00:00Z');
    expect(task.title).toMatch(/^Sort the shelf by title .* …$/);
    expect(task.title.length).toBeLessThan(76);
  });

  it('reads an environment when it is first needed, and once for all that share it', () => {
    write([taskLine(1, LIBRARY.name), taskLine(2, LIBRARY.name)]);
    const file = join(folder, 'environments', `${LIBRARY.name}.json`);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, 'not yet');
    const [first, second] = readLanguageSuite(folder).tasks;
    expect(() => first?.setup).toThrow(`${file} is not JSON.`);
    writeFileSync(file, text);
    expect(first?.setup).toMatchObject({ environment: LIBRARY.name });
    rmSync(file);
    expect(second?.setup).toEqual(first?.setup);
  });
});

describe('what is wrong with a language suite is said with file and line:', () => {
  const refusal = (): string => {
    try {
      readLanguageSuite(folder);
      return '';
    } catch (error) {
      expect(error).toMatchObject({ name: 'UserError' });
      return (error as Error).message.replaceAll(`${folder}/`, '');
    }
  };
  it('its head', () => {
    expect(refusal()).toMatch(/^suite\.json cannot be read: /);
    write([taskLine(1, LIBRARY.name)]);
    put('suite.json', '{');
    expect(refusal()).toMatch(/^suite\.json is not the head of a language suite: the whole: /);
    put('suite.json', JSON.stringify({ ...HEAD, date: 'some day' }));
    expect(refusal()).toBe('suite.json is not the head of a language suite: date: must be a date such as 2024-06-03.');
  });

  it('its tasks', () => {
    write([taskLine(1, LIBRARY.name), taskLine(1, LIBRARY.name)]);
    expect(refusal()).toBe('tasks.jsonl, line 2: there is another task with the id "1" above.');
    write([taskLine(1, LIBRARY.name), taskLine(2, 'env_gone')]);
    expect(refusal()).toBe('tasks.jsonl, line 2: there is no environment "env_gone" in environments.');
    write([taskLine(1, '../suite')]);
    expect(refusal()).toMatch(/^tasks\.jsonl, line 1: env_name: must be made of letters/);
    write([taskLine(1, LIBRARY.name, { date: 'May' })]);
    expect(refusal()).toBe('tasks.jsonl, line 1: date: must be a date such as 2024-06-03.');
    write([taskLine(1, LIBRARY.name, { criteria: [{ name: 'x' }] })]);
    expect(refusal()).toMatch(/^tasks\.jsonl, line 1: criteria\.0\.text: /);
    put('tasks.jsonl', `\n${JSON.stringify(taskLine(1, LIBRARY.name))}\n\n{"task_id"`);
    expect(refusal()).toBe('tasks.jsonl, line 4: is not JSON.');
    put('tasks.jsonl', '\n');
    expect(refusal()).toBe('tasks.jsonl holds no task.');
    rmSync(join(folder, 'tasks.jsonl'));
    expect(refusal()).toMatch(/^tasks\.jsonl is not there/);
  });

  it('its scenarios, which may be missing altogether', () => {
    write([taskLine(1, LIBRARY.name)]);
    put('scenarios.jsonl', '{"category": "x"}\n');
    expect(refusal()).toMatch(/^scenarios\.jsonl, line 1: domain: /);
    rmSync(join(folder, 'scenarios.jsonl'));
    expect(readLanguageSuite(folder).tasks[0]).toMatchObject({ category: 'Unknown' });
  });
});

it('is told from a suite that draws on others', () => {
  expect(isLanguageSuite(HEAD)).toBe(true);
  expect(isLanguageSuite({ title: '', description: '', draw: [] })).toBe(false);
  expect(isLanguageSuite(undefined)).toBe(false);
});
