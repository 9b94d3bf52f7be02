/**
 * Voices of colleagues. The plain one says what the rules selected as it stands. The other lets a model put it into words, and takes
 * them only where they say neither more nor less; what a model would add never reaches the trainee. It selects nothing itself.
 */
import { text } from '../../core/block.ts';
import { type Model, type ModelRequest, replyText } from '../../core/model.ts';
import type { Person } from './instance.ts';
import { flawIn } from './rephrasing.ts';
import type { Voice, Words } from './surroundings.ts';

export function plainVoice(): Voice {
  return { say: async (_person, { text: given }) => ({ text: given, refused: null }) };
}

export interface ModelVoice {
  /** In the role of a colleague. */
  readonly model: Model;
  /** The content of `colleague.md`, or of a file of the user's own. */
  readonly prompt: string;
}

/** The file that the prompt is read from by default, beside this one. */
export const COLLEAGUE_PROMPT = 'colleague.md';

export function modelVoice({ model, prompt }: ModelVoice): Voice {
  return {
    say: async (person, words, signal) => {
      // A model that cannot be reached is the run's trouble, not the colleague's: it rejects, and the episode is void.
      const reply = await model.generate(requestFor(person, words, prompt), signal);
      const said = replyText(reply).trim();
      const reason =
        reply.finish === 'stop'
          ? flawIn({ given: words.text, question: words.question, said })
          : `it ended with "${reply.finish}"`;
      return reason === null ? { text: said, refused: null } : { text: words.text, refused: { said, reason } };
    },
  };
}

function requestFor({ name, role, department, profile }: Person, words: Words, prompt: string): ModelRequest {
  const about = [
    `The colleague: ${name}, ${role}, ${department}; manner: ${profile.manner}.`,
    `The trainee's message:\n<message>\n${fenced(words.question)}\n</message>`,
    `The answer to put into their words:\n<answer>\n${words.text}\n</answer>`,
  ];
  return { system: prompt, messages: [{ role: 'user', blocks: [text(about.join('\n\n'))] }], tools: [] };
}

/** A message cannot end its own frame. */
function fenced(message: string): string {
  return message.replaceAll(/<\/?(message|answer)>/gi, '');
}
