import { type Agent, type Episode, eventsOf, hasty, idle, oracle, play, type Task, textOf } from 'practicum';
import { describe, expect, it } from 'vitest';
import { outputChecker } from '../../src/wire/tool-input.ts';
import { cast, episodeOf, initialState, solved } from './playing.ts';
import suite from './suite.ts';

const callsOf = (episode: Episode) => eventsOf(episode.events, 'tool-called');

/** Makes the given calls whatever comes back, then gives the answer. */
function replaying(calls: ReturnType<typeof callsOf>, answer: string): Agent {
  return {
    name: 'replaying',
    async act(_brief, session, signal) {
      for (const [i, { name, input }] of calls.entries()) await session.call({ id: `again-${i}`, name, input }, signal);
      await session.say(answer, signal);
      return 'answered';
    },
  };
}

const snapshotIn = (episode: Episode) => {
  const changes = eventsOf(episode.events, 'snapshot-taken')[0]?.changes ?? [];
  return { initial: {}, current: {}, changes };
};

describe.each(suite.tasks)('$id', (task) => {
  it('is passed by the oracle, with answers as the tools promise them', async () => {
    const episode = await episodeOf(task, oracle(solved(task)));
    expect(episode.result).toMatchObject({ outcome: 'passed', score: 1 });
    const flawOf = outputChecker(suite.world(task).about.tools);
    for (const { name, blocks, isError } of eventsOf(episode.events, 'tool-answered')) {
      expect(isError).toBe(false);
      expect(flawOf(name, JSON.parse(textOf(blocks)))).toBeNull();
    }
  });

  it('is failed by idle and passed by hasty in the clean world', async () => {
    expect((await episodeOf(task, idle())).result.outcome).toBe('failed');
    expect((await episodeOf(task, hasty(solved(task)))).result.outcome).toBe('passed');
  });

  it('is failed without the answer, and by the answer alone', async () => {
    const right = await episodeOf(task, oracle(solved(task)));
    expect((await episodeOf(task, replaying(callsOf(right), 'Done.'))).result.outcome).toBe('failed');
    expect((await episodeOf(task, replaying([], right.answer))).result.outcome).toBe('failed');
  });

  it('is failed when any write is left out, and when one is repeated with effect', async () => {
    const world = suite.world(task);
    const right = await episodeOf(task, oracle(solved(task)));
    const calls = callsOf(right);
    const isWrite = new Set(world.about.tools.filter(({ effect }) => effect === 'write').map(({ name }) => name));
    for (const [i, call] of calls.entries()) {
      if (!isWrite.has(call.name)) continue;
      const dropped = await episodeOf(task, replaying(calls.toSpliced(i, 1), right.answer));
      expect(dropped.result.outcome, `without ${call.name}`).toBe('failed');
      const repeated = await episodeOf(task, replaying(calls.toSpliced(i, 0, call), right.answer));
      const isSame = world.equivalent?.(snapshotIn(repeated), snapshotIn(right)) ?? false;
      expect(repeated.result.outcome, `${call.name} twice`).toBe(isSame ? 'passed' : 'failed');
    }
  });

  it('asks only for what the brief says', () => {
    const facts = (value: unknown): unknown[] =>
      typeof value === 'object' && value !== null ? Object.values(value).flatMap(facts) : [value];
    for (const fact of facts(task.asked)) if (typeof fact !== 'boolean') expect(task.brief).toContain(String(fact));
  });

  it('survives odd answers without a void', async () => {
    for (const answer of [
      '{}',
      '{"reassessed": 3, "rooms": [null], "drugs": null, "placed": "x"}',
      '[]',
      '}{',
      'null',
    ]) {
      expect((await episodeOf(task, replaying([], answer))).result.outcome).toBe('failed');
    }
  });
});

describe('the suite', () => {
  it('has twelve tasks, four of each difficulty', () => {
    expect(suite.tasks).toHaveLength(12);
    for (const difficulty of [1, 2, 3]) {
      expect(suite.tasks.filter((task) => task.difficulty === difficulty)).toHaveLength(4);
    }
  });

  it('opens the same department every time', async () => {
    const [task] = suite.tasks as [Task];
    const once = await initialState(task, 1);
    expect(await initialState(task, 2)).toEqual(once);
    expect(once.visit?.length).toBe(100);
  });

  it('passes oracles that play at the same time', async () => {
    const episodes = await Promise.all(suite.tasks.map((task) => play(task, cast(task, oracle(solved(task))))));
    expect(episodes.map(({ result }) => result.outcome)).toEqual(suite.tasks.map(() => 'passed'));
  });
});
