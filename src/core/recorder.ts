/**
 * The outermost wrapper of a session: writes down what the agent did and saw, keeps calls in order, and refuses what comes
 * after the end. It does not know worlds, faults or judges.
 */
import { type Block, type ImageBlock, withoutBytes } from './block.ts';
import { blamed, EpisodeError } from './errors.ts';
import type { Emit, Event } from './event.ts';
import type { Tool, ToolCall } from './tool.ts';
import { type Hearing, type Notice, type Session, wrap } from './world.ts';

export interface Recorded {
  readonly session: Session;
  /** Whether the world said that it is over. */
  isOver(): boolean;
  /** The brief of the next act, once: a new day's. */
  takeBrief(): string | null;
  /** What broke the world, if anything did: whatever the agent makes of it, nothing after that is its work. */
  breakage(): EpisodeError | null;
}

export interface Recording {
  readonly emit: Emit;
  readonly keepImage: (image: ImageBlock) => void;
}

export function recorded(inner: Session, { emit, keepImage }: Recording): Recorded {
  let over = false;
  let broken: EpisodeError | null = null;
  let nextBrief: string | null = null;
  let last: Promise<unknown> = Promise.resolve();

  /** One thing at a time, in the order asked: an agent cannot race its own calls. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
  const mayMove = (signal: AbortSignal): void => {
    // Whoever is stopped is stopped here at the latest: not every agent and not every world looks at the signal.
    signal.throwIfAborted();
    if (broken !== null) throw broken;
    if (over) throw new EpisodeError('agent', 'acted-after-end', 'the episode is over; nothing more can be done in it');
  };
  /** An error is the world's own, except when somebody stopped it. */
  const inWorld = async <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      broken = blamed('world', error);
      throw broken;
    }
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
        mayMove(signal);
        emit(called(call, inner.tools));
        const seen = await inWorld(() => inner.call(call, signal), signal);
        const { id, name } = call;
        emit({ type: 'tool-answered', id, name, blocks: keep(seen.blocks), isError: seen.isError });
        note(seen.notices);
        return seen;
      }),
    say: (text, signal) =>
      inTurn(async () => {
        mayMove(signal);
        emit({ type: 'agent-spoke', text });
        const heard: Hearing = await inWorld(() => inner.say(text, signal), signal);
        note(heard.notices);
        over = heard.over;
        nextBrief = heard.brief;
        return heard;
      }),
  });

  return {
    session,
    isOver: () => over,
    breakage: () => broken,
    takeBrief: () => {
      const brief = nextBrief;
      nextBrief = null;
      return brief;
    },
  };
}

function called({ id, name, input, remark }: ToolCall, tools: readonly Tool[]): Event {
  const effect = tools.find((tool) => tool.name === name)?.effect ?? 'unknown';
  return { type: 'tool-called', id, name, effect, input, ...(remark ? { remark } : {}) };
}
