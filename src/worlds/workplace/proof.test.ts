import { describe, expect, it } from 'vitest';
import type { Clue, Point } from './family.ts';
import { day, fact } from './fixtures/office.ts';
import { type Course, courseOfDay, gapsIn, obstaclesIn } from './proof.ts';

const HOURS = { opens: 480, closes: 1200 };
const course = (id: string, change: Partial<Course> = {}): Course => ({
  id,
  minutes: 60,
  arrives: 480,
  due: 1200,
  first: change.due ?? 1200,
  toldAt: 0,
  until: Number.POSITIVE_INFINITY,
  appointments: [],
  ...change,
});
const texts = (...jobs: readonly Course[]): readonly string[] => obstaclesIn(jobs, HOURS).map(({ text }) => text);

describe('the course of a day', () => {
  it('leaves what is due later for what comes and is due sooner', () => {
    const done = courseOfDay([course('long', { minutes: 200 }), course('short', { arrives: 500, due: 600 })], HOURS);
    expect([...done]).toEqual([
      ['short', 560],
      ['long', 740],
    ]);
  });

  it('knows of a moved deadline only when it is told', () => {
    const moved = course('moved', { first: 1200, due: 610, toldAt: 520 });
    expect(courseOfDay([course('other', { due: 700 }), moved], HOURS).get('moved')).toBe(580);
    expect(texts(course('other', { due: 700 }), moved)).toEqual([]);
    expect(texts(course('other', { due: 700 }), { ...moved, due: 575 })).toEqual([
      'moved takes 60 minutes and cannot be done in time',
    ]);
  });

  it('gives no more time to what was called off', () => {
    expect(texts(course('off', { due: 530, until: 500 }), course('on', { due: 560 }))).toEqual([]);
    expect(texts(course('stays', { due: 540 }), course('on', { due: 560 }))).toHaveLength(1);
  });

  it('works around appointments, before one that is due with it and else after it', () => {
    const meeting = { minutes: 100, appointments: [{ start: 540, end: 600 }] };
    expect(courseOfDay([course('before', { ...meeting, due: 545 })], HOURS).get('before')).toBe(520);
    expect(courseOfDay([course('after', { ...meeting, due: 700 })], HOURS).get('after')).toBe(640);
    expect(texts(course('before', { ...meeting, minutes: 130, due: 545 }))).toHaveLength(1);
  });

  it('is impossible with two appointments at one time', () => {
    const at = (start: number): Partial<Course> => ({ minutes: 30, appointments: [{ start, end: start + 30 }] });
    expect(texts(course('a', at(540)), course('b', at(560)))).toEqual(['a and b have appointments at the same time']);
    expect(texts(course('a', at(540)), course('b', at(570)))).toEqual([]);
  });
});

describe('clues', () => {
  const clue = (id: string, change: Partial<Clue> = {}): Clue => ({
    id,
    kind: 'file',
    at: 'drive/a.md',
    topic: '',
    after: [],
    secrets: [],
    ...change,
  });
  const point: Point = { name: '', points: 1, passed: false, kind: 'earn', hint: '', detail: '', clues: [] };
  const file = { path: 'drive/a.md', content: '' };
  const gaps = (clues: readonly Clue[], given: Parameters<typeof day>[0] = {}, needs: readonly string[] = []) =>
    gapsIn(day({ files: [file], ...given }), {
      ...{ id: 'x', arrives: 480, due: 600, clues },
      points: [{ ...point, clues: needs }],
    });

  it('are where they are said to be, in time', () => {
    expect(gaps([clue('a')], {}, ['a'])).toEqual([]);
    expect(gaps([clue('a', { at: 'drive/b.md' })])).toEqual(['x: nobody can learn a at drive/b.md in time']);
    const comes = (at: number) =>
      ({ at, isUrgent: false, kind: 'file-updated', file: { ...file, path: 'drive/b.md' }, text: '' }) as const;
    expect(gaps([clue('a', { at: 'drive/b.md' })], { events: [comes(590)] })).toEqual([]);
    expect(gaps([clue('a', { at: 'drive/b.md' })], { events: [comes(601)] })).toHaveLength(1);
  });

  it('of people are known to somebody who may tell them in time, after what has to come first', () => {
    const told = clue('a', { kind: 'person', at: 'f' });
    expect(gaps([told], { facts: [fact('f')] })).toEqual([]);
    expect(gaps([told], { facts: [fact('f', { owners: [] })] })).toHaveLength(1);
    expect(gaps([told], { facts: [fact('f', { from: 600 })] })).toHaveLength(1);
    expect(gaps([told], { facts: [fact('f', { until: 480 })] })).toHaveLength(1);
    expect(gaps([told], { facts: [fact('f', { needs: ['g'] }), fact('g')] })).toEqual([]);
    expect(gaps([told], { facts: [fact('f', { needs: ['g'] }), fact('g', { needs: ['f'] })] })).toHaveLength(1);
  });

  it('that a checkpoint or another clue rests on are laid, and lead to no circle', () => {
    expect(gaps([clue('a')], {}, ['b'])).toEqual(['x rests on "b", which is no clue']);
    expect(gaps([clue('a', { after: ['b'] }), clue('b', { after: ['a'] })])).toEqual([
      'x: its clues lead to each other in a circle',
    ]);
  });
});
