/** Certificates of workplace days: what is undone, done besides or called otherwise is a mistake; other words are none. */
import { afterAll, describe, expect, it } from 'vitest';
import { closePlace, playedIn, scenarioOf, taskOf, worldOf } from '../../test/workplace-place.ts';
import { oracle } from '../agents/oracle.ts';
import type { Event } from '../core/event.ts';
import { isObject, type Json, type JsonObject } from '../core/json.ts';
import type { Judge } from '../core/judge.ts';
import type { Suite } from '../core/suite.ts';
import { workplaceJudge } from '../worlds/workplace/judge.ts';
import { workplaceSolution } from '../worlds/workplace/solution.ts';
import { type Certificate, certify } from './certificate.ts';

afterAll(closePlace);

type Scenario = ReturnType<typeof scenarioOf>;

async function certificateOf(scenario: Scenario, judge: Judge = workplaceJudge()): Promise<Certificate> {
  const task = taskOf(scenario);
  const suite: Suite = {
    ...{ name: 'trial', title: '', description: '', tasks: [task], needs: [], prompts: [], tellsInParts: true },
    world: () => worldOf(scenario),
    judge: () => judge,
    solution: () => workplaceSolution,
  };
  return certify(suite, task);
}

const NOON = 12 * 60;
const day = (family: string): Scenario => scenarioOf(family, [{ family, difficulty: 1 }]);

describe('a workplace day', { timeout: 180_000 }, () => {
  it.each(['expense-audit', 'meeting-booking', 'ticket-queue'])('of %s is certified', async (family) => {
    const { label, problems, mutants } = await certificateOf(day(family));
    expect([label, problems]).toEqual(['certified', []]);
    expect(mutants.killed).toBeGreaterThan(10);
    expect(mutants.made).toBe(mutants.killed + mutants.equivalent);
  });

  it('is weak under a judge who does not mind what is decided', async () => {
    const strict = workplaceJudge();
    const lenient: Judge = {
      name: 'lenient',
      judge: async (evidence, signal) => {
        const verdict = await strict.judge(evidence, signal);
        return { ...verdict, passed: evidence.snapshot.current.acts !== undefined };
      },
    };
    const { label, mutants } = await certificateOf(day('expense-audit'), lenient);
    expect(label).toBe('weak');
    const wrong = mutants.survived.map(({ description }) => description);
    expect(wrong.filter((words) => /decide_expense, with decision/.test(words)).length).toBeGreaterThan(0);
    expect(wrong.filter((words) => /decide_expense, with claim/.test(words)).length).toBeGreaterThan(0);
    expect(wrong.filter((words) => /with reason .* instead of "goes to/.test(words)).length).toBeGreaterThan(0);
    expect(wrong.filter((words) => /with reason .* instead of "by the policy"/.test(words))).toEqual([]);
  });
});

/** What undoes or spoils an act that was right. */
const SPOILED: Readonly<Record<string, (name: string, data: JsonObject) => JsonObject | null>> = {
  'access-review': (_name, data) => ({ ...data, action: data.action === 'keep' ? 'revoke' : 'keep' }),
  'expense-audit': (_name, data) => ({ ...data, decision: data.decision === 'reject' ? 'escalate' : 'reject' }),
  'incident-triage': (_name, data) => ({ ...data, assignee: 'nobody at all' }),
  'inventory-reorder': (name, data) => (name === 'place_order' ? data : null),
  'ticket-queue': (_name, data) => ({ ...data, priority: data.priority === 'low' ? 'high' : 'low' }),
};

describe('what was right in time', () => {
  it.each(Object.entries(SPOILED))('and is spoiled after the deadline is not done: %s', async (family, spoil) => {
    const scenario = scenarioOf(family, [{ family, difficulty: 1, due: family === 'incident-triage' ? null : NOON }]);
    const solved = await playedIn(scenario, oracle({ solution: workplaceSolution, asked: scenario.asked }));
    const { events } = solved.episode;
    expect(await isPassed(scenario, events)).toBe(true);
    const acts = events.flatMap((event) => (event.type === 'world-noted' && event.kind === 'act' ? [event.data] : []));
    const spoiled = acts.flatMap((one) => spoiledBy(spoil, one));
    expect(spoiled.length).toBeGreaterThan(0);
    for (const one of spoiled) expect(await isPassed(scenario, [...events, one]), JSON.stringify(one)).toBe(false);
  });

  it('is not a review where something is kept that was never granted', async () => {
    const scenario = scenarioOf('unlisted', [{ family: 'access-review', difficulty: 1 }]);
    const solved = await playedIn(scenario, oracle({ solution: workplaceSolution, asked: scenario.asked }));
    const [review] = scenario.truth.assignments;
    const [system = ''] = (review?.truth.systems ?? []) as readonly string[];
    const kept = late('change_access', { person: 'P-999', system, action: 'keep' });
    expect(await isPassed(scenario, solved.episode.events)).toBe(true);
    expect(await isPassed(scenario, [...solved.episode.events, kept])).toBe(false);
  });
});

function spoiledBy(spoil: (name: string, data: JsonObject) => JsonObject | null, note: Json): readonly Event[] {
  if (!isObject(note) || !isObject(note.data)) return [];
  const data = spoil(String(note.name), note.data);
  return data === null ? [] : [late(String(note.name), data)];
}

function late(name: string, data: JsonObject): Event {
  return { type: 'world-noted', kind: 'act', data: { day: 0, name, data, at: 19 * 60 } };
}

async function isPassed(scenario: Scenario, events: readonly Event[]): Promise<boolean> {
  const snapshot = { initial: {}, current: {}, changes: [] };
  const evidence = { task: taskOf(scenario), answer: '', snapshot, events };
  return (await workplaceJudge().judge(evidence, new AbortController().signal)).passed;
}
