/** A suite of language worlds: its data from the library, its worlds and judges from their rooms. */
import { NO_MEANS } from '../core/means.ts';
import type { Suite } from '../core/suite.ts';
import { RUBRIC_PROMPTS, rubric } from '../judges/rubric.ts';
import { vote } from '../judges/vote.ts';
import { readLanguageSuite } from '../library/language-suite.ts';
import { readSetup } from '../worlds/language/setup.ts';
import { LANGUAGE_PROMPTS, languageWorld } from '../worlds/language/world.ts';

export async function languageSuite(folder: string): Promise<Suite> {
  return {
    ...readLanguageSuite(folder),
    needs: ['world', 'judge'],
    prompts: [...new Set([...LANGUAGE_PROMPTS, ...RUBRIC_PROMPTS.atomic, ...RUBRIC_PROMPTS.whole])],
    world: ({ setup }, means = NO_MEANS) => languageWorld(readSetup(setup), means),
    judge: (_task, means = NO_MEANS) => {
      const { styles, emit, prompt } = means;
      const judge = rubric({ model: () => means.model('judge'), prompt, kind: styles.rubric });
      return vote(judge, { of: styles.votes, emit });
    },
    solution: () => null,
  };
}
