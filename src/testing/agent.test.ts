import { describe, expect, it } from 'vitest';
import { cornerShop, cornerShopWorld } from '../../test/corner-shop.ts';
import { oracle } from '../agents/oracle.ts';
import { toolLoop } from '../agents/tool-loop.ts';
import type { Agent } from '../core/agent.ts';
import type { Task } from '../core/task.ts';
import { scripted } from '../models/scripted.ts';
import { testAgent } from './agent.ts';

const task = cornerShop.tasks[0] as Task;
const solution = cornerShop.solution(task);
if (solution === null) throw new Error('the corner shop has a solution');
const good = (): Agent => oracle({ solution, asked: task.asked });

async function failed(agent: () => Agent, outage?: () => Agent): Promise<readonly string[]> {
  const names: string[] = [];
  const parts = { agent, world: () => cornerShopWorld, judge: cornerShop.judge(task), task };
  for (const { name, run } of testAgent({ ...parts, ...(outage ? { outage } : {}) })) {
    await run().catch(() => names.push(name));
  }
  return names;
}
const like =
  (act: (given: Parameters<Agent['act']>) => Promise<string>): (() => Agent) =>
  () => ({ name: 'bad', act: (...given) => act(given) });

describe('the suite for agents', () => {
  it('finds nothing wrong with the oracle', async () => {
    expect(await failed(good)).toEqual([]);
  });

  it('catches an agent that goes on after it was stopped', async () => {
    const deaf = like(async ([brief, session]) => good().act(brief, session, new AbortController().signal));
    expect(await failed(deaf)).toEqual([
      'does nothing when it is stopped before it began',
      'stops at once when it is stopped in the middle',
    ]);
    const shrugging = like(async (given) => {
      try {
        return await good().act(...given);
      } catch {
        return 'answered';
      }
    });
    expect(await failed(shrugging)).toEqual([
      'does nothing when it is stopped before it began',
      'stops at once when it is stopped in the middle',
      'lets the breakage of the world through',
    ]);
  });

  it('catches an agent that tries again what was stopped', async () => {
    const stubborn = like(async ([brief, session, signal]) => {
      const again = new AbortController().signal;
      return good()
        .act(brief, session, signal)
        .catch((error: unknown) =>
          session.call({ id: 'again', name: 'list_items', input: {} }, again).then(() => Promise.reject(error)),
        );
    });
    expect(await failed(stubborn)).toContain('stops at once when it is stopped in the middle');
  });

  it('catches an agent that acts after the end', async () => {
    const restless = like(async (given) => {
      const [, session, signal] = given;
      const reason = await good().act(...given);
      await session.call({ id: 'after', name: 'list_items', input: {} }, signal).catch(() => undefined);
      return reason;
    });
    expect(await failed(restless)).toEqual(['does nothing after the end', 'ends its act when a new brief comes']);
  });

  it('catches a reason that no report can count, and an agent that does not pass', async () => {
    const chatty = like(async (given) => {
      await good().act(...given);
      return 'I am done!';
    });
    expect(await failed(chatty)).toContain('plays to the end and says in a word why it stopped');
    const lazy = like(async ([, session, signal]) => {
      await session.say('', signal);
      return 'answered';
    });
    expect(await failed(lazy)).toContain('plays to the end and says in a word why it stopped');
  });

  it('catches an agent that answers although its model is down', async () => {
    const down = scripted([]);
    const loop = (): Agent => toolLoop({ model: down, system: '' });
    const hiding = like(async ([, session, signal]) => {
      await loop()
        .act('', session, signal)
        .catch(() => session.say('no idea', signal));
      return 'answered';
    });
    expect(await failed(good, loop)).toEqual([]);
    expect(await failed(good, hiding)).toEqual(['lets the outage of its model through']);
  });
});
