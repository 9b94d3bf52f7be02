import { describe, expect, it } from 'vitest';
import { cornerShop } from '../../test/corner-shop.ts';
import { text, textOf } from '../core/block.ts';
import type { Judge } from '../core/judge.ts';
import { SolutionStuck } from '../core/solution.ts';
import { rowsWhere } from '../core/state.ts';
import type { Suite } from '../core/suite.ts';
import type { Task } from '../core/task.ts';
import type { Tool } from '../core/tool.ts';
import { type Session, type World, wrap } from '../core/world.ts';
import { answerObject } from '../judges/answer.ts';
import { checkpoint, code, verdictOf } from '../judges/code.ts';
import { certify } from './certificate.ts';
import { MUTANT_NAMES } from './mutants.ts';
import { certifySuite } from './suite-certificate.ts';

const task = cornerShop.tasks[0] as Task;

function worldWith(change: (session: Session) => Session): World {
  const world = cornerShop.world(task);
  return {
    name: world.name,
    about: world.about,
    open: async (given, opening) => change(await world.open(given, opening)),
    equivalent: (a, b) => world.equivalent?.(a, b) ?? false,
  };
}
/** The corner shop has a tool with a bug on purpose; this is the shop after the repair. */
const sound = new Map<readonly Tool[], readonly Tool[]>();
const repaired = worldWith((session) => {
  const tools = sound.get(session.tools) ?? session.tools.filter(({ name }) => name !== 'break_down');
  sound.set(session.tools, tools);
  return wrap(session, { tools });
});
const shop: Suite = { ...cornerShop, world: () => repaired };
const judgedBy = (judge: Judge): Suite => ({ ...shop, judge: () => judge });
const namesOf = ({ mutants }: Awaited<ReturnType<typeof certify>>): ReadonlySet<string> =>
  new Set(mutants.survived.map(({ name }) => name));

