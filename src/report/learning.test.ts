import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../core/json.ts';
import { DEFAULT_STYLES } from '../core/means.ts';
import type { Plan } from '../core/plan.ts';
import type { Run } from './compare.ts';
import { learningOf } from './learning.ts';
import { renderLearning } from './learning-text.ts';
import type { FactItem } from './ledger.ts';
import { madeRun, madeTasks } from './made-run.ts';

const SCENARIOS = 12;

const item = (id: string, family: string, score: number, more: JsonObject = {}): FactItem => ({
  id,
  passed: score === 1,
  score,
  data: {
    family,
    difficulty: 1,
    concurrent: 2,
    cluesNeeded: 1,
    cluesFound: 1,
    guesses: 0,
    earned: score * 10,
    full: 10,
    isLate: false,
    ...more,
  },
});

interface Made {
  readonly memory?: 'notes' | 'feedback';
  /** Scores of the three assignments: one on the first day, then the same family and another on the second. */
  readonly scores: (scenario: number) => readonly [number, number, number];
  readonly minutes: (scenario: number) => number;
  /** What is said of the first of the second day. */
  readonly again?: (scenario: number) => JsonObject;
  readonly terms?: Partial<Plan>;
}

function made({ memory, scores, minutes, again: more = () => ({}), terms = {} }: Made): Run {
  return madeRun(
    {
      run: memory ?? 'stateless',
      tasks: madeTasks(SCENARIOS),
      styles: { ...DEFAULT_STYLES, ...(memory === undefined ? {} : { memory }) },
      ...terms,
    },
    () => 'failed',
    ({ task }) => {
      const i = Number(task.id);
      const [first, again, other] = scores(i);
      const day = { minutes: 200, calls: 40, messages: 0, needless: 0, tokens: null };
      return {
        items: [item('d1-a', 'a', first), item('d2-a', 'a', again, more(i)), item('d2-b', 'b', other)],
        days: [
          { ...day, day: 1 },
          { ...day, day: 2, minutes: minutes(i), calls: minutes(i) / 5 },
        ],
      };
    },
  );
}

const without = made({ scores: (i) => [0.5, i < 6 ? 0.5 : 1, i < 3 ? 1 : 0.5], minutes: () => 200 });
const withNotes = made({
  memory: 'notes',
  // All of the seen family is mended; of the other, what one scenario of three had passed is lost.
  scores: (i) => [0.5, 1, i === 0 ? 0 : i < 3 ? 1 : 0.5],
  minutes: (i) => 150 + i,
});

