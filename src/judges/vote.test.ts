import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EpisodeError, ModelError } from '../core/errors.ts';
import { type Event, eventsOf } from '../core/event.ts';
import { eventSchema } from '../core/event-schema.ts';
import type { Judge, Verdict } from '../core/judge.ts';
import type { Model, ModelRequest } from '../core/model.ts';
import { play } from '../core/play.ts';
import { recorder } from '../models/record.ts';
import { replayer } from '../models/replay.ts';
import { type Script, scripted } from '../models/scripted.ts';
import { evidenceOf, testJudge } from '../testing.ts';
import { atomicReply, caseIn, evidenceWith, GOOD_STEPS, quay, stepping, trialTask } from './fixtures/trial-case.ts';
import { rubric } from './rubric.ts';
import { vote } from './vote.ts';

const prompt = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');
const signal = new AbortController().signal;
const evidence = evidenceWith('B2.');

type Cast = Verdict | Error;
const verdict = (passed: boolean, score = Number(passed), reason = passed ? 'good' : 'bad'): Verdict => ({
  passed,
  score,
  reason,
  checkpoints: [{ name: 'found', passed, points: 1, required: true, detail: reason }],
});
const yes = verdict(true);
const no = verdict(false);
const spoiled = new EpisodeError('judge', 'spoiled-ballot', 'it cannot be read');

async function voted(casts: readonly Cast[], of?: number): Promise<{ verdict: Verdict; events: readonly Event[] }> {
  const events: Event[] = [];
  let next = 0;
  const judge: Judge = {
    name: 'listed',
    judge: async () => {
      const cast = casts[next++];
      if (cast === undefined) throw new Error('asked too often');
      if (cast instanceof Error) throw cast;
      return cast;
    },
  };
  const voting = vote(judge, { emit: (event) => void events.push(event), ...(of === undefined ? {} : { of }) });
  try {
    return { verdict: await voting.judge(evidence, signal), events };
  } finally {
    for (const event of events) eventSchema.parse(event);
  }
}

describe('a majority of all ballots decides', () => {
  it.each<[string, readonly Cast[], number, boolean]>([
    ['three of three', [yes, yes, yes], 3, true],
    ['two of three', [no, yes, yes], 3, true],
    ['two of three, against', [no, yes, no], 3, false],
    ['two with one spoiled', [yes, spoiled, yes], 3, true],
    ['two against with one spoiled', [spoiled, no, no], 3, false],
    ['one of one', [no], 1, false],
    ['both of two', [yes, yes], 2, true],
    ['three of five with two spoiled', [yes, spoiled, yes, spoiled, yes], 5, true],
  ])('%s', async (_what, casts, of, passed) => {
    expect((await voted(casts, of)).verdict.passed).toBe(passed);
  });

  it.each<[string, readonly Cast[], number]>([
    ['all are spoiled', [spoiled, spoiled, spoiled], 3],
    ['one vote is left', [yes, spoiled, spoiled], 3],
    ['one vote against is left', [spoiled, no, spoiled], 3],
    ['they are even', [yes, no], 2],
    ['they are even after one is spoiled', [yes, spoiled, no], 3],
    ['the larger side is not more than half', [yes, yes, spoiled, no], 4],
  ])('H4: where %s, nobody has failed', async (_what, casts, of) => {
    await expect(voted(casts, of)).rejects.toMatchObject({ party: 'judge', reason: 'no-majority' });
  });

  it('gives the mean score, the first reason of the winning side, and each criterion by majority', async () => {
    const { verdict: found } = await voted([
      verdict(false, 0.5, 'late'),
      verdict(true, 1, 'fine'),
      verdict(true, 0.9, 'well'),
    ]);
    expect(found).toEqual({
      passed: true,
      score: (0.5 + 1 + 0.9) / 3,
      reason: 'fine (2 yes, 1 no, 0 spoiled)',
      checkpoints: [{ name: 'found', passed: true, points: 1, required: true, detail: 'fine (met in 2 of 3 ballots)' }],
    });
  });

  it('is refused for a number of ballots that is none', () => {
    for (const of of [0, -1, 1.5])
      expect(() => vote({ name: 'x', judge: async () => yes }, { of, emit: () => undefined })).toThrow(RangeError);
  });
});

describe('every ballot is recorded, in order, also where the outcome is clear', () => {
  it('yes, no and spoiled', async () => {
    const { events } = await voted([yes, yes, spoiled]);
    expect(events).toEqual([
      {
        type: 'vote-cast',
        judge: 'listed',
        ballot: 1,
        vote: 'yes',
        reason: 'good',
        criteria: [{ name: 'found', vote: 'yes' }],
      },
      {
        type: 'vote-cast',
        judge: 'listed',
        ballot: 2,
        vote: 'yes',
        reason: 'good',
        criteria: [{ name: 'found', vote: 'yes' }],
      },
      { type: 'vote-cast', judge: 'listed', ballot: 3, vote: 'spoiled', reason: 'it cannot be read', criteria: [] },
    ]);
  });
});

