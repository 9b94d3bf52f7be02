import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { deskSpec, get, never, runCode, testEngine } from '../../../test/python/desk.ts';
import * as processes from '../../../test/python/processes.ts';
import { canSkipPython } from '../../../test/python.ts';
import type { PythonEngine } from './engine.ts';

const open: PythonEngine[] = [];
const engineWith = (options: Parameters<typeof testEngine>[0] = {}): PythonEngine => {
  const engine = testEngine(options);
  open.push(engine);
  return engine;
};
const here = () => processes.interpretersBelow(process.pid);
const soon = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 20 });
const LOST = { name: 'PythonLost' };

afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
  await soon(() => expect(here()).toEqual([]));
});

describe.skipIf(canSkipPython)('interpreters', () => {
  it('are not started before they are needed, and all end with the engine', async () => {
    const engine = engineWith();
    expect(here()).toEqual([]);
    const episode = await (await engine.scenario(deskSpec('repaired'))).open();
    expect(here().length).toBe(engine.stats().processes);
    expect(engine.stats()).toMatchObject({ scenarios: 1, episodes: 1 });
    await engine.close();
    expect(here()).toEqual([]);
    await expect(get(episode, '/books', 'list_books')).rejects.toMatchObject({ ...LOST, reason: 'closed' });
    await expect(engine.version()).rejects.toMatchObject(LOST);
  });

  it('do not pile up: a thousand opened, used and closed', { timeout: 240_000 }, async () => {
    const scenario = await engineWith().scenario(deskSpec('repaired'));
    const play = async () => {
      const episode = await scenario.open();
      expect((await get(episode, '/books/1', 'get_book')).status).toBe(200);
      await episode.close();
    };
    const many = async (count: number) => {
      for (let done = 0; done < count; done += 10) await Promise.all(Array.from({ length: 10 }, play));
      await soon(() => expect(processes.episodes(here())).toEqual([]));
      return here().reduce((sum, { pid }) => sum + processes.privateMemory(pid), 0);
    };
    const before = await many(200);
    const standing = here().length;
    const after = await many(800);
    expect(here().length).toBe(standing);
    expect(after - before).toBeLessThan(4000);
  });

  it('live side by side: two hundred episodes at once', { timeout: 120_000 }, async () => {
    const scenario = await engineWith().scenario(deskSpec('repaired'));
    const episodes = await Promise.all(Array.from({ length: 200 }, () => scenario.open()));
    const said = await Promise.all(
      episodes.map((episode, i) => runCode(episode, `global kept\nkept = ${i}\nimport builtins\nbuiltins.kept = ${i}`)),
    );
    expect(said.every(({ status }) => status === 200)).toBe(true);
    const kept = await Promise.all(
      episodes.map((episode) => runCode(episode, 'import builtins\nresult = builtins.kept')),
    );
    expect(kept.map(({ body }) => body)).toEqual(episodes.map((_, i) => `{"result":${i}}`));
    await Promise.all(episodes.map((episode) => episode.close()));
  });

  it('are kept by recent use, and one that is dropped lets its episodes finish', async () => {
    const engine = engineWith({ warmScenarios: 1 });
    const first = await engine.scenario(deskSpec('repaired', { key: 'first' }));
    const episode = await first.open();
    await engine.scenario(deskSpec('repaired', { key: 'second' }));
    expect((await get(episode, '/books', 'list_books')).status).toBe(200);
    expect(processes.scenarios(here())).toHaveLength(2);
    await episode.close();
    await soon(() => expect(processes.scenarios(here())).toHaveLength(1));
    // It comes back for whoever opens it again.
    const later = await first.open();
    expect((await get(later, '/books', 'list_books')).status).toBe(200);
    await later.close();
  });

  it('can be interrupted: the call ends with the reason, the episode with it', async () => {
    const episode = await (await engineWith().scenario(deskSpec('repaired'))).open();
    const stop = new AbortController();
    const endless = { method: 'POST', path: '/run', query: [], operationId: 'run', body: { code: 'while True: pass' } };
    const running = episode.call(endless, stop.signal);
    setTimeout(() => stop.abort(new Error('enough')), 100);
    await expect(running).rejects.toThrow('enough');
    await soon(() => expect(processes.episodes(here())).toEqual([]));
    await expect(get(episode, '/books', 'list_books')).rejects.toMatchObject(LOST);
  });
});

