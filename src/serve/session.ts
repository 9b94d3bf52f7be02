/**
 * One episode driven from outside: step by step, then submitted, once. A world that breaks ends it as void. It shows no more of the
 * verdict than what was earned: reasons could tell the truth to an agent that will meet the task again.
 */
import type { Block } from '../core/block.ts';
import type { Episode } from '../core/episode.ts';
import { blamed, EpisodeError } from '../core/errors.ts';
import { eventsOf, type Result } from '../core/event.ts';
import type { Json } from '../core/json.ts';
import type { Task } from '../core/task.ts';
import type { Tool } from '../core/tool.ts';
import type { Notice } from '../core/world.ts';
import type { LiveEpisode } from '../run/open-run.ts';
import { type RewardScheme, rewardOf } from './reward.ts';

export interface Step {
  readonly blocks: readonly Block[];
  readonly isError: boolean;
  readonly notices: readonly Notice[];
  /** Whether the world said that it is over: only `submit` is left. */
  readonly isOver: boolean;
}

export interface Settlement {
  /** Null for a void. */
  readonly reward: number | null;
  readonly result: Result;
  /** Of each thing that was to be done, where a task holds several. */
  readonly items: readonly ItemOutcome[];
}

export interface ItemOutcome {
  readonly id: string;
  readonly outcome: 'passed' | 'failed';
  readonly score: number;
}

export interface ServedSession {
  /** Nobody can guess it: whoever knows it may act in this episode. */
  readonly id: string;
  /** Of the suite. */
  readonly environment: string;
  readonly task: Task;
  /** What is asked for; in a world of several days, that of the day at hand. */
  readonly brief: string;
  readonly tools: readonly Tool[];
  /** Whether the world goes on after something was said in it. */
  readonly goesOn: boolean;
  /** How often it was acted in. */
  steps(): number;
  /** What it was worth, once it was submitted or has broken. */
  settlement(): Settlement | null;
  call(name: string, input: Json): Promise<Step>;
  say(text: string): Promise<Step>;
  /** The last word, and the verdict. Once. */
  submit(answer: string): Promise<Settlement>;
  /** The driver is gone: void, unless it was submitted. */
  leave(reason: string, message: string): Promise<void>;
}

/** What a driver did that cannot be done; said to it in the words of its protocol. */
export class SessionRefusal extends Error {
  override readonly name = 'SessionRefusal';
}

export interface SessionParts {
  readonly id: string;
  readonly environment: string;
  readonly task: Task;
  readonly live: LiveEpisode;
  readonly reward: RewardScheme;
  /** Told once, when it has an outcome. */
  readonly onEnd: (settlement: Settlement) => void;
}

export function servedSession(parts: SessionParts): ServedSession {
  const { id, environment, task, live } = parts;
  const { session, isOver, takeBrief } = live.begun;
  const ending = endingOf(parts);
  let { brief } = live.begun;
  let steps = 0;

  /** What the world breaks is void at once; whoever acts is told that it broke. */
  const inWorld = async (work: (signal: AbortSignal) => Promise<Step>): Promise<Step> => {
    ending.assertOpen();
    if (isOver()) throw new SessionRefusal('the episode is over: nothing but submit is left');
    steps++;
    try {
      return await work(ending.signal);
    } catch (error) {
      if (ending.signal.aborted) throw new SessionRefusal('the session is closed');
      const known = blamed('world', error);
      if (known.party !== 'agent') await ending.settle(live.finish);
      throw known;
    }
  };
  return {
    id,
    environment,
    task,
    get brief() {
      return brief;
    },
    tools: session.tools,
    goesOn: session.goesOn ?? false,
    steps: () => steps,
    settlement: ending.settlement,
    call: (name, input) =>
      inWorld(async (signal) => {
        const seen = await session.call({ id: `call-${steps}`, name, input }, signal);
        return { ...seen, isOver: isOver() };
      }),
    say: (text) =>
      inWorld(async (signal) => {
        const heard = await session.say(text, signal);
        const next = takeBrief();
        brief = next ?? brief;
        const told: readonly Block[] = next === null ? [] : [{ type: 'text', text: next }];
        return { blocks: told, isError: false, notices: heard.notices, isOver: heard.over };
      }),
    submit: ending.submit,
    leave: ending.leave,
  };
}

interface Ending extends Pick<ServedSession, 'settlement' | 'submit' | 'leave'> {
  /** Aborted when the driver has left. */
  readonly signal: AbortSignal;
  assertOpen(): void;
  settle(end: () => Promise<Episode>): Promise<Settlement>;
}

/** Of an agent that is gone: more than any world takes to come to its end. */
const MOST_SILENCES = 1000;

/** How an episode comes to its end, and that it does so once. */
function endingOf({ live, reward, onEnd }: SessionParts): Ending {
  const stop = new AbortController();
  let submitted: Promise<Settlement> | null = null;
  let settlement: Settlement | null = null;

  const settle = async (end: () => Promise<Episode>): Promise<Settlement> => {
    const episode = await end();
    if (settlement !== null) return settlement;
    // After the wait: several calls may have broken at once.
    settlement = { reward: rewardOf(episode, reward), result: episode.result, items: itemsOf(episode) };
    onEnd(settlement);
    return settlement;
  };
  const assertOpen = (): void => {
    if (stop.signal.aborted) throw new SessionRefusal('the session is closed');
    if (submitted !== null) throw new SessionRefusal('the episode is over: it was submitted');
    if (settlement !== null) throw new SessionRefusal('the episode is over: it is void');
  };
  const lastWord = async (answer: string): Promise<Episode> => {
    const { session, isOver } = live.begun;
    try {
      if (!isOver()) await session.say(answer, stop.signal);
      if (session.goesOn === true) await untilOver(live.begun, stop.signal);
    } catch (error) {
      const known = blamed('world', error);
      // Cut short, a world that goes on has not taken what lies there: nobody can say what it is worth.
      if (known.party === 'agent' || session.goesOn === true) return live.abandon(known);
    }
    return live.finish();
  };
  return {
    signal: stop.signal,
    assertOpen,
    settle,
    settlement: () => settlement,
    submit: async (answer) => {
      assertOpen();
      submitted = settle(() => lastWord(answer));
      return submitted;
    },
    leave: async (reason, message) => {
      if (stop.signal.aborted) return;
      const gone = new EpisodeError('host', reason, message);
      stop.abort(gone);
      // While it is being judged, the verdict stands: the work was handed in, and its record is not closed before that.
      if (submitted !== null) await submitted.catch(() => undefined);
      else if (settlement === null) await settle(() => live.abandon(gone));
    },
  };
}

/** Whoever has submitted is gone: the world goes on in silence, through all its days, and takes what lies there in its own time. */
async function untilOver({ session, isOver, takeBrief }: LiveEpisode['begun'], signal: AbortSignal): Promise<void> {
  for (let silences = 0; !isOver(); silences++) {
    if (silences >= MOST_SILENCES) throw new EpisodeError('agent', 'never-finished', 'it was submitted before the end');
    takeBrief();
    await session.say('', signal);
  }
}

/** Of a verdict only what was earned. */
function itemsOf({ result, events }: Episode): readonly ItemOutcome[] {
  if (result.outcome === 'void') return [];
  const items = eventsOf(events, 'verdict-reached').at(-1)?.verdict.items ?? [];
  return items.map(({ id, passed, score }) => ({ id, outcome: passed ? 'passed' : 'failed', score }));
}
