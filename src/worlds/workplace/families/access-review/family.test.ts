import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testFamily, trialOf, truthIn } from '../../../../../test/family-trial.ts';
import { family } from './family.ts';
import { CASES } from './params.ts';

const trial = trialOf(family);
const { composed, judged } = trial;
const truthSchema = z.object({
  asker: z.string(),
  askedFor: z.string(),
  grants: z.array(
    z.object({ person: z.string(), name: z.string(), system: z.string(), due: z.string(), case: z.string() }),
  ),
});

describe(family.name, () => {
  testFamily(trial, {
    asked: ['easy', 'medium', 'hard'].map((difficulty) => ({ difficulty })),
    refused: [{ level: 9 }],
    malformed: [],
    acts: { change_access: [{ person: 3 }, { action: 'grant' }] },
  });

  it('has every case of the policy in an ordinary company', () => {
    for (let seed = 0; seed < 60; seed++) {
      const { grants } = truthSchema.parse(truthIn(composed(String(seed), [{ difficulty: 3 }])));
      expect([...new Set(grants.map((one) => one.case))].sort()).toEqual([...CASES].sort());
    }
  });

  it('tells decisions apart, takes names for ids, and counts the last word', () => {
    const scenario = composed('5', [{}]);
    const { asker, askedFor, grants } = truthSchema.parse(truthIn(scenario));
    const right = grants.map(({ person, system, due }) => ({ person, system, action: due }));
    const share = (decisions: readonly Readonly<Record<string, string | number>>[]): number => {
      const points = judged(scenario, { acts: decisions.map((data) => ({ name: 'change_access', data, at: 600 })) });
      const sum = (of: typeof points): number => of.reduce((n, one) => n + one.points, 0);
      const earned = sum(points.filter(({ kind, passed }) => kind === 'earn' && passed));
      const lost = sum(points.filter(({ kind, passed }) => kind === 'trap' && !passed));
      return (earned - lost) / sum(points.filter(({ kind }) => kind === 'earn'));
    };
    expect(share(right)).toBe(1);
    expect(share(grants.map(({ name, system, due }) => ({ person: name, system, action: due })))).toBe(1);
    expect(share([...right.map((one) => ({ ...one, action: 'revoke' })), ...right])).toBe(1);
    expect(share(right.map((one) => ({ ...one, action: 'revoke' })))).toBe(0);
    expect(share(right.map((one) => ({ ...one, action: 'keep' })))).toBeLessThan(0);
    expect(share([...right, { person: asker, system: askedFor, action: 'grant' }])).toBeLessThan(0.9);
    expect(share(right.filter(({ action }) => action === 'revoke'))).toBeLessThan(0.9);
    expect(share([{}, { person: 3 }, { action: 'grant' }])).toBe(0);
  });

  it('brings kind requests that the policy forbids', () => {
    for (let seed = 0; seed < 30; seed++) {
      const scenario = composed(String(seed), [{}]);
      const messages = scenario.instance.days[0]?.events.filter(({ kind }) => kind === 'message') ?? [];
      expect(messages.length).toBe(2);
      expect(truthIn(scenario).asker).toMatch(/^P-\d{3}$/);
    }
  });
});
