/** The contract of agents, as checks: each plays, or begins to play, an episode with the same recorder as a real one. */
import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Agent } from '../core/agent.ts';
import { blamed, EpisodeError } from '../core/errors.ts';
import { eventsOf, type Result } from '../core/event.ts';
import type { Judge } from '../core/judge.ts';
import { begin, play } from '../core/play.ts';
import type { Task } from '../core/task.ts';
import { type Hearing, type Session, type World, wrap } from '../core/world.ts';
import {
  assertKebabCase,
  assertRejectsWith,
  type ContractCheck,
  check,
  frozen,
  never,
  promptly,
} from './contract-check.ts';

export interface AgentTrial {
  /** A fresh agent for each episode. */
  readonly agent: () => Agent;
  readonly world: () => World;
  readonly judge: Judge;
  readonly task: Task;
  /** How it comes out in the clean world; `passed` unless told. */
  readonly outcome?: 'passed' | 'failed';
  /** The same agent with a model that is down, where it has one. */
  readonly outage?: () => Agent;
}

export function testAgent(trial: AgentTrial): readonly ContractCheck[] {
  const { outage } = trial;
  return [
    check('plays to the end and says in a word why it stopped', () => playsToTheEnd(trial)),
    check('does nothing after the end', () => restsAfter(trial, (heard) => heard)),
    check('ends its act when a new brief comes', () => restsAfter(trial, () => NEXT_DAY)),
    check('does nothing when it is stopped before it began', () => stoppedBefore(trial)),
    check('stops at once when it is stopped in the middle', () => stoppedWithin(trial)),
    check('lets the breakage of the world through', () => worldBreaks(trial)),
    check('writes to nothing that it is shown', () => readsOnly(trial)),
    ...(outage === undefined ? [] : [check('lets the outage of its model through', () => modelIsDown(trial, outage))]),
  ];
}

const NEXT_DAY: Hearing = { over: false, brief: 'It is the next day.', notices: [] };

/** The trial's world, with each session replaced. */
function around(trial: AgentTrial, replace: (session: Session) => Session): World {
  const world = trial.world();
  return { ...world, open: async (task, opening) => replace(await world.open(task, opening)) };
}

/** Sees each move before the world does. */
function watched(session: Session, onMove: () => void | Promise<void>): Session {
  return wrap(session, {
    call: async (call, signal) => {
      await onMove();
      return session.call(call, signal);
    },
    say: async (text, signal) => {
      await onMove();
      return session.say(text, signal);
    },
  });
}

async function playsToTheEnd(trial: AgentTrial): Promise<void> {
  const { task, judge, outcome = 'passed' } = trial;
  const episode = await promptly(play(task, { world: trial.world(), agent: trial.agent(), judge }), 'the episode');
  assert.equal(episode.result.outcome, outcome, `the episode ended otherwise: ${JSON.stringify(episode.result)}`);
  const stops = eventsOf(episode.events, 'agent-stopped');
  const gaveUp = eventsOf(episode.events, 'error-raised').some(({ party }) => party === 'agent');
  assert.ok(stops.length > 0 || gaveUp, 'the agent neither stopped nor gave up');
  for (const { reason } of stops) assertKebabCase(reason, 'the reason why it stopped');
}

/** `hears` says what the agent hears where the world says that it is over. */
async function restsAfter(trial: AgentTrial, hears: (heard: Hearing) => Hearing): Promise<void> {
  const agent = trial.agent();
  let isOver = false;
  let late = 0;
  const begun = await begin(trial.task, { world: trial.world(), judge: trial.judge, agent });
  const inner = begun.session;
  const session = watched(
    wrap(inner, {
      say: async (text, signal) => {
        const heard = await inner.say(text, signal);
        if (!heard.over) return heard;
        isOver = true;
        return hears(heard);
      },
    }),
    () => {
      if (isOver) late++;
    },
  );
  assertKebabCase(await promptly(agent.act(begun.brief, session, never), 'the act'), 'the reason why it stopped');
  await nextTurn();
  assert.equal(late, 0, 'the agent acted or spoke after the end');
  await begun.finish();
}

/** Lets the agent act until it is stopped; tells how many of its moves reached the world. */
async function stopped(trial: AgentTrial, control: AbortController, onMove: () => Promise<void>): Promise<number> {
  const agent = trial.agent();
  let moves = 0;
  const world = around(trial, (session) =>
    watched(session, () => {
      moves++;
      return onMove();
    }),
  );
  const begun = await begin(trial.task, { world, judge: trial.judge, agent }, { signal: control.signal });
  const act = agent.act(begun.brief, begun.session, control.signal);
  await assertRejectsWith(act, STOP, 'the act');
  await nextTurn();
  await begun.session.close();
  return moves;
}

const STOP = new Error('stopped from outside');

async function stoppedBefore(trial: AgentTrial): Promise<void> {
  const control = new AbortController();
  control.abort(STOP);
  assert.equal(await stopped(trial, control, async () => undefined), 0, 'a stopped agent reached the world');
}

async function stoppedWithin(trial: AgentTrial): Promise<void> {
  const control = new AbortController();
  const moves = await stopped(trial, control, async () => {
    control.abort(STOP);
    control.signal.throwIfAborted();
  });
  assert.equal(moves, 1, 'the agent went on after it was stopped');
}

async function resultWith(trial: AgentTrial, agent: Agent, world: World): Promise<Result> {
  return (await promptly(play(trial.task, { world, agent, judge: trial.judge }), 'the episode')).result;
}

async function worldBreaks(trial: AgentTrial): Promise<void> {
  const errors = [new Error('the roof fell in'), new EpisodeError('world', 'roof-fell-in', 'the roof fell in')];
  for (const error of errors) {
    const world = around(trial, (session) => watched(session, () => Promise.reject(error)));
    const agent = trial.agent();
    const begun = await begin(trial.task, { world, judge: trial.judge, agent });
    const thrown: unknown = await promptly(agent.act(begun.brief, begun.session, never), 'the act').then(
      (reason) => assert.fail(`the world broke, and yet the agent ended its act with "${reason}"`),
      (reason: unknown) => reason,
    );
    const { result } = await begun.abandon(blamed('agent', thrown));
    assert.ok(
      result.outcome === 'void' && result.blame === 'world',
      `the world broke, and yet the episode ended so: ${JSON.stringify(result)}`,
    );
  }
}

async function modelIsDown(trial: AgentTrial, outage: () => Agent): Promise<void> {
  const result = await resultWith(trial, outage(), trial.world());
  assert.ok(
    result.outcome === 'void' && result.blame === 'model',
    `the model was down, and yet the episode ended so: ${JSON.stringify(result)}`,
  );
}

async function readsOnly(trial: AgentTrial): Promise<void> {
  const world = around(trial, (session) =>
    wrap(session, {
      tools: frozen(session.tools),
      call: async (call, signal) => frozen(await session.call(call, signal)),
      say: async (text, signal) => frozen(await session.say(text, signal)),
    }),
  );
  const { outcome } = await resultWith(trial, trial.agent(), world);
  assert.equal(outcome, trial.outcome ?? 'passed', 'the episode ends otherwise where nothing can be written to');
}
