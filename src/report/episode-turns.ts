/**
 * An episode as turns of a conversation: what the agent was told, and what it thought, did and said, calls paired with their
 * answers. Both formats of trajectories are written from these. It knows neither format, and reads no files.
 */
import { type Block, textOf } from '../core/block.ts';
import type { Event, EventOf } from '../core/event.ts';
import type { Json } from '../core/json.ts';
import type { LogLine } from '../core/log.ts';
import { replyCalls, replyText, type Usage } from '../core/model.ts';

export interface ToldTurn {
  readonly kind: 'told';
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly text: string;
}

export interface AgentTurn {
  readonly kind: 'agent';
  readonly at: number;
  readonly text: string;
  readonly reasoning: string | null;
  readonly calls: readonly TurnCall[];
  /** Null where no model spoke. */
  readonly model: string | null;
  readonly usage: Usage | null;
}

export interface TurnCall {
  /** Unique within the episode, whatever the model called it. */
  readonly id: string;
  readonly name: string;
  /** An object, or the text of one as a model wrote it. */
  readonly input: Json;
  readonly answer: string;
  readonly isError: boolean;
}

export type Turn = ToldTurn | AgentTurn;

interface OpenCall extends Omit<TurnCall, 'answer' | 'isError'> {
  readonly givenId: string;
  answer: string | null;
  isError: boolean;
}

interface OpenTurn extends Omit<AgentTurn, 'calls' | 'kind'> {
  /** The calls that the model's reply asks for; null where no model spoke. */
  readonly expected: readonly string[] | null;
  readonly calls: OpenCall[];
}

/** A call that was never answered is left out: nobody can tell what it did. */
export function turnsOf(lines: readonly LogLine[]): readonly Turn[] {
  const scribe = newScribe();
  for (const { event, at } of lines) scribe.take(event, at);
  return scribe.turns();
}

interface Scribe {
  take(event: Event, at: number): void;
  turns(): readonly Turn[];
}

function newScribe(): Scribe {
  const turns: Turn[] = [];
  const ids = new Set<string>();
  let open: OpenTurn | null = null;

  const push = (turn: AgentTurn): void => {
    if (turn.text === '' && turn.calls.length === 0 && turn.reasoning === null) return;
    const last = turns.at(-1);
    // Two words in a row without anything between: the agent was told that nothing had happened.
    if (last?.kind === 'agent' && last.calls.length === 0) turns.push({ kind: 'told', at: turn.at, text: '(no news)' });
    turns.push(turn);
  };
  const close = (): void => {
    if (open !== null) push(closed(open));
    open = null;
  };
  const tell = (text: string, at: number): void => {
    close();
    turns.push({ kind: 'told', at, text });
  };
  const call = (event: EventOf<'tool-called'>, at: number): void => {
    if (open?.expected?.includes(event.id) !== true) close();
    open ??= openTurn(at, event.remark ?? '');
    const id = uniqueId(event.id, ids);
    open.calls.push({ id, givenId: event.id, name: event.name, input: event.input, answer: null, isError: false });
  };
  const answer = ({ id, blocks, isError }: EventOf<'tool-answered'>): void => {
    const asked = open?.calls.find(({ givenId, answer: given }) => givenId === id && given === null);
    if (asked !== undefined) Object.assign(asked, { answer: wordsOf(blocks), isError });
  };
  const notice = ({ from, text, at: time }: EventOf<'notice-given'>, at: number): void => {
    const words = `[${time}] ${from}: ${text}`;
    const answered = open?.calls.findLast((one) => one.answer !== null);
    if (answered === undefined) tell(words, at);
    else answered.answer = `${answered.answer}\n${words}`;
  };
  const speak = (text: string, at: number): void => {
    const isReply = open !== null && open.expected !== null && open.calls.length === 0;
    if (!isReply) close();
    open = isReply && open !== null ? { ...open, text } : openTurn(at, text);
    close();
  };
  const take = (event: Event, at: number): void => {
    if (event.type === 'brief-given') tell(event.text, at);
    else if (event.type === 'model-replied' && event.role === 'agent') {
      close();
      open = repliedTurn(event, at);
    } else if (event.type === 'tool-called') call(event, at);
    else if (event.type === 'tool-answered') answer(event);
    else if (event.type === 'notice-given') notice(event, at);
    else if (event.type === 'agent-spoke') speak(event.text, at);
  };
  return {
    take,
    turns: () => {
      close();
      return turns;
    },
  };
}

function openTurn(at: number, text: string): OpenTurn {
  return { at, text, reasoning: null, calls: [], model: null, usage: null, expected: null };
}

function repliedTurn({ model, reply }: EventOf<'model-replied'>, at: number): OpenTurn {
  const thoughts = reply.parts.flatMap((part) => (part.type === 'reasoning' && part.text !== '' ? [part.text] : []));
  return {
    at,
    text: replyText(reply),
    reasoning: thoughts.length === 0 ? null : thoughts.join('\n'),
    calls: [],
    model,
    usage: reply.usage,
    expected: replyCalls(reply).map(({ id }) => id),
  };
}

function closed({ expected: _expected, calls, ...turn }: OpenTurn): AgentTurn {
  const answered = calls.flatMap(({ givenId: _given, answer, ...call }) =>
    answer === null ? [] : [{ ...call, answer }],
  );
  return { kind: 'agent', ...turn, calls: answered };
}

function uniqueId(id: string, taken: Set<string>): string {
  let unique = id;
  for (let n = 2; taken.has(unique); n++) unique = `${id}-${n}`;
  taken.add(unique);
  return unique;
}

/** Pictures are named by their hash, since text can show no more of them. */
function wordsOf(blocks: readonly Block[]): string {
  return blocks.map((block) => (block.type === 'text' ? textOf([block]) : `[image ${block.hash}]`)).join('\n');
}
