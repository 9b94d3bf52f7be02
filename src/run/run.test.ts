import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shopkeeper, shopRun } from '../../test/shop-run.ts';
import { ModelError } from '../core/errors.ts';
import type { Model } from '../core/model.ts';
import { readAttempts } from './log-reader.ts';
import { run } from './run.ts';

let path: string;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'practicum-run-'));
});
afterEach(() => rmSync(path, { recursive: true, force: true }));

interface Row {
  readonly [key: string]: unknown;
}
function rows(file: string): Row[] {
  const content = readFileSync(join(path, file), 'utf8');
  return content
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);
}

describe('run', () => {
  it('plays a plan into the log and the derived files', async () => {
    const end = await run(await shopRun({ path, agents: ['oracle', 'idle'], modes: ['E0', 'E1'] }));
    expect(end).toMatchObject({ stopped: null, progress: { planned: 12, passed: 6, failed: 6, void: 0, running: 0 } });
    expect(rows('results.jsonl')).toHaveLength(12);
    expect(rows('voids.jsonl')).toHaveLength(0);
    expect(Object.keys(rows('results.jsonl')[0] ?? {}).slice(0, 3)).toEqual([
      'task_id',
      'task_scenario_name',
      'category',
    ]);
  });

  it('plays nothing twice: the same plan again adds nothing', async () => {
    await run(await shopRun({ path, agents: ['oracle'] }));
    const before = readFileSync(join(path, 'results.jsonl'), 'utf8');
    const end = await run(await shopRun({ path, agents: ['oracle'] }));
    expect(end.progress).toMatchObject({ before: 3, passed: 0 });
    expect(readFileSync(join(path, 'results.jsonl'), 'utf8')).toBe(before);
  });

  it('refuses other settings under an old name, in words', async () => {
    await run(await shopRun({ path, agents: ['oracle'] }));
    await expect(run(await shopRun({ path, agents: ['oracle'], seed: '1' }))).rejects.toThrow(
      /seed was "0", now "1".*--run-name/,
    );
  });

  it('gives byte-identical events for the same seed, and other faults for another', async () => {
    const events = async (seed: string): Promise<string> => {
      const place = join(path, `seed-${seed}-${Math.trunc(performance.now())}`);
      await run(await shopRun({ path: place, agents: ['hasty'], modes: ['E2'], seed }));
      const attempts = [...readAttempts(join(place, 'segments'))].sort((a, b) =>
        a.lines[0]?.event.type === 'episode-begun' &&
        b.lines[0]?.event.type === 'episode-begun' &&
        a.lines[0].event.task < b.lines[0].event.task
          ? -1
          : 1,
      );
      return JSON.stringify(attempts.map(({ lines }) => lines.map(({ event }) => event)));
    };
    expect(await events('1')).toBe(await events('1'));
    expect(await events('1')).not.toBe(await events('2'));
  });

  it('voids what the model breaks, plays it again at most three times, and strikes it out when it succeeds', async () => {
    let isBroken = true;
    const model: Model = {
      name: 'flaky',
      generate: (request, signal) =>
        isBroken
          ? Promise.reject(new ModelError('unavailable', 'the server is down'))
          : shopkeeper().generate(request, signal),
    };
    const options = await shopRun({ path, agents: ['model'], model });
    expect((await run(options)).progress).toMatchObject({ void: 3, failed: 0 });
    expect(rows('voids.jsonl')).toMatchObject([{ blame: 'model' }, { blame: 'model' }, { blame: 'model' }]);
    expect(rows('results.jsonl')).toHaveLength(0);
    await run(options);
    isBroken = false;
    expect((await run(options)).progress).toMatchObject({ passed: 3 });
    expect(rows('voids.jsonl')).toHaveLength(0);
    expect(rows('results.jsonl')).toHaveLength(3);
  });

  it('gives up on a void after three attempts', async () => {
    const model: Model = { name: 'dead', generate: () => Promise.reject(new ModelError('unavailable', 'down')) };
    const options = await shopRun({ path, agents: ['model'], model });
    for (let i = 0; i < 3; i++) expect((await run(options)).progress.void).toBe(3);
    expect((await run(options)).progress.void).toBe(0);
    expect(rows('voids.jsonl')).toHaveLength(3);
  });

  it('stops when the first ten episodes are void alike', async () => {
    const model: Model = { name: 'dead', generate: () => Promise.reject(new ModelError('auth', 'the key is wrong')) };
    const end = await run(await shopRun({ path, agents: ['model'], model, trials: 20 }));
    expect(end.stopped).toMatch(/first ten episodes were all void, blamed on the model: the key is wrong/);
    expect(end.progress.void).toBeLessThan(15);
  });

  it('does not ask again for replies of an attempt that the model broke', async () => {
    let asked = 0;
    let fails = true;
    const model: Model = {
      name: 'breaks-once',
      generate: (request, signal) => {
        asked++;
        if (fails && request.messages.length > 1) return Promise.reject(new ModelError('timeout', 'too slow'));
        return shopkeeper().generate(request, signal);
      },
    };
    const options = await shopRun({ path, agents: ['model'], model });
    await run(options);
    expect(asked).toBe(6);
    fails = false;
    asked = 0;
    expect((await run(options)).progress.passed).toBe(3);
    expect(asked).toBe(6); // the second and the third turn of each of three episodes
  });

  it('says in one sentence that another process plays the run', async () => {
    const options = await shopRun({ path, agents: ['oracle'] });
    writeFileSync(join(path, 'lock'), '1');
    await expect(run(options)).rejects.toThrow(/being played by process 1/);
  });

  it('ignores a torn last line, and refuses a damaged one in the middle', async () => {
    await run(await shopRun({ path, agents: ['oracle'] }));
    const segment = join(path, 'segments', readdirSync(join(path, 'segments'))[0] ?? '');
    const content = readFileSync(segment, 'utf8');
    writeFileSync(segment, content.slice(0, -20));
    const end = await run(await shopRun({ path, agents: ['oracle'] }));
    expect(end.progress).toMatchObject({ before: 2, passed: 1 });
    expect(rows('results.jsonl')).toHaveLength(3);
    writeFileSync(segment, content.replace('"tool-called"', 'tool-called"'));
    await expect(run(await shopRun({ path, agents: ['oracle'] }))).rejects.toThrow(/damaged at line \d+/);
  });

  it('goes on with a run whose log a disk cut short at the n-th write', async () => {
    for (let n = 1; n <= 8; n++) {
      const place = join(path, `disk-${n}`);
      const options = await shopRun({ path: place, agents: ['model'] });
      let writes = 0;
      const full = {
        ...options,
        redact: (text: string) => {
          if (++writes === n) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
          return text;
        },
      };
      await run(full).catch(() => undefined);
      const { progress } = await run(options);
      expect(progress.before + progress.passed).toBe(3);
    }
  });
});
