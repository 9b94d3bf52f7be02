import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CLOCK, deskSpec, get, image, never, runCode, testEngine } from '../../../test/python/desk.ts';
import { ENDINGS, ESCAPES, type Escape, PRELUDE } from '../../../test/python/escapes.ts';
import { canSkipPython } from '../../../test/python.ts';
import { isObject, parseJson } from '../../core/json.ts';
import { type PythonEpisode, PythonLost, type PythonScenario, type VerifyReport } from './engine.ts';

process.env.PRACTICUM_TEST_SECRET = 'telltale';
const HOST_FILE = fileURLToPath(new URL('../../../package.json', import.meta.url));
const prelude = `${PRELUDE}\nHOST_FILE = ${JSON.stringify(HOST_FILE)}\n`;
const MEMORY = 400 * 1024 * 1024;
const engine = testEngine({ limits: { callTime: 10_000, verifyTime: 2500, loadTime: 20_000, memory: MEMORY } });
/** For those that never end by themselves. */
const hasty = testEngine({ limits: { callTime: 1000, loadTime: 20_000, memory: MEMORY } });
let scenario: PythonScenario;
let bystander: PythonEpisode;

beforeAll(async () => {
  if (canSkipPython) return;
  scenario = await engine.scenario(deskSpec('repaired'));
  bystander = await scenario.open();
});
afterAll(() => Promise.all([engine.close(), hasty.close()]));
afterEach(async () => {
  if (canSkipPython) return;
  // Whatever was tried, those beside it go on.
  expect((await get(bystander, '/books', 'list_books')).status).toBe(200);
});

async function outcome({ code, outcome: expected }: Escape): Promise<string> {
  const isEndless = 'lost' in expected && expected.lost.source === 'time-limit';
  const episode = await (isEndless ? await hasty.scenario(deskSpec('repaired')) : scenario).open();
  try {
    const { body } = await runCode(episode, `${prelude}\n${code}`);
    const said = parseJson(body);
    return isObject(said) ? String(said.result) : body;
  } catch (error) {
    return error instanceof PythonLost ? `lost: ${error.reason}` : `odd: ${String(error)}`;
  } finally {
    await episode.close();
  }
}

describe.skipIf(canSkipPython)('a handler cannot', () => {
  it.each(ESCAPES)('$name', async (attempt) => {
    expect(await outcome(attempt)).toMatch(attempt.outcome instanceof RegExp ? attempt.outcome : /never/);
  });
});

describe.skipIf(canSkipPython)('a handler hurts only itself by', () => {
  it.each(ENDINGS)('$name', async (attempt) => {
    expect(await outcome(attempt)).toMatch('lost' in attempt.outcome ? attempt.outcome.lost : /never/);
  });

  it('forging answers: the next thing it says is its last', async () => {
    const episode = await scenario.open();
    const forged = `
import struct, json
text = json.dumps({"status": 200, "body": "forged", "exception": None, "ordinal": 1}).encode()
os.write(3, struct.pack(">II", 4 + len(text), len(text)) + text)`;
    expect((await runCode(episode, prelude + forged)).body).toBe('forged');
    await expect(get(episode, '/books', 'list_books')).rejects.toThrow(PythonLost);
    await episode.close();
  });
});