describe('certify', () => {
  it('certifies the corner shop, with mutants of every name, all of them killed or harmless', async () => {
    const certificate = await certify(shop, task);
    expect(certificate).toMatchObject({
      task: 'restock-2',
      label: 'certified',
      oracle: 'passed',
      calls: 2,
      idle: 'failed',
      problems: [],
    });
    const { mutants } = certificate;
    for (const name of MUTANT_NAMES) expect(mutants.byName[name].made).toBeGreaterThan(0);
    expect(mutants.byName['call dropped']).toMatchObject({ made: 2, equivalent: 1, killed: 1 });
    expect(mutants.byName['write repeated']).toMatchObject({ made: 1, equivalent: 1 });
    expect(mutants.byName['write added']).toMatchObject({ made: 2, killed: 2 });
    expect(mutants.made).toBe(mutants.equivalent + mutants.killed);
  });

  it('gives the same certificate twice', async () => {
    const once = await certify(shop, task, { seed: 4 });
    expect(await certify(shop, task, { seed: 4 })).toEqual(once);
  });

  it('finds the bug that the corner shop has on purpose', async () => {
    const certificate = await certify(cornerShop, task);
    expect(certificate.label).toBe('env-bug');
    expect(certificate.problems).toEqual([
      expect.stringContaining('the tool break_down of the world corner-shop broke'),
    ]);
    expect(certificate.mutants.broken).toBe(1);
  });

  it('calls a judge weak that ignores the quantity, and names what passes', async () => {
    const judge = code('lax', ({ task: { truth }, answer, snapshot }) => {
      const sku = truth.sku ?? null;
      return {
        checkpoints: [
          checkpoint('ordered', rowsWhere(snapshot.current, 'orders', { sku }).length === 1),
          checkpoint('answered', answerObject(answer)?.ordered === sku),
        ],
        allowed: [{ table: 'orders', kind: 'inserted', after: { sku } }, { table: 'log' }],
      };
    });
    const certificate = await certify(judgedBy(judge), task);
    expect(certificate.label).toBe('weak');
    expect(certificate.mutants.survived).toEqual([
      {
        name: 'argument changed',
        description: 'call 2, place_order, with quantity 23 instead of 18',
        reason: 'all 3 checkpoints met',
      },
      {
        name: 'answer altered',
        description: 'the answer says quantity 23 instead of 18',
        reason: 'all 3 checkpoints met',
      },
    ]);
    expect(certificate.problems[0]).toBe(
      'a mistake passes (argument changed): call 2, place_order, with quantity 23 instead of 18',
    );
  });

  it('calls a judge weak that allows everything besides', async () => {
    const strict = cornerShop.judge(task);
    const judge: Judge = {
      name: 'blind',
      async judge(evidence, signal) {
        const { checkpoints } = await strict.judge(evidence, signal);
        return verdictOf(checkpoints.filter(({ name }) => name !== 'no side effects'));
      },
    };
    const certificate = await certify(judgedBy(judge), task);
    expect(certificate.label).toBe('weak');
    expect(namesOf(certificate)).toEqual(new Set(['write added']));
  });

  it('counts as killed what the judge fails, also where no state shows the difference', async () => {
    const strict = cornerShop.judge(task);
    const judge: Judge = {
      name: 'watchful',
      async judge(evidence, signal) {
        const verdict = await strict.judge(evidence, signal);
        const hasLooked = evidence.events.some((event) => event.type === 'tool-called' && event.name === 'list_items');
        return { ...verdict, passed: verdict.passed && hasLooked };
      },
    };
    const { label, mutants } = await certify(judgedBy(judge), task);
    expect(label).toBe('certified');
    expect(mutants.byName['call dropped']).toMatchObject({ made: 2, equivalent: 0, killed: 2 });
  });

  it('calls a task presolved that doing nothing solves', async () => {
    const judge = code('generous', () => ({ checkpoints: [], allowed: [{ table: 'orders' }, { table: 'log' }] }));
    const certificate = await certify(judgedBy(judge), task);
    expect(certificate).toMatchObject({ label: 'presolved', idle: 'passed' });
    expect(certificate.problems[0]).toBe('an agent that does nothing passes');
  });

  it('calls a task unsolvable that its own solution does not solve', async () => {
    const stuck: Suite = { ...shop, solution: () => async () => Promise.reject(new SolutionStuck('no such item')) };
    const certificate = await certify(stuck, task);
    expect(certificate).toMatchObject({ label: 'unsolvable', oracle: 'failed', mutants: { made: 0 } });
    expect(certificate.problems).toEqual(['the oracle fails: agent-crashed: no such item']);
  });

  it('blames the environment for a judge that throws', async () => {
    const judge: Judge = { name: 'broken', judge: () => Promise.reject(new Error('no idea')) };
    const certificate = await certify(judgedBy(judge), task);
    expect(certificate).toMatchObject({ label: 'env-bug', oracle: 'void', idle: 'void' });
    expect(certificate.problems).toEqual(['the judge broke (judge-crashed): no idea']);
  });

  it('blames the environment for a world that cannot be opened', async () => {
    const world: World = { ...repaired, open: () => Promise.reject(new Error('no such file')) };
    const certificate = await certify({ ...shop, world: () => world }, task);
    expect(certificate).toMatchObject({ label: 'env-bug', oracle: 'void', calls: 0 });
  });

  it('blames the environment for answers that are not what the schema promises', async () => {
    const world = worldWith((session) =>
      wrap(session, {
        tools: session.tools
          .filter(({ name }) => name !== 'break_down')
          .map((tool) =>
            tool.name === 'place_order' ? { ...tool, output: { type: 'object', required: ['price'] } } : tool,
          ),
      }),
    );
    const certificate = await certify({ ...shop, world: () => world }, task);
    expect(certificate.label).toBe('env-bug');
    expect(certificate.problems).toEqual([
      "an answer of place_order is not what its schema promises: must have required property 'price'",
    ]);
  });

  it('calls a task flaky whose world does not repeat itself', async () => {
    let opened = 0;
    const world = worldWith((session) => {
      const name = `Item ${++opened}`;
      return wrap(session, {
        call: async (call, signal) => {
          const seen = await session.call(call, signal);
          return { ...seen, blocks: [text(textOf(seen.blocks).replace('Item 1', name))] };
        },
      });
    });
    const certificate = await certify({ ...shop, world: () => world }, task);
    expect(certificate).toMatchObject({ label: 'flaky', mutants: { made: 0 } });
  });

  it('trusts no kill where the right path itself fails when it is taken again', async () => {
    const strict = cornerShop.judge(task);
    const judge: Judge = {
      name: 'partial',
      async judge(evidence, signal) {
        const isOracle = evidence.events.some((event) => event.type === 'episode-begun' && event.agent === 'oracle');
        const verdict = await strict.judge(evidence, signal);
        return { ...verdict, passed: verdict.passed && isOracle };
      },
    };
    const certificate = await certify(judgedBy(judge), task);
    expect(certificate).toMatchObject({ label: 'flaky', oracle: 'passed', idle: 'failed', mutants: { made: 0 } });
    expect(certificate.problems).toEqual([expect.stringContaining('taken again step by step')]);
  });

  it('does not take a solution at its word that knows more than the brief says', async () => {
    const knowing = { ...task, asked: { order: { item: 'SKU-2' }, minimum: 10 } };
    const certificate = await certify(shop, knowing);
    expect(certificate).toMatchObject({ label: 'unsolvable', oracle: 'passed' });
    expect(certificate.problems).toEqual([
      'asked.order.item is "SKU-2", which the brief does not say; an agent could not know it',
      'asked.minimum is 10, which the brief does not say; an agent could not know it',
    ]);
  });

  it('does not call a task unsolvable whose judge can never pass anything', async () => {
    const strict = cornerShop.judge(task);
    const dead: Judge = {
      name: 'dead',
      judge: async (evidence, signal) => ({ ...(await strict.judge(evidence, signal)), passed: false }),
      neverPasses: async () => 'its code never returns "complete"',
    };
    const certificate = await certify(judgedBy(dead), task);
    expect(certificate).toMatchObject({ label: 'verifier-dead', oracle: 'failed' });
    expect(certificate.problems[0]).toBe('no work could pass the judge: its code never returns "complete"');
  });

  it('believes a pass rather than a judge that calls itself dead', async () => {
    const modest: Judge = { ...cornerShop.judge(task), neverPasses: async () => 'it looks that way' };
    expect(await certify(judgedBy(modest), task)).toMatchObject({ label: 'certified', problems: [] });
  });

  it('plays blunders that no path is needed for, and all of them fail', async () => {
    const { blunders } = await certify(shop, task);
    expect(blunders).toEqual({ made: 4, passed: [] });
  });

  it('works where the world cannot say which end states are alike', async () => {
    const { equivalent: _unknown, ...world } = repaired;
    const certificate = await certify({ ...shop, world: () => world }, task);
    expect(certificate.label).toBe('certified');
  });

  it('stops when interrupted', async () => {
    const control = new AbortController();
    control.abort(new Error('interrupted'));
    await expect(certify(shop, task, { signal: control.signal })).rejects.toThrow('interrupted');
  });

  it('stops when interrupted on the way, in a world that waits for nothing', async () => {
    const control = new AbortController();
    setImmediate(() => control.abort(new Error('interrupted')));
    await expect(certify(shop, task, { signal: control.signal })).rejects.toThrow('interrupted');
  });
});

describe('certifySuite', () => {
  it('goes through the tasks in order and counts the labels', async () => {
    const told: string[] = [];
    const result = await certifySuite(shop, shop.tasks, { seed: 1, onCertificate: (one) => void told.push(one.task) });
    expect(told).toEqual(['restock-2', 'restock-4', 'restock-6']);
    expect(result).toMatchObject({ suite: 'corner-shop', isSound: true, labels: { certified: 3, weak: 0 } });
    expect(result.certificates.map((one) => one.task)).toEqual(told);
    expect((await certifySuite(cornerShop, [task])).isSound).toBe(false);
  });
});
