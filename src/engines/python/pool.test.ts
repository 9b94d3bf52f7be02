import { afterAll, describe, expect, it } from 'vitest';
import { BOOKS, deskSpec, get, image, never, post, rows, runCode, testEngine } from '../../../test/python/desk.ts';
import { canSkipPython } from '../../../test/python.ts';
import { PythonRefused } from './engine.ts';

const engine = testEngine();
afterAll(() => engine.close());
const titles = 'SELECT title FROM books ORDER BY id';

describe.skipIf(canSkipPython)('a scenario', () => {
  it('says what it offers, also what another route covers', async () => {
    const scenario = await engine.scenario(deskSpec('repaired'));
    expect(scenario.openapi.info).toMatchObject({ title: 'Desk' });
    const covered = scenario.routes.filter(({ isShadowed }) => isShadowed).map(({ operationId }) => operationId);
    expect(covered).toEqual(['get_newest_book', 'create_reservation']);
    const loan = scenario.routes.find(({ operationId }) => operationId === 'create_loan');
    expect(loan).toMatchObject({ method: 'POST', path: '/loans' });
    // OpenAPI itself shows only the last of the two.
    expect(JSON.stringify(loan?.operation)).toContain('#/components/schemas/LoanIn');
    expect(JSON.stringify(scenario.openapi.components)).toContain('"LoanIn"');
  });

  it('has the tables that its source makes', async () => {
    const scenario = await engine.scenario(deskSpec('repaired'));
    expect(rows(scenario.image, 'SELECT count(*) FROM loans')).toEqual([[0]]);
    expect(rows(BOOKS, "SELECT count(*) FROM sqlite_schema WHERE name = 'loans'")).toEqual([[0]]);
  });

  it('gives each episode a database of its own', async () => {
    const scenario = await engine.scenario(deskSpec('repaired'));
    const [one, two] = await Promise.all([scenario.open(), scenario.open()]);
    await post(one, '/books', { operationId: 'add_book', body: { title: 'Winds' } });
    expect(rows(await one.image(), titles)).toEqual([['Tide tables'], ['Knots'], ['Winds']]);
    expect(rows(await two.image(), titles)).toEqual([['Tide tables'], ['Knots']]);
    await Promise.all([one.close(), two.close()]);
  });

  it('answers what a server would: paths, queries, bodies that do not fit, paths that are not there', async () => {
    const episode = await (await engine.scenario(deskSpec('faithful'))).open();
    expect(await get(episode, '/books/1', 'get_book')).toEqual({
      status: 200,
      body: '{"id":1,"title":"Tide tables","added_at":"2026-01-01T09:00:00"}',
      exception: null,
    });
    expect((await post(episode, '/books', { operationId: 'add_book', body: { title: 7 } })).status).toBe(422);
    expect(await get(episode, '/nowhere', 'nothing')).toMatchObject({ status: 404, body: '{"detail":"Not Found"}' });
    await episode.close();
  });

  it('takes a database in write-ahead mode', async () => {
    const wal = Uint8Array.from(BOOKS);
    wal.set([2, 2], 18);
    const episode = await (await engine.scenario(deskSpec('repaired', { key: 'wal', image: wal }))).open();
    expect((await get(episode, '/books', 'list_books')).status).toBe(200);
    await episode.close();
  });

  it('lets a source ask for another journal, which changes nothing', async () => {
    const episode = await (await engine.scenario(deskSpec('repaired'))).open();
    const code =
      'from sqlalchemy import text\ns = session()\nresult = s.execute(text("PRAGMA journal_mode=WAL")).scalar()\ns.close()';
    expect(await runCode(episode, code)).toMatchObject({ status: 200, body: '{"result":"memory"}' });
    await episode.close();
  });
});