describe.skipIf(canSkipPython)('a source, while it is executed,', () => {
  const loaded = async (code: string) => {
    const source = `${prelude}\n${code}\nfrom fastapi import FastAPI\napp = FastAPI(title=str(result))`;
    try {
      const { openapi } = await engine.scenario(deskSpec('repaired', { key: code, source }));
      return JSON.stringify(openapi.info);
    } catch (error) {
      return error instanceof PythonLost ? `lost: ${error.reason}` : String(error);
    }
  };

  it('has neither network, nor files, nor other programs', async () => {
    const code = `result = all_denied([
      lambda: socket.socket(), lambda: open("/etc/passwd"), lambda: open("/scratch/x", "w"), lambda: os.listdir("/scratch"),
      lambda: subprocess.run(["/bin/true"]), lambda: os.kill(1, 9), lambda: system(272, 97, 0x10000000), lambda: open(HOST_FILE)])`;
    expect(await loaded(code)).toContain('denied all');
  });

  it('may start processes, but they end with it and are not without number', async () => {
    const code = `
made = 0
try:
    for _ in range(5000):
        if os.fork() == 0:
            time.sleep = None
            libc.sleep(600)
            os._exit(0)
        made += 1
except OSError:
    result = "stopped at %d" % made
else:
    result = "unbounded"`;
    const bounded = testEngine({ limits: { processes: 40, loadTime: 20_000 } });
    const source = `${prelude}\n${code}\nraise ValueError(result)`;
    await expect(bounded.scenario(deskSpec('repaired', { key: 'bomb', source }))).rejects.toThrow(/stopped at \d\d$/);
    await bounded.close();
  });
});

describe.skipIf(canSkipPython)('an endless source', () => {
  it('is ended', async () => {
    const hastier = testEngine({ limits: { loadTime: 3000 } });
    const endless = hastier.scenario(deskSpec('repaired', { key: 'endless', source: 'while True: pass' }));
    await expect(endless).rejects.toMatchObject({ name: 'PythonLost', reason: 'time-limit' });
    expect(hastier.stats().scenarios).toBe(0);
    await hastier.close();
  });
});

describe.skipIf(canSkipPython)('a verifier', () => {
  const database = image('CREATE TABLE t (x); INSERT INTO t VALUES (1)');
  const verify = (body: string): Promise<VerifyReport> => {
    const lines = body.split('\n').map((line) => `    ${line}`);
    const source = `${prelude}\ndef verify_task(initial_db_path, final_db_path, final_answer=None):\n${lines.join('\n')}`;
    return engine.verify(
      { source, initial: database, final: database, answer: '', clock: CLOCK, mode: 'repaired' },
      never,
    );
  };

  it.each([
    [
      'reach beyond itself',
      'lambda: socket.socket(), os.fork, lambda: subprocess.run(["/bin/true"]), lambda: open("/etc/passwd"), lambda: open("/proc/1/environ"), lambda: open(HOST_FILE), lambda: os.kill(1, 9), lambda: os.environ["PRACTICUM_TEST_SECRET"]',
    ],
    [
      'find what others verify',
      'lambda: os.listdir("/scratch"), lambda: os.chmod("/scratch", 0o777), lambda: __import__("scenario")',
    ],
    [
      'write to the databases',
      'lambda: open(final_db_path, "r+b"), lambda: open(initial_db_path, "a"), lambda: sqlite3.connect(final_db_path).execute("DELETE FROM t"), lambda: os.unlink(final_db_path), lambda: os.chmod(final_db_path, 0o777), lambda: os.truncate(final_db_path, 0)',
    ],
    ['start threads', 'lambda: threading.Thread(target=print).start()'],
  ])('cannot %s', async (_what, works) => {
    expect(await verify(`return {"said": all_denied([${works}])}`)).toMatchObject({
      ok: true,
      value: { said: 'denied all' },
    });
  });

  it.each([
    ['loops', 'while True: pass', 'time-limit'],
    ['needs too much memory', 'x = bytearray(64 << 30)', 'memory-limit'],
    ['ends its process', 'os._exit(0)', 'lost'],
    ['crashes', 'ctypes.string_at(0)', 'lost'],
    ['gives back too much', 'return "x" * (32 << 20)', 'bad-value'],
    ['gives back what contains itself', 'x = []; x.append(x); return x', 'bad-value'],
    ['speaks for us', 'os.write(3, b"\\xff" * 64)', 'lost'],
  ])('that %s has no answer', async (_what, body, problem) => {
    expect(await verify(body)).toMatchObject({ ok: false, problem });
  });
});
