import {
  type Agent,
  answerObject,
  type Episode,
  eventsOf,
  type Fault,
  hasty,
  idle,
  type Json,
  type JsonObject,
  oracle,
  play,
  type Session,
  type Task,
  text,
  textOf,
} from 'practicum';
import { describe, expect, it } from 'vitest';
import { outputChecker } from '../../src/wire/tool-input.ts';
import suite from './suite.ts';
import { world } from './world.ts';

const never = new AbortController().signal;

function taskOf(id: string): Task {
  const task = suite.tasks.find((one) => one.id === id);
  if (task === undefined) throw new Error(`no task ${id}`);
  return task;
}

function performer(task: Task, kind: typeof oracle): Agent {
  const solution = suite.solution(task);
  if (solution === null) throw new Error(`${task.id} has no solution`);
  return kind({ solution, asked: task.asked });
}

const playing = (task: Task, agent: Agent, faults: readonly Fault[] = []): Promise<Episode> =>
  play(task, { world: suite.world(task), agent, judge: suite.judge(task), faults });

interface Step {
  readonly name: string;
  readonly input: JsonObject;
}

/** An agent that does exactly these steps and gives exactly this answer. */
function acting(steps: readonly Step[], answer: string): Agent {
  return {
    name: 'acting',
    async act(_brief, session: Session) {
      for (const [i, step] of steps.entries()) await session.call({ id: `s-${i}`, ...step }, never);
      await session.say(answer, never);
      return 'answered';
    },
  };
}

const isWrite = (name: string): boolean =>
  world.about.tools.some((tool) => tool.name === name && tool.effect === 'write');

async function oracleWrites(task: Task): Promise<{ writes: readonly Step[]; answer: string }> {
  const episode = await playing(task, performer(task, oracle));
  const calls = eventsOf(episode.events, 'tool-called').map(({ name, input }) => ({
    name,
    input: input as JsonObject,
  }));
  return { writes: calls.filter(({ name }) => isWrite(name)), answer: episode.answer };
}

describe('the suite', () => {
  it('has twelve tasks in four families, four of each difficulty', () => {
    expect(suite.tasks).toHaveLength(12);
    for (const difficulty of [1, 2, 3])
      expect(suite.tasks.filter((task) => task.difficulty === difficulty)).toHaveLength(4);
    expect(new Set(suite.tasks.map(({ family }) => family)).size).toBe(4);
  });

  it.each(suite.tasks)('$id says in its brief all that is asked', ({ brief, asked }) => {
    for (const value of Object.values(asked)) expect(brief).toContain(String(value));
  });

  it.each(suite.tasks)('$id is passed by oracle and hasty, failed by idle', async (task) => {
    const careful = await playing(task, performer(task, oracle));
    expect(careful.result).toMatchObject({ outcome: 'passed', score: 1 });
    expect((await playing(task, performer(task, hasty))).result).toMatchObject({ outcome: 'passed' });
    expect((await playing(task, idle())).result).toMatchObject({ outcome: 'failed' });
    const flawOf = outputChecker(world.about.tools);
    for (const { name, blocks, isError } of eventsOf(careful.events, 'tool-answered')) {
      expect(isError).toBe(false);
      expect(flawOf(name, JSON.parse(textOf(blocks)) as Json)).toBeNull();
    }
    if (task.difficulty === 3) expect(eventsOf(careful.events, 'tool-called').length).toBeGreaterThanOrEqual(12);
  });
});

/** Cuts the rent roll to two units on the first two calls that ask for it. The total beside it stays. */
const shortRoll: Fault = {
  name: 'short-roll',
  wrap: (session) => {
    let cuts = 0;
    return {
      ...session,
      call: async (call, signal) => {
        const seen = await session.call(call, signal);
        if (call.name !== 'list_units' || ++cuts > 2) return seen;
        const { total, units } = JSON.parse(textOf(seen.blocks)) as { total: number; units: Json[] };
        return { ...seen, blocks: [text(JSON.stringify({ total, units: units.slice(0, 2) }))] };
      },
    };
  },
};