describe('learningOf', () => {
  const [found] = learningOf([withNotes, without]).agents;

  it('gives the gain of later days over pairs, and none on the first', () => {
    expect(found?.pairs).toBe(36);
    expect(found?.days.map(({ day, pairs, difference }) => [day, pairs, difference.value])).toEqual([
      [1, 12, 0],
      [2, 24, (6 * 0.5 - 1) / 24],
    ]);
    expect(found?.days[0]?.difference).toMatchObject({ low: null, high: null });
    expect(found?.later).toMatchObject({ pairs: 24, difference: { value: 2 / 24 } });
    expect(found?.later.difference.low).toBeLessThan(2 / 24);
    expect(found?.later.difference.high).toBeGreaterThan(2 / 24);
  });

  it('tells families that were met before from others', () => {
    const { seen, unseen, difference } = found?.transfer ?? {};
    expect(seen).toMatchObject({ pairs: 12, a: 1, b: 0.75, difference: { value: 0.25 } });
    expect(seen?.difference.low).toBeGreaterThan(0);
    expect(unseen).toMatchObject({ pairs: 12, difference: { value: -1 / 12 } });
    expect(difference?.value).toBeCloseTo(1 / 4 + 1 / 12, 12);
  });

  it('counts what was lost and what was repaired', () => {
    expect(found?.outcomes).toMatchObject({ passed: 9, lost: 1, failed: 15, repaired: 6, rate: { value: 1 / 9 } });
    expect(found?.outcomes.p).toBeCloseTo(0.125, 3);
    expect(found?.forgetting).toEqual({ learned: 0, failed: 0, failedWithout: 0 });
    expect(found?.stale).toMatchObject({ lost: 0, gain: { pairs: 0 } });
  });

  it('tells what was forgotten and who was misled by what no longer held', () => {
    // Eight have passed on the first day; four of these fail on the second, two of them without having looked again.
    const clues = (i: number) => ({ isDrifted: i < 6, cluesFound: i < 2 ? 0 : 1 });
    const misled = made({
      memory: 'notes',
      scores: (i) => [i < 8 ? 1 : 0, i < 4 ? 0 : 1, 1],
      minutes: () => 100,
      again: clues,
    });
    const plain = made({ scores: (i) => [1, i === 3 ? 0 : 1, 1], minutes: () => 100, again: clues });
    const [agent] = learningOf([misled, plain]).agents;
    expect(agent?.forgetting).toEqual({ learned: 8, failed: 4, failedWithout: 1 });
    expect(agent?.stale).toMatchObject({ lost: 2, gain: { pairs: 6, difference: { value: -3 / 6 } } });
  });

  it('counts what was saved on later days alone', () => {
    const { days, minutes, calls, tokens } = found?.savings ?? {};
    expect(days).toBe(12);
    expect(minutes).toMatchObject({ a: 155.5, b: 200, saved: { value: 44.5 } });
    expect(minutes?.saved.low).toBeGreaterThan(40);
    expect(calls?.saved.value).toBeCloseTo(44.5 / 5, 12);
    expect(tokens?.saved.value).toBeNull();
  });

  it('takes the run with memory for the first, whichever way they are named', () => {
    expect(learningOf([without, withNotes])).toEqual(learningOf([withNotes, without]));
    const both = learningOf([made({ memory: 'feedback', scores: () => [1, 1, 1], minutes: () => 1 }), withNotes]);
    expect(both).toMatchObject({ a: 'feedback', b: 'notes' });
    expect(both.warnings.join()).toContain('Both runs have memory: feedback and notes');
  });

  it('leaves out what one run did not score', () => {
    const broken = madeRun({ tasks: madeTasks(SCENARIOS) }, () => 'void');
    expect(() => learningOf([withNotes, broken])).toThrow('No assignment was scored in both runs');
    const elsewhere = made({ scores: () => [1, 1, 1], minutes: () => 1, terms: { tasks: madeTasks(3) } });
    expect(learningOf([withNotes, elsewhere]).agents[0]?.pairs).toBe(9);
  });

  it('says what it needs', () => {
    expect(() => learningOf([without])).toThrow('takes two runs');
    expect(() => learningOf([without, without])).toThrow('Neither run has memory');
    const plain = madeRun({}, () => 'passed');
    const remembering = madeRun({ styles: { ...DEFAULT_STYLES, memory: 'notes' } }, () => 'passed');
    expect(() => learningOf([plain, remembering])).toThrow('No assignment of a workplace');
    const edited = made({
      scores: () => [1, 1, 1],
      minutes: () => 1,
      terms: { tasks: madeTasks(SCENARIOS, () => ({ hash: 'edited' })) },
    });
    expect(learningOf([withNotes, edited]).warnings.join()).toContain('differ between the runs: 12');
  });

  it('is JSON, the same every time, and text of 100 columns', () => {
    const learning = learningOf([withNotes, without]);
    expect(JSON.parse(JSON.stringify(learning))).toEqual(learning);
    const text = renderLearning(learning);
    expect(text.split('\n').filter((line) => Array.from(line).length > 100)).toEqual([]);
    expect(text).toMatch(/family seen before +12 +100 % +75\.0 % +\+25\.0 +\[\+/);
    expect(text).toContain('Forgotten: 0 of 0');
    expect(text).toContain('Lost: 1 of 9 passed without memory (11.1 %');
    expect(text).toMatch(/minutes +155\.5 +200\.0 +44\.5/);
  });
});
