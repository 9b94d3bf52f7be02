import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cornerShop } from '../../test/corner-shop.ts';
import { shopRun } from '../../test/shop-run.ts';
import type { Event } from '../core/event.ts';
import type { Suite } from '../core/suite.ts';
import type { Task } from '../core/task.ts';
import { readAttempts } from '../run/log-reader.ts';
import { run } from '../run/run.ts';
import { certify } from './certificate.ts';
import {
  formatKeptPaths,
  type KeptPath,
  mergeKeptPaths,
  type PathStep,
  parseKeptPaths,
  pathsIn,
  stepsOf,
  withKeptPaths,
} from './kept-paths.ts';
import { taskHash } from './task-hash.ts';

const place = mkdtempSync(join(tmpdir(), 'practicum-paths-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));
const task = cornerShop.tasks[0] as Task;
const EMPTY = { suite: 'corner-shop', paths: [] };
const kept = (steps: KeptPath['steps']): KeptPath => ({
  suite: task.suite,
  task: task.id,
  hash: taskHash(task),
  run: 'r',
  steps,
});

describe('a kept path', () => {
  it('is what a model did that passed, with its arguments as values', async () => {
    await run(await shopRun({ path: place, agents: ['model'], modes: ['E1'] }));
    const attempts = [...readAttempts(join(place, 'segments'))];
    const paths = attempts.map(({ lines }) => stepsOf(lines.map(({ event }) => event)));
    expect(paths).toHaveLength(3);
    for (const [i, sku] of ['SKU-2', 'SKU-4', 'SKU-6'].entries()) {
      const quantity = 20 - Number(sku.at(-1));
      expect(paths).toContainEqual([
        { call: 'list_items', input: {} },
        { call: 'place_order', input: { sku, quantity } },
        { say: JSON.stringify({ ordered: sku, quantity }) },
      ]);
      expect(attempts[i]?.result?.outcome).toBe('passed');
    }
  });

  it('makes a task certifiable that no program solves', async () => {
    const suite: Suite = { ...cornerShop, solution: () => null };
    const steps: PathStep[] = [
      { call: 'list_items', input: {} },
      { call: 'place_order', input: { sku: 'SKU-2', quantity: 18 } },
      { say: '{"ordered": "SKU-2", "quantity": 18}' },
    ];
    const solved = withKeptPaths(suite, mergeKeptPaths(EMPTY, [kept(steps)]));
    expect(await certify(solved, task)).toMatchObject({ oracle: 'passed', calls: 2, idle: 'failed' });
    expect(solved.solution({ ...task, brief: 'Another.' })).toBeNull();
    const own = withKeptPaths(cornerShop, mergeKeptPaths(EMPTY, [kept(steps)]));
    expect(own.solution(task)).toBe(cornerShop.solution(task));
  });

  it('comes back as it was kept, and only for the task as it was', () => {
    const file = mergeKeptPaths(EMPTY, [kept([{ say: 'a' }]), kept([{ say: 'b' }])]);
    expect(parseKeptPaths(formatKeptPaths(file), 'corner-shop')).toEqual(file);
    expect(parseKeptPaths(formatKeptPaths(file), 'another')).toBeNull();
    expect(pathsIn(file)(task)).toEqual([{ say: 'b' }]);
    expect(pathsIn(file)({ ...task, brief: 'Another.' })).toBeNull();
  });

  it('means what was said as it stands, and has one answer', () => {
    const spoke: Event = { type: 'agent-spoke', text: `Use $\{0:/id} and $\{x}.` };
    const called: Event = { type: 'tool-called', id: '1', name: 'note', effect: 'write', input: { text: `$\{1:/id}` } };
    const answered: Event = { type: 'tool-answered', id: '1', name: 'note', blocks: [], isError: false };
    expect(stepsOf([called, answered, spoke])).toEqual([
      { call: 'note', input: { text: `$$\{1:/id}` } },
      { say: `Use $$\{0:/id} and $\{x}.` },
    ]);
    expect(stepsOf([spoke, spoke])).toBeNull();
    expect(stepsOf([called, answered])).toBeNull();
    expect(stepsOf([called, { ...answered, isError: true }, spoke])).toHaveLength(1);
  });
});