describe('a rent roll that comes back short', () => {
  const reviews = suite.tasks.filter(({ family }) => family === 'covenant-review');

  it.each(reviews)('$id: hasty clears the loan and pays out', async (task) => {
    const episode = await playing(task, performer(task, hasty), [shortRoll]);
    expect(episode.result).toMatchObject({ outcome: 'failed' });
    const said = answerObject(episode.answer);
    expect(said).toMatchObject({ outcome: 'complied', releases: 'approved' });
    expect(Number(said?.dscr)).toBeGreaterThan(1.25);
    const changes = eventsOf(episode.events, 'snapshot-taken')[0]?.changes ?? [];
    const paid = changes.filter(({ table, after }) => table === 'release_request' && after?.status === 'approved');
    expect(paid).toHaveLength((task.truth.held as string[]).length);
    expect(changes.some(({ table }) => table === 'loan')).toBe(true);
  });

  it.each(reviews)('$id: oracle reads again and holds', async (task) => {
    const episode = await playing(task, performer(task, oracle), [shortRoll]);
    expect(episode.result).toMatchObject({ outcome: 'passed' });
    const rolls = eventsOf(episode.events, 'tool-called').filter(({ name }) => name === 'list_units');
    expect(rolls).toHaveLength(3);
  });

  it('tells of coverage far above the covenant', async () => {
    const task = taskOf('covenant-review-alder-court');
    const episode = await playing(task, performer(task, hasty), [shortRoll]);
    expect(answerObject(episode.answer)).toMatchObject({ dscr: 1.79 });
    expect(task.truth).toMatchObject({ dscr: 1.19 });
  });
});

/** What every judge must catch, whatever the family: a step left out, done twice, or done otherwise. */
describe('the judges', () => {
  it.each(suite.tasks)('$id fails what leaves out, repeats or alters a write', async (task) => {
    const { writes, answer } = await oracleWrites(task);
    expect((await playing(task, acting(writes, answer))).result.outcome).toBe('passed');
    const clean = await finalState(task, writes);
    const mutants = writes.flatMap((step, i) => [
      writes.toSpliced(i, 1),
      writes.toSpliced(i, 0, step),
      ...altered(step).map((other) => writes.toSpliced(i, 1, other)),
    ]);
    for (const mutant of mutants) {
      const { result } = await playing(task, acting(mutant, answer));
      if (result.outcome !== 'passed') continue;
      expect(world.equivalent?.(await finalState(task, mutant), clean), JSON.stringify(mutant)).toBe(true);
    }
  });

  it.each(suite.tasks)('$id fails every change of the answer, and odd answers do not break the judge', async (task) => {
    const { writes, answer } = await oracleWrites(task);
    const said = answerObject(answer) ?? {};
    const wrong = Object.entries(said).flatMap(([key, value]) => [
      { ...said, [key]: otherThan(value) },
      { ...said, [key]: null },
      Object.fromEntries(Object.entries(said).filter(([other]) => other !== key)),
    ]);
    for (const object of [...wrong.map((one) => JSON.stringify(one)), '', '{}', '[1]', '{"noi": {"a": [1]}}', 'none }'])
      expect((await playing(task, acting(writes, object))).result, object).toMatchObject({ outcome: 'failed' });
    expect((await playing(task, acting(writes, `Done.\n\`\`\`json\n${answer}\n\`\`\``))).result.outcome).toBe('passed');
  });
});

async function finalState(task: Task, steps: readonly Step[]) {
  const episode = await playing(task, acting(steps, ''));
  const changes = eventsOf(episode.events, 'snapshot-taken')[0]?.changes ?? [];
  return { initial: {}, current: {}, changes };
}

function otherThan(value: Json): Json {
  if (typeof value === 'number') return value + 0.01;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return value.length > 0 ? value.slice(1) : ['CD-0001'];
  return `${value}?`;
}

/** The same step with one argument changed, by each value that the tool's schema or the portfolio offers. */
function altered({ name, input }: Step): readonly Step[] {
  const schema = world.about.tools.find((tool) => tool.name === name)?.input.properties as Record<string, JsonObject>;
  return Object.entries(input).flatMap(([key, value]) =>
    others(value, schema[key]?.enum as string[] | undefined).map((other) => ({
      name,
      input: { ...input, [key]: other },
    })),
  );
}

function others(value: Json, known: readonly string[] | undefined): readonly Json[] {
  if (known !== undefined) return known.filter((one) => one !== value);
  if (typeof value === 'number') return [value + 1, value - 0.01, Math.round(value * 1.1)];
  if (Array.isArray(value)) return [value.slice(1), [...value, 'CMP-103']];
  return [String(value).replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)), 'nothing'];
}

