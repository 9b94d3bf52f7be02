import { afterAll, describe, expect, it } from 'vitest';
import { CLOCK, image, never, testEngine } from '../../../test/python/desk.ts';
import { canSkipPython } from '../../../test/python.ts';
import type { VerifyRequest } from './engine.ts';

const engine = testEngine();
afterAll(() => engine.close());

const initial = image(
  "CREATE TABLE t (id INTEGER PRIMARY KEY, at TEXT); INSERT INTO t VALUES (1, '2026-01-01 10:00:00')",
);
const final = image(`
  CREATE TABLE t (id INTEGER PRIMARY KEY, at TEXT);
  CREATE TRIGGER tr AFTER UPDATE ON t BEGIN DELETE FROM t; END;
  INSERT INTO t VALUES (1, '2026-01-01 10:00:00'), (2, '2026-02-18 07:18:37.000000'), (3, '2026-02-18 07:18:37.500000'), (4, 'at 2026-02-18 07:18.000000');
`);
const verify = (source: string, changes: Partial<VerifyRequest> = {}) =>
  engine.verify({ source, initial, final, answer: 'done', clock: CLOCK, mode: 'repaired', ...changes }, never);

describe.skipIf(canSkipPython)('a verification', () => {
  it('hands over what the parameters ask for by name, and gives back the value', async () => {
    const source = `
def verify_task_completion(initial_db_path, final_db_path, final_answer=None):
    counts = [sqlite3.connect(f"file:{p}?mode=ro", uri=True).execute("SELECT count(*) FROM t").fetchone()[0] for p in (initial_db_path, final_db_path)]
    return {"result": "complete", "counts": counts, "answer": final_answer, "odd": {1: (2, float("nan"))}, "re": re.sub("a", "b", "a")}`;
    expect(await verify(source)).toEqual({
      ok: true,
      function: 'verify_task_completion',
      parameters: ['initial_db_path', 'final_db_path', 'final_answer'],
      value: { result: 'complete', counts: [1, 4], answer: 'done', odd: { '1': [2, null] }, re: 'b' },
      degraded: [],
    });
  });

  it('goes by position where no name is known', async () => {
    const source = 'def verify_it(before, after):\n    return [os.path.basename(before), os.path.basename(after)]';
    expect(await verify(source)).toMatchObject({ ok: true, value: ['initial.db', 'final.db'] });
  });

  it('takes the first function in faithful mode, and the one that is meant in repaired mode', async () => {
    const source =
      'def verify_helper(a):\n    return 1\n\ndef verify_task(initial_db_path, final_db_path):\n    return 2';
    expect(await verify(source)).toMatchObject({ function: 'verify_task', value: 2 });
    expect(await verify(source, { mode: 'faithful' })).toMatchObject({ ok: false, problem: 'raised' });
  });

  it('shows moments as literals compare with them, in repaired mode only', async () => {
    const source =
      'def verify_task(initial_db_path, final_db_path):\n    return [r[0] for r in sqlite3.connect(final_db_path).execute("SELECT at FROM t ORDER BY id")]';
    const kept = ['2026-02-18 07:18:37.500000', 'at 2026-02-18 07:18.000000'];
    expect(await verify(source)).toMatchObject({ value: ['2026-01-01 10:00:00', '2026-02-18 07:18:37', ...kept] });
    expect(await verify(source, { mode: 'faithful' })).toMatchObject({
      value: ['2026-01-01 10:00:00', '2026-02-18 07:18:37.000000', ...kept],
    });
  });

  it('has the clock of the world in repaired mode', async () => {
    const source =
      'from datetime import datetime\ndef verify_task(a, b):\n    return [str(datetime.now()), sqlite3.connect(b).execute("SELECT datetime(\'now\')").fetchone()[0]]';
    expect(await verify(source)).toMatchObject({ value: ['2026-02-18 07:18:36', '2026-02-18 07:18:36'] });
  });

  it('tells the SQL errors that the function swallows', async () => {
    const source = `
def verify_task(initial_db_path, final_db_path):
    c = sqlite3.connect(final_db_path)
    for sql in ("SELECT * FROM missing", "SELECT colour FROM t"):
        try:
            c.cursor().execute(sql).fetchall()
        except Exception:
            pass
    return {"result": "others"}`;
    expect(await verify(source)).toMatchObject({
      ok: true,
      degraded: ['OperationalError: no such table: missing', 'OperationalError: no such column: colour'],
    });
  });

  it.each([
    ['def verify_task(:', 'syntax', /line 1/],
    ['x = 1', 'no-function', /verify_/],
    ['def verify_task(a, b):\n    return 1 / 0', 'raised', /ZeroDivisionError.*line 2/],
    ['import nothing_like_it', 'raised', /ModuleNotFoundError/],
    ['def verify_task(a, b):\n    exit()', 'raised', /SystemExit/],
  ])('says why there is no answer: %s', async (source, problem, message) => {
    expect(await verify(source)).toMatchObject({ ok: false, problem, message: expect.stringMatching(message) });
  });

  it('can be interrupted', async () => {
    const stop = new AbortController();
    const source = 'def verify_task(a, b):\n    while True: pass';
    const running = engine.verify({ source, initial, final, answer: '', clock: CLOCK, mode: 'repaired' }, stop.signal);
    setTimeout(() => stop.abort(new Error('enough')), 200);
    await expect(running).rejects.toThrow('enough');
  });

  it('runs beside others', async () => {
    const source = 'def verify_task(initial_db_path, final_db_path, final_answer):\n    return final_answer';
    const all = await Promise.all(Array.from({ length: 20 }, (_, i) => verify(source, { answer: `${i}` })));
    expect(all.map((report) => report.ok && report.value)).toEqual(Array.from({ length: 20 }, (_, i) => `${i}`));
  });
});
