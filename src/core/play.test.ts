import { describe, expect, it } from 'vitest';
import { cornerShop } from '../../test/corner-shop.ts';
import { hasty } from '../agents/hasty.ts';
import { idle } from '../agents/idle.ts';
import { oracle } from '../agents/oracle.ts';
import type { Agent } from './agent.ts';
import { EpisodeError } from './errors.ts';
import { eventsOf } from './event.ts';
import type { Judge } from './judge.ts';
import { begin, type Cast, play } from './play.ts';
import type { Task } from './task.ts';

const task = cornerShop.tasks[0] as Task;
const solution = cornerShop.solution(task);
if (solution === null) throw new Error('the corner shop has a solution');
const cast = (agent: Agent, judge: Judge = cornerShop.judge(task)): Cast => ({
  world: cornerShop.world(task),
  agent,
  judge,
});
const acting = (act: Agent['act']): Agent => ({ name: 'test', act });
const never = new AbortController().signal;

describe('play', () => {
  it('passes the oracle and the hasty agent in a clean world, and fails idle', async () => {
    const asked = task.asked;
    expect((await play(task, cast(oracle({ solution, asked })))).result.outcome).toBe('passed');
    expect((await play(task, cast(hasty({ solution, asked })))).result.outcome).toBe('passed');
    expect((await play(task, cast(idle()))).result.outcome).toBe('failed');
  });

  it('gives the same events twice', async () => {
    const once = await play(task, cast(oracle({ solution, asked: task.asked })), { seed: 7 });
    const again = await play(task, cast(oracle({ solution, asked: task.asked })), { seed: 7 });
    expect(JSON.stringify(again.events)).toBe(JSON.stringify(once.events));
    expect(once.events.map(({ type }) => type)).toEqual([
      'episode-begun',
      'brief-given',
      'tool-called',
      'tool-answered',
      'tool-called',
      'tool-answered',
      'agent-spoke',
      'agent-stopped',
      'snapshot-taken',
      'verdict-reached',
      'episode-ended',
    ]);
  });

  it('voids a bug of the world, rolled back, and blames the world', async () => {
    const episode = await play(
      task,
      cast(
        acting(async (_brief, session) => {
          await session.call({ id: '1', name: 'break_down', input: {} }, never);
          return 'answered';
        }),
      ),
    );
    expect(episode.result).toMatchObject({ outcome: 'void', blame: 'world', reason: 'tool-crashed' });
  });

  it('voids a judge that throws, and blames the judge', async () => {
    const judge: Judge = { name: 'broken', judge: () => Promise.reject(new Error('no idea')) };
    const episode = await play(task, cast(idle(), judge));
    expect(episode.result).toMatchObject({ outcome: 'void', blame: 'judge', message: 'no idea' });
  });

  it('fails an agent that throws or gives up', async () => {
    const crashed = await play(task, cast(acting(() => Promise.reject(new Error('oops')))));
    expect(crashed.result).toMatchObject({ outcome: 'failed', score: 0, reason: 'agent-crashed: oops' });
    const limited = await play(
      task,
      cast(acting(() => Promise.reject(new EpisodeError('agent', 'turn-limit', 'stopped after 3 turns')))),
    );
    expect(limited.result).toMatchObject({ outcome: 'failed', reason: 'turn-limit: stopped after 3 turns' });
  });

  it('rejects without an outcome when interrupted or when the record is lost', async () => {
    const control = new AbortController();
    const interrupted = play(
      task,
      cast(
        acting(async () => {
          control.abort(new Error('interrupted'));
          control.signal.throwIfAborted();
          return 'answered';
        }),
      ),
      { signal: control.signal },
    );
    await expect(interrupted).rejects.toThrow('interrupted');
    let count = 0;
    const lost = play(task, cast(idle()), {
      onEvent: () => {
        if (++count > 2) throw new Error('disk full');
      },
    });
    await expect(lost).rejects.toThrow('disk full');
  });

  it('lets somebody outside act between begin and finish, and refuses what comes after the end', async () => {
    const begun = await begin(task, { ...cast(idle()), agent: { name: 'outside' } });
    const { session } = begun;
    await Promise.all([
      session.call({ id: 'a', name: 'place_order', input: '{"sku":"SKU-2","quantity":18}' }, never),
      session.call({ id: 'b', name: 'list_orders', input: { sku: 'SKU-2' } }, never),
    ]);
    await session.say('{"ordered":"SKU-2","quantity":18}', never);
    await expect(session.call({ id: 'c', name: 'list_items', input: {} }, never)).rejects.toThrow('over');
    const episode = await begun.finish();
    expect(episode.result.outcome).toBe('passed');
    expect(eventsOf(episode.events, 'tool-answered').map(({ id }) => id)).toEqual(['a', 'b']);
    expect(await begun.finish()).toBe(episode);
  });
});
