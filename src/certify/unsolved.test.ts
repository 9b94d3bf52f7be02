import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cornerShop } from '../../test/corner-shop.ts';
import { kioskSuite } from '../../test/kiosk.ts';
import { EpisodeError } from '../core/errors.ts';
import type { Evidence, Judge } from '../core/judge.ts';
import { NO_MEANS } from '../core/means.ts';
import { rowsWhere } from '../core/state.ts';
import type { Suite } from '../core/suite.ts';
import type { Task } from '../core/task.ts';
import { type World, wrap } from '../core/world.ts';
import { certify } from './certificate.ts';

const task = cornerShop.tasks[0] as Task;
const real = cornerShop.world(task);
/** Without the tool that has a bug on purpose. */
const world: World = {
  name: real.name,
  about: real.about,
  open: async (given, opening) => {
    const session = await real.open(given, opening);
    return wrap(session, { tools: session.tools.filter(({ name }) => name !== 'break_down') });
  },
};
const open: Suite = { ...cornerShop, world: () => world, solution: () => null };
const judging = (passes: (evidence: Evidence) => boolean): Suite => ({
  ...open,
  judge: (): Judge => ({
    name: 'lax',
    judge: async (evidence) => ({ passed: passes(evidence), score: 0, reason: 'looked', checkpoints: [] }),
  }),
});
const throwing = (error: Error): Suite => ({
  ...open,
  judge: (): Judge => ({ name: 'broken', judge: () => Promise.reject(error) }),
});
const opening = (error: Error): Suite => ({ ...open, world: () => ({ ...world, open: () => Promise.reject(error) }) });

describe('a task without an oracle', () => {
  it('needs a model where nothing is found against it', async () => {
    expect(await certify(open, task)).toMatchObject({
      label: 'needs-model',
      oracle: null,
      idle: 'failed',
      blunders: { made: 4, passed: [] },
      isHindered: false,
      problems: ['nothing was found against it, but no program solves it: only a model can show that it can be solved'],
    });
  });

  it('is presolved where doing nothing passes', async () => {
    expect(
      (
        await certify(
          judging(() => true),
          task,
        )
      ).label,
    ).toBe('presolved');
  });

  it('is weak where a claim passes for the deed', async () => {
    const { label, problems } = await certify(
      judging(({ answer }) => /done/.test(answer)),
      task,
    );
    expect(label).toBe('weak');
    expect(problems[0]).toBe('a blunder passes: nothing is done, and the answer says that all is done');
  });

  it('is weak where an answer that lists everything passes', async () => {
    const { label, problems } = await certify(
      judging(({ answer }) => /\bSKU-5\b/.test(answer)),
      task,
    );
    expect(label).toBe('weak');
    expect(problems[0]).toBe('a blunder passes: nothing is done, and the answer lists every value there is');
  });

  it('is weak where writes at random pass, but not where one write does', async () => {
    const orders = ({ snapshot }: Evidence): number => rowsWhere(snapshot.current, 'orders').length;
    const spree = await certify(
      judging((evidence) => orders(evidence) > 1),
      task,
    );
    expect(spree.label).toBe('weak');
    expect(spree.problems[0]).toMatch(/^a blunder passes: \d+ writes are made at random/);
    expect(
      (
        await certify(
          judging((evidence) => orders(evidence) === 1),
          task,
        )
      ).label,
    ).toBe('needs-model');
  });

  it('has a bug where a tool breaks, also one that no path leads to', async () => {
    const certificate = await certify({ ...open, world: () => real }, task);
    expect(certificate.label).toBe('env-bug');
    expect(certificate.problems[0]).toContain('the tool break_down');
  });

  it('has a bug where its world cannot be opened, cannot be made or has no tools', async () => {
    expect(await certify(opening(new Error('no such table')), task)).toMatchObject({
      label: 'env-bug',
      idle: 'void',
      isHindered: false,
      problems: ['the world broke (world-crashed): no such table'],
    });
    const unmade = {
      ...open,
      world: () => {
        throw new Error('no such file');
      },
    };
    expect((await certify(unmade, task)).problems).toEqual(['the world broke (world-crashed): no such file']);
    const bare: World = { ...world, open: async (t, o) => wrap(await world.open(t, o), { tools: [] }) };
    expect((await certify({ ...open, world: () => bare }, task)).problems).toEqual(['the world has no tools']);
  });

  it('is not blamed for what this machine lacks', async () => {
    const lacking = new EpisodeError('host', 'needs-python', 'there is no Python here; run practicum setup python');
    expect(await certify(opening(lacking), task)).toMatchObject({
      isHindered: true,
      problems: ['this machine could not play it (needs-python): there is no Python here; run practicum setup python'],
    });
  });

  it('is flaky where nothing is done and yet the events differ', async () => {
    let opened = 0;
    const noting: World = {
      ...world,
      open: async (given, stage) => {
        stage.emit({ type: 'world-noted', kind: 'opened', data: ++opened });
        return world.open(given, stage);
      },
    };
    expect((await certify({ ...open, world: () => noting }, task)).label).toBe('flaky');
  });

  it('has a dead verifier where its code breaks, and a bug where the judge itself does', async () => {
    for (const reason of ['verifier-missing', 'verifier-syntax', 'verifier-crashed']) {
      expect((await certify(throwing(new EpisodeError('judge', reason, 'none')), task)).label).toBe('verifier-dead');
    }
    expect((await certify(throwing(new EpisodeError('judge', 'no-majority', 'oops')), task)).label).toBe('env-bug');
  });

  it('has a dead verifier where the judge says so of itself', async () => {
    const suite = judging(() => false);
    const dead = {
      ...suite,
      judge: () => ({ ...suite.judge(task), neverPasses: async () => 'it compares with itself' }),
    };
    expect(await certify(dead, task)).toMatchObject({
      label: 'verifier-dead',
      problems: ['no work could pass the judge: it compares with itself'],
    });
  });
});

