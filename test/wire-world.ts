/**
 * A served episode as a world of its own, over any protocol: whoever plays in it acts through a client, and its judge submits. What an
 * agent sees there can so be held against what it sees without a server.
 */
import { type Block, text } from '../src/core/block.ts';
import type { Json, JsonObject } from '../src/core/json.ts';
import type { Judge } from '../src/core/judge.ts';
import type { Tool } from '../src/core/tool.ts';
import type { Hearing, Notice, World } from '../src/core/world.ts';

/** What came back over the wire: content in the order in which the client got it. */
export interface WireAnswer {
  readonly content: readonly Block[];
  readonly isError: boolean;
}

/** A client in an episode. */
export interface Line {
  tools(): Promise<readonly Tool[]>;
  call(name: string, input: Json): Promise<WireAnswer>;
  /** The outcome as data, with the reward. */
  submit(answer: string): Promise<JsonObject>;
}

const NOTICE = /^\[(\d{4}-\d\d-\d\dT[\d:]+Z)\] ([^:]+): ([\s\S]*)$/;
const ONLY_SUBMIT = 'The work is over: only submit is left.';
const NOTHING = 'The world goes on; nothing is announced.';

interface Sorted {
  readonly blocks: readonly Block[];
  readonly notices: readonly Notice[];
  readonly isOver: boolean;
}

/** Text is all that these protocols have: what was announced stands behind what was answered. */
function sorted(content: readonly Block[]): Sorted {
  const words = content.map((block) => (block.type === 'text' ? block.text : ''));
  const notices = words.flatMap((word): readonly Notice[] => {
    const [, at, from, told] = NOTICE.exec(word) ?? [];
    return at === undefined || from === undefined || told === undefined ? [] : [{ at, from, text: told }];
  });
  const isOurs = (word = ''): boolean => NOTICE.test(word) || word === ONLY_SUBMIT || word === NOTHING;
  return { blocks: content.filter((_, i) => !isOurs(words[i])), notices, isOver: words.includes(ONLY_SUBMIT) };
}

export function wireWorld(line: Line): World {
  return {
    name: 'workplace',
    about: { title: 'Over the wire', kind: 'other', rules: '', tools: [], facts: {} },
    open: async () => ({
      tools: await line.tools(),
      goesOn: true,
      call: async ({ name, input }) => {
        const { content, isError } = await line.call(name, input);
        const { blocks, notices } = sorted(content);
        return { blocks, notices, isError };
      },
      say: async (words): Promise<Hearing> => {
        const { content, isError } = await line.call('say', { text: words });
        if (isError) throw new Error(`nothing can be said: ${JSON.stringify(content)}`);
        const { blocks, notices, isOver } = sorted(content);
        const [brief = text('')] = blocks;
        return { over: isOver, brief: brief.type === 'text' && blocks.length === 1 ? brief.text : null, notices };
      },
      snapshot: async () => ({ initial: {}, current: {}, changes: [] }),
      close: async () => undefined,
    }),
  };
}

/** Gives what was submitted to `told`. */
export function wireJudge(line: Line, told: (outcome: JsonObject) => void): Judge {
  return {
    name: 'workplace',
    judge: async ({ answer }) => {
      const outcome = await line.submit(answer);
      told(outcome);
      const passed = outcome.outcome === 'passed';
      return { passed, score: Number(outcome.score), reason: '', checkpoints: [] };
    },
  };
}