/** Wrong behaviours that a person at the desk could well show. */
describe('hand-written mistakes', () => {
  const mistake = async (id: string, change: (writes: readonly Step[]) => readonly Step[], answer?: JsonObject) => {
    const task = taskOf(id);
    const oracles = await oracleWrites(task);
    const said = { ...answerObject(oracles.answer), ...answer };
    return (await playing(task, acting(change(oracles.writes), JSON.stringify(said)))).result;
  };
  const step = (name: string, input: JsonObject): Step => ({ name, input });
  const adding = (name: string, input: JsonObject) => (writes: readonly Step[]) => [...writes, step(name, input)];
  const failed = { outcome: 'failed' };

  it('covenant review: waived by oneself, or the mezzanine request held too', async () => {
    const id = 'covenant-review-coopers-wharf';
    const waive = { covenant_id: 'CV-0301', authority: 'credit-committee', expires_on: '2026-09-30', floor: 1 };
    expect(await mistake(id, adding('waive_covenant', waive))).toMatchObject(failed);
    const hold = { release_id: 'RR-0304', decision: 'hold', reason: 'covenant-breach' };
    expect(await mistake(id, adding('decide_release', hold))).toMatchObject(failed);
    expect(await mistake(id, (writes) => writes.filter(({ name }) => name !== 'escalate'))).toMatchObject(failed);
  });

  it('covenant review: breach recorded, release approved all the same', async () => {
    const pay = step('decide_release', { release_id: 'RR-0101', decision: 'approve', reason: 'all-tests-met' });
    const change = (writes: readonly Step[]) => [...writes.filter(({ name }) => name !== 'decide_release'), pay];
    expect(await mistake('covenant-review-alder-court', change)).toMatchObject(failed);
  });

  it('valuation: the outlier kept, or the life-safety bound forgotten', async () => {
    const kept = step('post_valuation', {
      property_id: 'P-05',
      noi: 1_240_000,
      cap_rate: 8.3,
      value: 14_750_000,
      comparable_ids: ['CMP-201', 'CMP-202', 'CMP-203', 'CMP-204', 'CMP-205', 'CMP-207'],
    });
    expect(await mistake('comparable-valuation-marlowe-court', () => [kept])).toMatchObject(failed);
    const unbound = (writes: readonly Step[]) =>
      writes.map(({ name, input }) => step(name, name === 'post_valuation' ? { ...input, value: 8_850_000 } : input));
    const id = 'comparable-valuation-northfold-depot';
    expect(await mistake(id, unbound, { value: 8_850_000 })).toMatchObject(failed);
    const tidy = { appraisal_id: 'AP-0601', by_appraisal_id: 'AP-0602' };
    expect(await mistake(id, adding('supersede_appraisal', tidy))).toMatchObject(failed);
  });

  it('rent-roll audit: the roll corrected, a unit within tolerance or a staff unit flagged', async () => {
    const id = 'rent-roll-audit-dovecote-terrace';
    expect(await mistake(id, adding('correct_rent', { unit_id: 'U-07-104', roll_rent: 1_350 }))).toMatchObject(failed);
    const near = { unit_id: 'U-07-201', reason: 'rent-mismatch' };
    expect(await mistake(id, adding('raise_flag', near))).toMatchObject(failed);
    const staff = { unit_id: 'U-09-301', reason: 'no-lease' };
    expect(await mistake('rent-roll-audit-garrick-mills', adding('raise_flag', staff))).toMatchObject(failed);
  });

  it('release: approved on the older appraisal, a stale condition confirmed, the other request decided', async () => {
    const id = 'release-request-ironmonger-place';
    const approve = step('decide_release', { release_id: 'RR-1102', decision: 'approve', reason: 'all-tests-met' });
    expect(await mistake(id, () => [approve], { decision: 'approved' })).toMatchObject(failed);
    expect(await mistake(id, adding('confirm_condition', { condition_id: 'CD-1104' }))).toMatchObject(failed);
    const sweep = { release_id: 'RR-1202', decision: 'hold', reason: 'covenant-breach' };
    expect(await mistake('release-request-juniper-exchange', adding('decide_release', sweep))).toMatchObject(failed);
    const hold = { release_id: 'RR-1201', decision: 'hold', reason: 'covenant-breach' };
    expect(await mistake('release-request-juniper-exchange', adding('decide_release', hold))).toMatchObject(failed);
  });
});
