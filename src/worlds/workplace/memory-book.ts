/** The trainee's own notes, which outlive the day. One book for one episode. */
import type { MemoryBook } from './surroundings.ts';

/** Longer than this and nobody reads it in the morning. */
export const MOST_NOTES = 8000;

export function memoryBook(mode: MemoryBook['mode']): MemoryBook {
  let notes = '';
  return {
    mode,
    read: () => notes,
    write: (text) => {
      notes = text.slice(0, MOST_NOTES);
    },
  };
}