describe.skipIf(canSkipPython)('when an interpreter dies', () => {
  it('of an episode, only that episode is lost', async () => {
    const scenario = await engineWith().scenario(deskSpec('repaired'));
    const doomed = await scenario.open();
    const [victim] = processes.episodes(here());
    const other = await scenario.open();
    const calling = runCode(doomed, 'while True: pass');
    if (victim !== undefined) setTimeout(() => process.kill(victim.pid, 'SIGKILL'), 100);
    await expect(calling).rejects.toMatchObject({ ...LOST, reason: 'crashed' });
    expect((await get(other, '/books', 'list_books')).status).toBe(200);
    expect((await get(await scenario.open(), '/books', 'list_books')).status).toBe(200);
  });

  it('of a scenario, its episodes are lost and the next one has a new parent', async () => {
    const engine = engineWith();
    const scenario = await engine.scenario(deskSpec('repaired'));
    const [parent] = processes.scenarios(here());
    const neighbour = await (await engine.scenario(deskSpec('faithful'))).open();
    const episode = await scenario.open();
    if (parent !== undefined) process.kill(parent.pid, 'SIGKILL');
    await soon(() => expect(processes.scenarios(here())).toHaveLength(1));
    await expect(get(episode, '/books', 'list_books')).rejects.toMatchObject(LOST);
    const next = await scenario.open();
    expect((await get(next, '/books', 'list_books')).status).toBe(200);
    expect((await get(neighbour, '/books', 'list_books')).status).toBe(200);
  });

  it.each([
    ['outermost', 1],
    ['supervisor', 2],
    ['library', 2],
  ])('the %s one, all are lost and all come back', async (which, levels) => {
    const engine = engineWith();
    const scenario = await engine.scenario(deskSpec('repaired'));
    const episode = await scenario.open();
    const all = here().filter(({ numbers }) => numbers.length === levels);
    const victim = all.find(({ numbers }) => levels === 1 || (which === 'supervisor') === (numbers[1] === 1));
    if (victim !== undefined) process.kill(victim.pid, 'SIGKILL');
    await soon(() => expect(here()).toEqual([]));
    await expect(get(episode, '/books', 'list_books')).rejects.toMatchObject({ ...LOST, reason: 'crashed' });
    const next = await scenario.open();
    expect((await get(next, '/books', 'list_books')).status).toBe(200);
    const request = { source: 'def verify_x(a, b):\n    return 1', answer: '', clock: '2026-01-01T00:00:00Z' };
    const images = { initial: scenario.image, final: scenario.image };
    expect(await engine.verify({ ...request, ...images, mode: 'repaired' }, never)).toMatchObject({ ok: true });
  });
});

const HOST_CHILD = fileURLToPath(new URL('../../../test/python/host-child.ts', import.meta.url));

describe.skipIf(canSkipPython)('a Node that', () => {
  const child = (how: string): ChildProcess =>
    spawn(process.execPath, [HOST_CHILD, how], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });

  it('is killed leaves no Python behind', { timeout: 30_000 }, async () => {
    const host = child('stay');
    if (host.stdout !== null) await once(host.stdout, 'data');
    const below = processes.interpretersBelow(host.pid ?? 0);
    expect(below.length).toBeGreaterThanOrEqual(6);
    host.kill('SIGKILL');
    await soon(() => expect(below.filter(({ pid }) => processes.isRunning(pid))).toEqual([]));
  });

  it('has nothing left to do ends by itself, with an engine open', { timeout: 30_000 }, async () => {
    const [code] = await once(child('leave'), 'exit');
    expect(code).toBe(0);
  });
});

const UNSHARE = '/usr/bin/unshare';
/** A namespace in which no other can be made: there nothing can be contained. */
const CONFINED = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$0" "$@"';
const canConfine = spawnSync(UNSHARE, ['--user', '--map-root-user', 'sh', '-c', CONFINED, 'true']).status === 0;

describe.skipIf(canSkipPython || !canConfine)('where nothing can be contained', () => {
  const said = async (...how: readonly string[]): Promise<string> => {
    const command = ['sh', '-c', CONFINED, process.execPath, HOST_CHILD, ...how];
    const host = spawn(UNSHARE, ['--user', '--map-root-user', ...command], { stdio: ['ignore', 'pipe', 'inherit'] });
    return (await host.stdout.toArray()).join('');
  };

  it('nothing is run, and the way on is named', async () => {
    expect(await said('leave')).toMatch(/^UserError: .*does not let us contain.*--trust-python\.\n$/);
  });

  it('code that is trusted is run all the same', async () => {
    expect(await said('leave', 'trust')).toBe('ready 200\n');
  });
});