describe('a task that asks for a model', () => {
  it('is left alone where its world does', async () => {
    const home = mkdtempSync(join(tmpdir(), 'practicum-certify-'));
    const kiosk = await kioskSuite(home);
    const certificate = await certify(kiosk, kiosk.tasks[0] as Task);
    expect(certificate).toMatchObject({ label: 'needs-model', idle: null });
    expect(certificate.problems).toEqual([expect.stringContaining('--world-model')]);
    rmSync(home, { recursive: true, force: true });
  });

  it('is only tried as to its world where its judge does, as the suite says for this task', async () => {
    const asked: string[] = [];
    const suite: Suite = {
      ...open,
      needs: ['judge'],
      needsFor: ({ id }) => (id === task.id ? ['judge'] : []),
      judge: (of) => {
        asked.push(of.id);
        return cornerShop.judge(of);
      },
    };
    const certificate = await certify(suite, task);
    expect(certificate).toMatchObject({ label: 'needs-model', idle: null, blunders: { made: 0 } });
    expect(certificate.problems).toEqual(['its judge asks a model, so no program can show that it can be solved']);
    expect(asked).toEqual([]);
    const broken = { ...suite, world: opening(new Error('no such table')).world };
    expect((await certify(broken, task)).label).toBe('env-bug');
    expect((await certify(suite, cornerShop.tasks[1] as Task)).idle).toBe('failed');
    expect(asked).toEqual(['restock-4']);
  });

  it('is found out where nobody said so beforehand', async () => {
    const suite: Suite = {
      ...open,
      judge: (_task, means = NO_MEANS): Judge => ({
        name: 'asking',
        judge: async () => {
          means.prompt('rubric.md');
          means.model('judge');
          throw new Error('not reached');
        },
      }),
    };
    for (const solution of [() => null, cornerShop.solution])
      expect((await certify({ ...suite, solution }, task)).label).toBe('needs-model');
  });
});
