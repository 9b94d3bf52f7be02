import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testFamily, trialOf, truthIn } from '../../../../../test/family-trial.ts';
import { family } from './family.ts';

const trial = trialOf(family);
const { composed, judged } = trial;
const truthSchema = z.object({
  articles: z.array(z.object({ output: z.string(), original: z.string(), repaired: z.string() })),
});

describe(family.name, () => {
  testFamily(trial, {
    asked: [
      ...['easy', 'medium', 'hard'].map((difficulty) => ({ difficulty })),
      { articles: 2, links: [4, 4], owners: 5 },
    ],
    refused: [{ difficulty: 'brutal' }, { articles: 0 }, { owners: 6 }],
    malformed: ['charts?id=NEW', '# An article\n'],
  });

  it('pays for the links and for a text that is otherwise untouched, each by itself', () => {
    const scenario = composed('text', [{ arguments: { articles: 1, links: [3, 3] } }]);
    const [article] = truthSchema.parse(truthIn(scenario)).articles;
    const { output = '', original = '', repaired = '' } = article ?? {};
    const earned = (text: string): number =>
      judged(scenario, { files: new Map([[output, text]]) }).filter(({ passed }) => passed).length;
    expect(earned(repaired)).toBe(4);
    expect(earned(`${repaired}\n\n`)).toBe(4);
    expect(earned(`${repaired}P.S. repaired`)).toBe(3);
    expect(earned(original)).toBe(0);
    expect(earned(`${repaired}${original}`)).toBe(0);
  });
});
