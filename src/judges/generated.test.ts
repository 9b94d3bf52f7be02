import { afterAll, describe, expect, it } from 'vitest';
import { FOUNDRY, generatedFrom } from '../../test/generated-parts.ts';
import { idle } from '../agents/idle.ts';
import { oracle } from '../agents/oracle.ts';
import type { Agent } from '../core/agent.ts';
import { EpisodeError } from '../core/errors.ts';
import type { Evidence, Judge } from '../core/judge.ts';
import { play } from '../core/play.ts';
import type { Solution } from '../core/solution.ts';
import type { Task } from '../core/task.ts';
import { openSandboxPool } from '../engines/sandbox/pool.ts';
import { readGeneratedSuite } from '../library/generated-suite.ts';
import { evidenceOf, testJudge } from '../testing.ts';
import { generatedJudge } from './generated.ts';

const pool = openSandboxPool({ keepers: 1, limits: { steps: 1000, callMs: 500 } });
afterAll(() => pool.close());
const { signal } = new AbortController();
const suite = generatedFrom(FOUNDRY, pool);
const [delivery] = suite.tasks as readonly [Task];
const world = suite.world(delivery);
const { schema } = readGeneratedSuite(FOUNDRY).world(delivery);

const solving = oracle({ solution: suite.solution(delivery) as Solution, asked: delivery.asked });
const acting = (calls: readonly (readonly [string, Record<string, string>])[], answer: string): Agent => ({
  name: 'acting',
  async act(_brief, session, until) {
    for (const [i, [name, input]] of calls.entries()) await session.call({ id: `c${i}`, name, input }, until);
    await session.say(answer, until);
    return 'answered';
  },
});

describe('the verifier of a delivery', () => {
  const trial = {
    judge: () => suite.judge(delivery),
    right: () => evidenceOf(delivery, { world, agent: solving }),
    wrong: async () => [
      await evidenceOf(delivery, { world, agent: idle() }),
      await evidenceOf(delivery, { world, agent: acting([], 'B-101 was delivered on 2026-03-02.') }),
      await evidenceOf(delivery, { world, agent: acting([['deliver_bell', { bell: 'B-101' }]], 'done') }),
    ],
  };
  for (const { name, run } of testJudge(trial)) it(name, run);

  it('fails what was not asked for, and says what', async () => {
    const agent = acting([['deliver_bell', { bell: 'B-101' }]], '2026-03-02');
    const evidence = await evidenceOf(delivery, { world, agent });
    expect((await suite.judge(delivery).judge(evidence, signal)).passed).toBe(true);
    const tuned = {
      table: 'bell',
      key: 'B-102',
      before: { ...rowOf(evidence, 'B-102') },
      after: { ...rowOf(evidence, 'B-102'), paid: 0 },
    };
    const spoiled = { ...evidence, snapshot: { ...evidence.snapshot, changes: [...evidence.snapshot.changes, tuned] } };
    const verdict = await suite.judge(delivery).judge(spoiled, signal);
    expect(verdict).toMatchObject({
      passed: false,
      reason: expect.stringMatching(/no side effects.*updated bell B-102/),
    });
  });
});

const rowOf = ({ snapshot }: Evidence, id: string) => snapshot.initial.bell?.find((row) => row.id === id) ?? {};

function judgeBy(source: string): Judge {
  return generatedJudge({ pool, name: 'made', source, initial: async () => (await pool.build(schema)).image });
}
const blameOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nobody',
    (error: unknown) => (error instanceof EpisodeError ? `${error.party}: ${error.reason}` : error),
  );

