import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FOUNDRY, generatedFrom } from '../../../test/generated-parts.ts';
import { textOf } from '../../core/block.ts';
import { EpisodeError } from '../../core/errors.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { stream } from '../../core/random.ts';
import type { Task } from '../../core/task.ts';
import type { Tool } from '../../core/tool.ts';
import type { Observation, Session, World } from '../../core/world.ts';
import { openSandboxPool } from '../../engines/sandbox/pool.ts';
import { type TrialCall, testWorld } from '../../testing.ts';
import { generatedWorld } from './generated.ts';

const pool = openSandboxPool({ keepers: 1, limits: { steps: 1000, callMs: 500 } });
afterAll(() => pool.close());
const { signal } = new AbortController();

describe('the bell foundry', () => {
  const suite = generatedFrom(FOUNDRY, pool);
  const task = suite.tasks[0] as Task;
  const calls: readonly TrialCall[] = [
    { name: 'list_bells', input: {} },
    { name: 'list_bells', input: { state: 'ready' } },
    { name: 'get_bell', input: { bell: 'B-101' } },
    { name: 'get_bell', input: { bell: 'B-999' } },
    { name: 'book_casting', input: { bell: 'B-103', pit: 1, day: '2026-03-05' } },
    { name: 'book_casting', input: { bell: 'B-105', pit: 1, day: '2026-03-05' } },
    { name: 'book_casting', input: { bell: 'B-105', pit: 2, day: '2026-03-05' } },
    { name: 'record_tuning', input: { bell: 'B-102', cents_off: -3 } },
    { name: 'deliver_bell', input: { bell: 'B-104' } },
    { name: 'deliver_bell', input: { bell: 'B-101' } },
    { name: 'get_store', input: {} },
  ];
  for (const { name, run } of testWorld({ world: () => suite.world(task), task, calls })) it(name, run);
});

const tool = (name: string, effect: Tool['effect'] = 'write', more: Partial<Tool> = {}): Tool => ({
  name,
  description: name,
  effect,
  input: { type: 'object', properties: { how: { type: 'string' }, words: { type: 'string', default: 'none' } } },
  ...more,
});
const NOTES = `
tools.write_note = ({ words }, { db, now, newId }) => {
  const id = newId('NOTE');
  db.run('INSERT INTO note VALUES (?, ?, ?)', id, words, now);
  return { id, words };
};
tools.write_and_fail = ({ how }, { db, newId, error }) => {
  db.run('INSERT INTO note VALUES (?, ?, ?)', newId('NOTE'), 'lost', '');
  if (how === 'bug') undefined.x;
  if (how === 'loop') for (;;);
  if (how === 'forged') throw Object.assign(new Error('not mine'), { code: 'conflict' });
  error(how, 'it is ' + how);
};
tools.look = (_input, { db }) => ({ total: db.all('SELECT * FROM note').length });
tools.sneak = (_input, { db }) => { db.run('DELETE FROM note'); return {}; };
tools.promise = () => ({ n: 'not a number' });`;
const TOOLS = [
  tool('write_note'),
  tool('write_and_fail'),
  tool('look', 'read'),
  tool('sneak', 'read'),
  tool('promise', 'read', { output: { type: 'object', properties: { n: { type: 'number' } } } }),
];
const SCHEMA =
  "CREATE TABLE note (id TEXT PRIMARY KEY NOT NULL, words TEXT NOT NULL, at TEXT NOT NULL) STRICT; INSERT INTO note VALUES ('N-1', 'first', '');";