describe.skipIf(canSkipPython)('repaired', () => {
  const open = async () => (await engine.scenario(deskSpec('repaired'))).open();

  it('calls the operation that was named', async () => {
    const episode = await open();
    const body = { book_id: 1 };
    expect((await post(episode, '/loans', { operationId: 'create_reservation', body })).body).toContain(
      '"reservation"',
    );
    expect((await post(episode, '/loans', { operationId: 'create_loan', body })).body).toContain('"loan"');
    expect((await get(episode, '/books/newest', 'get_newest_book')).body).toContain('Knots');
    await episode.close();
  });

  it('has a clock that moves by one second a call, in Python and in SQL', async () => {
    const episode = await open();
    await get(episode, '/books', 'list_books');
    const said: unknown = JSON.parse((await get(episode, '/now', 'now')).body);
    expect(said).toEqual({
      now: '2026-02-18 07:18:38',
      utcnow: '2026-02-18 07:18:38',
      today: '2026-02-18',
      time: 1771399118,
      struct: '2026-02-18',
      sql: [
        '2026-02-18 07:18:38',
        '2026-02-18 07:18:38',
        '2026-02-17',
        '1771399118',
        '2026-02-18',
        '1970-01-01 00:00:00',
      ],
    });
    await episode.close();
  });

  it('repeats itself to the byte, chance included', async () => {
    const play = async (key: string) => {
      const episode = await (await engine.scenario(deskSpec('repaired', { key }))).open();
      const said = [await get(episode, '/chance', 'chance'), await get(episode, '/chance', 'chance')];
      await post(episode, '/books', { operationId: 'add_book', body: { title: 'Stars' } });
      const bytes = Buffer.from(await episode.image()).toString('hex');
      await episode.close();
      return { said: said.map(({ body }) => body), bytes };
    };
    const [once, again, other] = [await play('desk-repaired'), await play('desk-repaired'), await play('another')];
    expect(again).toEqual(once);
    expect(once.said[0]).not.toBe(once.said[1]);
    expect(other.said[0]).not.toBe(once.said[0]);
  });

  it('undoes what a call wrote before it raised, and says what it was', async () => {
    const episode = await open();
    const before = await episode.image();
    expect(await post(episode, '/half', { operationId: 'half', body: { title: 'Half' } })).toEqual({
      status: 500,
      body: 'Internal Server Error',
      exception: { kind: 'env_bug', type: 'RuntimeError', message: 'the second half never comes' },
    });
    expect(Buffer.from(await episode.image()).equals(Buffer.from(before))).toBe(true);
    expect((await post(episode, '/books', { operationId: 'add_book', body: { title: 'Half' } })).status).toBe(200);
    expect(rows(await episode.image(), titles).flat()).toEqual(['Tide tables', 'Knots', 'Half']);
    await episode.close();
  });

  it('keeps an answer when something in the background fails after it', async () => {
    const episode = await open();
    const answered = await post(episode, '/later', { operationId: 'later', body: { title: 'Later' } });
    expect(answered).toMatchObject({ status: 200, exception: null });
    expect(rows(await episode.image(), titles).flat()).toContain('Later');
    await episode.close();
  });

  it('tells a missing row and a clash from a bug', async () => {
    const episode = await open();
    expect((await get(episode, '/books/99', 'get_book')).exception?.kind).toBe('not_found');
    const twice = await post(episode, '/books', { operationId: 'add_book', body: { title: 'Knots' } });
    expect(twice.exception).toMatchObject({ kind: 'conflict', type: 'IntegrityError' });
    await episode.close();
  });

  it('never runs out of connections, however many calls fail', async () => {
    const episode = await open();
    for (let i = 0; i < 40; i++) {
      expect((await get(episode, '/books/99', 'get_book')).status).toBe(500);
      expect((await get(episode, '/closed', 'closed')).status).toBe(404);
      expect((await post(episode, '/half', { operationId: 'half', body: { title: 'x' } })).status).toBe(500);
    }
    expect((await get(episode, '/books', 'list_books')).status).toBe(200);
    await episode.close();
  });
});

describe.skipIf(canSkipPython)('faithful', () => {
  const open = async () => (await engine.scenario(deskSpec('faithful'))).open();

  it('takes the first route, the wall clock, and keeps what was committed', async () => {
    const episode = await open();
    const reserved = await post(episode, '/loans', { operationId: 'create_reservation', body: { book_id: 1 } });
    expect(reserved.body).toContain('"loan"');
    expect(new Date(JSON.parse((await get(episode, '/now', 'now')).body).time * 1000).getFullYear()).not.toBe(1970);
    expect(Math.abs(JSON.parse((await get(episode, '/now', 'now')).body).time - Date.now() / 1000)).toBeLessThan(60);
    expect((await post(episode, '/half', { operationId: 'half', body: { title: 'Half' } })).status).toBe(500);
    expect(rows(await episode.image(), titles).flat()).toEqual(['Tide tables', 'Knots', 'Half']);
    await episode.close();
  });

  it('can still read while a failed call holds its lock, as with a file', async () => {
    const episode = await open();
    await runCode(episode, 'import gc\ngc.disable()');
    await post(episode, '/half', { operationId: 'half', body: { title: 'Half' } });
    expect((await get(episode, '/books', 'list_books')).body).toContain('Half"');
    await episode.close();
  });
});

describe.skipIf(canSkipPython)('a source that cannot be run', () => {
  const refusal = async (source: string) => {
    const refused = await engine
      .scenario(deskSpec('repaired', { key: source, source }))
      .catch((error: unknown) => error);
    return refused instanceof PythonRefused ? `${refused.reason}: ${refused.message}` : refused;
  };
  it.each([
    ['def f(:\n  pass', /^syntax: line 1/],
    ['import no_such_package', /^missing-module: .*no_such_package/],
    ['raise ValueError("not today")', /^raised: ValueError: not today/],
    ['x = 1', /^no-app/],
    ['from itertools import not_yet_there', /^needs-newer-python/],
    ['import sys\nsys.exit(3)', /^raised: SystemExit/],
  ])('%s', async (source, reason) => {
    expect(await refusal(source)).toMatch(reason);
  });

  it('is told from one that needs a newer Python', async () => {
    const minor = Number((await engine.version()).split('.')[1]);
    const expected = minor < 12 ? /^needs-newer-python/ : /^no-app/;
    expect(await refusal('d = {"a": 1}\nx = f"{d["a"]}"')).toMatch(expected);
    expect(await refusal('type Shelf = list[int]')).toMatch(expected);
    expect(await refusal('def first[T](xs: list[T]) -> T:\n    return xs[0]')).toMatch(expected);
  });

  it('does not stand in the way of the next', async () => {
    await refusal('x = 1');
    const empty = image('CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT, added_at DATETIME)');
    const episode = await (await engine.scenario(deskSpec('repaired', { key: 'empty', image: empty }))).open();
    expect(
      await episode.call({ method: 'GET', path: '/books', query: [], operationId: 'list_books' }, never),
    ).toMatchObject({
      body: '[]',
    });
    await episode.close();
  });
});
