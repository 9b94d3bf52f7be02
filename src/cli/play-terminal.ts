/** A person's keyboard and screen. Where lines are piped in instead, they are shown as if they had been typed. */
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Terminal } from './play-turns.ts';

export interface OpenTerminal extends Terminal {
  close(): void;
}

export interface TerminalParts {
  readonly input: Readable;
  readonly output: Writable;
  readonly isTyped: boolean;
  /** Words that the tab key completes. */
  readonly words: readonly string[];
}

export function openTerminal({ input, output, isTyped, words }: TerminalParts): OpenTerminal {
  const completer = (line: string): [string[], string] => [words.filter((word) => word.startsWith(line)), line];
  const reader = createInterface(isTyped ? { input, output, terminal: true, completer } : { input, terminal: false });
  // Asked for at once: lines that come before anybody listens would be lost.
  const lines = reader[Symbol.asyncIterator]();
  return {
    read: async (prompt) => {
      if (isTyped) {
        reader.setPrompt(prompt);
        reader.prompt();
      } else output.write(prompt);
      const { value, done } = await lines.next();
      if (done === true) {
        output.write('\n');
        return null;
      }
      if (!isTyped) output.write(`${value}\n`);
      return value;
    },
    show: (text) => void output.write(`${text}\n`),
    close: () => reader.close(),
  };
}
