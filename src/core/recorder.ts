/**
 * The outermost wrapper of a session: writes down what the agent did and saw, keeps calls in order, and refuses what comes
 * after the end. It does not know worlds, faults or judges.
 */
import { type Block, type ImageBlock, withoutBytes } from './block.ts';
import { boundary, EpisodeError } from './errors.ts';
import type { Emit } from './event.ts';
import type { ToolCall } from './tool.ts';
import { type Hearing, type Notice, type Session, wrap } from './world.ts';

export interface Recorded {
  readonly session: Session;
  /** Whether the world said that it is over. */
  isOver(): boolean;
  /** The brief of the next act, once: a new day's. */
  takeBrief(): string | null;
}

export interface Recording {
  readonly emit: Emit;
  readonly keepImage: (image: ImageBlock) => void;
}

export function recorded(inner: Session, { emit, keepImage }: Recording): Recorded {
  let over = false;
  let nextBrief: string | null = null;
  let last: Promise<unknown> = Promise.resolve();

  /** One thing at a time, in the order asked: an agent cannot race its own calls. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
  const refuseAfterEnd = (): void => {
    if (over) throw new EpisodeError('agent', 'acted-after-end', 'the episode is over; nothing more can be done in it');
  };
  const keep = (blocks: readonly Block[]): readonly Block[] => {
    for (const block of blocks) if (block.type === 'image') keepImage(block);
    return withoutBytes(blocks);
  };
  const note = (notices: readonly Notice[]): void => {
    for (const { from, text, at } of notices) emit({ type: 'notice-given', from, text, at });
  };

  const session = wrap(inner, {
    call: (call, signal) =>
      inTurn(async () => {
        refuseAfterEnd();
        emit(called(call));
        const seen = await boundary('world', () => inner.call(call, signal));
        const { id, name } = call;
        emit({ type: 'tool-answered', id, name, blocks: keep(seen.blocks), isError: seen.isError });
        note(seen.notices);
        return seen;
      }),
    say: (text, signal) =>
      inTurn(async () => {
        refuseAfterEnd();
        emit({ type: 'agent-spoke', text });
        const heard: Hearing = await boundary('world', () => inner.say(text, signal));
        note(heard.notices);
        over = heard.over;
        nextBrief = heard.brief;
        return heard;
      }),
  });

  return {
    session,
    isOver: () => over,
    takeBrief: () => {
      const brief = nextBrief;
      nextBrief = null;
      return brief;
    },
  };
}

function called({ id, name, input, remark }: ToolCall): Parameters<Emit>[0] {
  return { type: 'tool-called', id, name, input, ...(remark ? { remark } : {}) };
}