function notes(source = NOTES, schema = SCHEMA): World {
  return generatedWorld({
    pool,
    name: 'notes',
    title: 'Notes',
    rules: '',
    tools: TOOLS,
    schema,
    source,
    volatile: { note: ['at'] },
  });
}
const task: Task = {
  id: 't',
  suite: 's',
  world: 'notes',
  family: 'f',
  title: '',
  category: '',
  domain: '',
  scenario: '',
  difficulty: 1,
  brief: '',
  asked: {},
  clock: '2026-03-02T08:00:00Z',
  setup: {},
  truth: {},
  plan: null,
};
const opening = { seed: '0', emit: () => undefined, random: () => stream(0) };
const open = (world: World = notes()): Promise<Session> => world.open(task, opening);
const use = (session: Session, name: string, input: JsonObject = {}): Promise<Observation> =>
  session.call({ id: 'c', name, input }, signal);
const said = (seen: Observation): Json => JSON.parse(textOf(seen.blocks));
const blameOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nobody',
    (error: unknown) => (error instanceof EpisodeError ? `${error.party}: ${error.reason}` : error),
  );

describe('a generated world', () => {
  let session: Session;
  beforeAll(async () => {
    session = await open();
  });
  afterAll(() => session.close());

  it('numbers what is new, fills in defaults, and tells the clock', async () => {
    expect(said(await use(session, 'write_note'))).toEqual({ id: 'NOTE-X1001', words: 'none' });
    expect((await session.snapshot()).changes).toEqual([
      { table: 'note', key: 'NOTE-X1001', before: null, after: { id: 'NOTE-X1001', words: 'none', at: task.clock } },
    ]);
  });
  it.each(['not_found', 'conflict', 'invalid', 'forbidden'])(
    'tells the refusal %s and undoes the call',
    async (how) => {
      const before = (await session.snapshot()).changes;
      const seen = await use(session, 'write_and_fail', { how });
      expect([seen.isError, said(seen)]).toEqual([true, { error: how, message: `it is ${how}` }]);
      expect((await session.snapshot()).changes).toEqual(before);
    },
  );
  it('holds arguments against the schema before the world sees them', async () => {
    const seen = await use(session, 'write_note', { words: 7 });
    expect(said(seen)).toMatchObject({ error: 'invalid', message: expect.stringMatching(/must be string/) });
  });
  it.each([
    ['bug', 'world: tool-crashed'],
    ['forged', 'world: tool-crashed'],
    ['made-up', 'world: tool-crashed'],
    ['loop', 'world: runaway'],
  ])('blames the world for a tool that breaks: %s', async (how, blame) => {
    const own = await open();
    expect(await blameOf(use(own, 'write_and_fail', { how }))).toBe(blame);
    await own.close();
  });
  it('blames the world for a tool that says it reads and writes', async () => {
    const own = await open();
    expect(await blameOf(use(own, 'sneak'))).toBe('world: tool-crashed');
    expect((await own.snapshot()).changes).toEqual([]);
    await own.close();
  });
  it('blames the world for an answer that its own schema forbids', async () => {
    expect(await blameOf(use(session, 'promise'))).toBe('world: bad-output');
  });
  it.each([
    ['a tool without a function', NOTES.replace('tools.look', 'tools.glance'), SCHEMA, 'world: tool-missing'],
    ['tools that are no JavaScript', 'tools.look = (', SCHEMA, 'world: world-refused'],
    ['a script that is no SQL', NOTES, 'CREATE', 'world: world-refused'],
    ['tools that never begin', 'for (;;);', SCHEMA, 'world: runaway'],
  ])('cannot be opened with %s', async (_what, source, schema, blame) => {
    expect(await blameOf(open(notes(source, schema)))).toBe(blame);
  });
  it('takes end states for equal that differ in what does not matter', async () => {
    const world = notes();
    const [a, b] = [
      await world.open(task, opening),
      await world.open({ ...task, clock: '2026-03-03T08:00:00Z' }, opening),
    ];
    for (const one of [a, b]) await use(one, 'write_note', { words: 'x' });
    expect(world.equivalent?.(await a.snapshot(), await b.snapshot())).toBe(true);
    await use(b, 'write_note', { words: 'y' });
    expect(world.equivalent?.(await a.snapshot(), await b.snapshot())).toBe(false);
    await Promise.all([a.close(), b.close()]);
  });
});