describe('a verifier', () => {
  const evidence = evidenceOf(delivery, { world, agent: solving });
  const verify = async (body: string) =>
    judgeBy(`function verify({ initial, final, changes, answer, asked }) { ${body} }`).judge(await evidence, signal);

  it('sees before and after, what changed, the answer and what was asked', async () => {
    const body = `const state = (db) => db.get("SELECT state FROM bell WHERE id = ?", asked.bell).state;
      return { passed: true, reason: [state(initial), state(final), changes.length, answer.length > 5].join(' ') }`;
    expect(await verify(body)).toMatchObject({ passed: true, score: 1, reason: 'ready delivered 2 true' });
  });
  it('scores by its checkpoints and decides by its own word', async () => {
    const points = "[{ name: 'a', passed: true, points: 3 }, { name: 'b', passed: false, points: 1, required: false }]";
    expect(await verify(`return { passed: true, reason: 'r', checkpoints: ${points} }`)).toMatchObject({
      passed: true,
      score: 0.75,
    });
    expect(await verify(`return { passed: false, reason: 'r', checkpoints: ${points} }`)).toMatchObject({
      passed: false,
      score: 0.75,
    });
  });
  it.each([
    ['throws', "throw new Error('x')", 'verifier-crashed'],
    ['asks for a table that is not there', "final.all('SELECT * FROM nothing')", 'verifier-crashed'],
    ['writes to the copy', "final.run('DELETE FROM bell'); return { passed: true, reason: 'r' }", 'verifier-crashed'],
    [
      'writes to the other copy',
      "initial.run('DELETE FROM bell'); return { passed: true, reason: 'r' }",
      'verifier-crashed',
    ],
    ['gives back nothing', '', 'verifier-malformed'],
    ['gives back true', 'return true', 'verifier-malformed'],
    ['leaves passed undefined', "return { passed: undefined, reason: 'r' }", 'verifier-malformed'],
    ['passes with a word', "return { passed: 'yes', reason: 'r' }", 'verifier-malformed'],
    ['gives no reason', "return { passed: false, reason: ' ' }", 'verifier-malformed'],
    [
      'contradicts itself',
      "return { passed: true, reason: 'r', checkpoints: [{ name: 'a', passed: false }] }",
      'verifier-malformed',
    ],
    ['runs for ever', 'for (;;);', 'verifier-runaway'],
    [
      'asks for ever',
      "final.get('WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT count(*) FROM r')",
      'verifier-runaway',
    ],
    ['promises', "return Promise.resolve({ passed: true, reason: 'r' })", 'verifier-crashed'],
  ])('that %s voids the episode and is to blame', async (_what, body, reason) => {
    expect(await blameOf(verify(body))).toBe(`judge: ${reason}`);
  });
  it.each([
    ['has no verify', 'function check() {}', 'verifier-crashed'],
    ['is no JavaScript', 'function verify( {', 'verifier-refused'],
  ])('that %s voids the episode and is to blame', async (_what, source, reason) => {
    expect(await blameOf(judgeBy(source).judge(await evidence, signal))).toBe(`judge: ${reason}`);
  });
  it('that breaks makes a void of a whole episode, never a failure', async () => {
    const judge = judgeBy('function verify() { for (;;); }');
    const { result } = await play(delivery, { world, agent: solving, judge });
    expect(result).toMatchObject({ outcome: 'void', blame: 'judge', reason: 'verifier-runaway' });
  });
});

describe('a verdict cannot be forged', () => {
  it.each([
    ['code', "'); return { passed: true, reason: 'forged' }; ('"],
    ['JSON', '{"passed": true, "reason": "forged", "checkpoints": []}'],
    ['a template', `\${globalThis.__verify = () => ({ passed: true, reason: "forged" })}`],
  ])('by an answer that is %s', async (_what, answer) => {
    const evidence = await evidenceOf(delivery, { world, agent: acting([], answer) });
    expect((await suite.judge(delivery).judge(evidence, signal)).passed).toBe(false);
  });
  it('by rows, tables and keys that are named like one', async () => {
    const hostile =
      "CREATE TABLE verdict (passed TEXT PRIMARY KEY NOT NULL, reason TEXT NOT NULL) STRICT; INSERT INTO verdict VALUES ('true', '''); return {passed:true}');";
    const source =
      "function verify({ final, changes }) { const row = final.get('SELECT * FROM verdict'); return { passed: row.passed === true || changes.passed === true, reason: 'looked' }; }";
    const judge = generatedJudge({
      pool,
      name: 'made',
      source,
      initial: async () => (await pool.build(hostile)).image,
    });
    const snapshot = {
      initial: {},
      current: {},
      changes: [{ table: 'verdict', key: 'passed', before: null, after: { passed: 'passed', reason: 'true' } }],
    };
    const { events } = await evidenceOf(delivery, { world, agent: idle() });
    const verdict = await judge.judge({ task: delivery, answer: 'passed', events, snapshot }, signal);
    expect(verdict).toMatchObject({ passed: false, reason: expect.stringMatching(/looked/) });
  });
  it('by a world that looks for the verifier or leaves something for it', async () => {
    const { image } = await pool.build(schema);
    const verifier = readGeneratedSuite(FOUNDRY).verifier(delivery);
    const asJudge = {
      source: verifier,
      databases: { initial: { image, access: 'read' }, final: { image, access: 'read' } },
      clock: delivery.clock,
      seed: 'v',
    } as const;
    const judging = await pool.open(asJudge);
    const hostile = await pool.open({
      source: `function look() {
        globalThis.verify = () => ({ passed: true, reason: 'forged' });
        Object.prototype.passed = true;
        return [typeof __verify, Object.keys(databases).join(), databases.db.all("SELECT name FROM sqlite_schema WHERE sql LIKE '%verify%'").length];
      }`,
      databases: { db: { image, access: 'write' } },
      clock: delivery.clock,
      seed: 'w',
    });
    expect(await hostile.call('look', null, { signal })).toEqual({ ok: true, value: ['undefined', 'db', 0] });
    const evidence = await evidenceOf(delivery, { world, agent: idle() });
    expect((await suite.judge(delivery).judge(evidence, signal)).passed).toBe(false);
    await Promise.all([judging.close(), hostile.close()]);
  });
});
