/** The trainee's own notes, which outlive the day where the run allows it. */
import { z } from 'zod';
import { forbidden } from '../../../core/tool-error.ts';
import { type App, appTool, type Post } from '../app.ts';
import { MOST_NOTES } from '../memory-book.ts';

function checkAllowed({ memory }: Pick<Post, 'memory'>): void {
  if (memory.mode === 'none') throw forbidden('there is no notebook here: nothing is kept from one day to the next');
}

const readNotes = appTool({
  name: 'read_notes',
  description: 'Read your own notebook, which is kept from day to day. Takes 1 minute.',
  effect: 'read',
  input: z.object({}),
  output: z.object({ notes: z.string() }),
  cost: 1,
  run: (_input, post) => {
    checkAllowed(post);
    return { notes: post.memory.read() };
  },
});

const writeNotes = appTool({
  name: 'write_notes',
  description: `Write your own notebook, which is kept from day to day; the text takes the place of what stood there, at most ${MOST_NOTES} characters. Takes 1 minute.`,
  effect: 'write',
  input: z.object({ text: z.string().max(MOST_NOTES) }),
  output: z.object({ characters: z.int() }),
  cost: 1,
  run: ({ text }, post) => {
    checkAllowed(post);
    post.memory.write(text);
    post.note('memory-written', { text, at: post.state.now });
    return { characters: text.length };
  },
});

export const app: App = { name: 'memory', tools: [readNotes, writeNotes] };