describe('trouble', () => {
  it.each(['malformed', 'refused'] as const)('of one ballot spoils it: %s', async (fault) => {
    const { verdict: found, events } = await voted([new ModelError(fault, 'odd'), yes, yes]);
    expect(found.passed).toBe(true);
    expect(events[0]).toMatchObject({ ballot: 1, vote: 'spoiled', reason: 'odd' });
  });
  it.each(['auth', 'bad-request', 'rate-limit', 'unavailable', 'timeout', 'context-full', 'budget'] as const)(
    'that all would meet goes up as it is: %s',
    async (fault) => {
      const error = new ModelError(fault, 'down');
      await expect(voted([yes, error, yes])).rejects.toBe(error);
    },
  );
  it('of another kind goes up too: a bug, a replay that went another way', async () => {
    const bug = new TypeError('a bug');
    await expect(voted([bug])).rejects.toBe(bug);
    const diverged = new EpisodeError('host', 'replay-diverged', 'x');
    await expect(voted([yes, diverged])).rejects.toBe(diverged);
  });
  it('that is an interruption is one', async () => {
    const stop = new AbortController();
    const judge: Judge = {
      name: 'slow',
      judge: async () => {
        stop.abort(new Error('enough'));
        throw spoiled;
      },
    };
    await expect(vote(judge, { emit: () => undefined }).judge(evidence, stop.signal)).rejects.toThrow('enough');
  });
});

describe('the contract of judges', () => {
  const looking = (): Model =>
    scripted((request) => {
      const { text, ballot } = caseIn(request);
      return atomicReply(ballot, { met: [true, text.includes('"status":"assigned"'), true] });
    });
  const evidenceFor = (steps = GOOD_STEPS) => evidenceOf(trialTask, { world: quay(), agent: stepping(steps, 'B2.') });
  const checks = testJudge({
    judge: () => vote(rubric({ model: looking(), prompt, kind: 'atomic' }), { emit: () => undefined }),
    right: () => evidenceFor(),
    wrong: async () => [await evidenceFor([])],
    broken: async () => ({ ...(await evidenceFor()), task: { ...trialTask, truth: {} } }),
  });
  for (const { name, run } of checks) it(name, run);
});

describe('an episode that is voted on', () => {
  const playing = (script: Script, replies: readonly Extract<Event, { type: 'model-replied' }>[] = []) =>
    play(trialTask, ({ emit }) => {
      const model = recorder({ emit })(
        'judge',
        replayer({ replies })('judge', scripted(script, { name: 'judge-model' })),
      );
      const judge = vote(rubric({ model, prompt, kind: 'atomic' }), { emit });
      return { world: quay(), agent: stepping(GOOD_STEPS, 'MV Alder lies at B2.'), judge };
    });
  /** Yes; no JSON, then yes when asked again; no. The first takes the longest: what arrives when must make no difference. */
  const votes = async (request: ModelRequest, turn: number): Promise<string> => {
    for (let waits = 20 - turn * 5; waits > 0; waits--) await Promise.resolve();
    return turn === 1 ? 'no JSON' : atomicReply(caseIn(request).ballot, { met: [true, turn !== 3, true] });
  };

  it('is void without a majority, and the judge is to blame', async () => {
    const { result, events } = await playing(() => 'no vote at all');
    expect(result).toMatchObject({ outcome: 'void', blame: 'judge', reason: 'no-majority' });
    expect(eventsOf(events, 'vote-cast').map((event) => event.vote)).toEqual(['spoiled', 'spoiled', 'spoiled']);
    expect(eventsOf(events, 'error-raised')).toHaveLength(1);
  });

  it('is void where the budget is spent, and the host is to blame', async () => {
    const { result } = await playing(() => new ModelError('budget', 'the money is gone'));
    expect(result).toMatchObject({ outcome: 'void', blame: 'host', reason: 'budget' });
  });

  it('is the same to the byte when it is played again, and when it is replayed', async () => {
    const first = await playing(votes);
    expect(first.result).toMatchObject({
      outcome: 'passed',
      reason: expect.stringContaining('(2 yes, 1 no, 0 spoiled)'),
    });
    expect(first.events.map(({ type }) => type).slice(-9)).toEqual([
      'model-replied',
      'vote-cast',
      'model-replied',
      'model-replied',
      'vote-cast',
      'model-replied',
      'vote-cast',
      'verdict-reached',
      'episode-ended',
    ]);
    const again = await playing(votes);
    expect(JSON.stringify(again.events)).toBe(JSON.stringify(first.events));
    const replies = eventsOf(first.events, 'model-replied');
    const replayed = await playing(() => new Error('nobody should be asked'), replies);
    expect(JSON.stringify(replayed.events)).toBe(JSON.stringify(first.events));
    // Stopped after two replies, it goes on from there.
    let asked = 0;
    const resumed = await playing(
      (request, turn) => {
        asked++;
        return votes(request, turn + 2);
      },
      replies.slice(0, 2),
    );
    expect(asked).toBe(2);
    expect(JSON.stringify(resumed.events)).toBe(JSON.stringify(first.events));
  });
});
