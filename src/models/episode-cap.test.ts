import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../core/model.ts';
import { episodeCap } from './episode-cap.ts';
import { scripted } from './scripted.ts';

const request: ModelRequest = { system: '', messages: [], tools: [] };
const never = new AbortController().signal;
const talker = (name: string) =>
  scripted(() => ({ text: 'so', usage: { input: 90, cachedInput: null, output: 10, reasoning: null } }), { name });

describe('episodeCap', () => {
  it('fails the agent when agent and world together have used it up, and lets the judge work', async () => {
    const cap = episodeCap(250);
    const [agent, world, judge] = [cap('agent', talker('a')), cap('world', talker('w')), cap('judge', talker('j'))];
    await agent.generate(request, never);
    await world.generate(request, never);
    await agent.generate(request, never);
    await expect(world.generate(request, never)).rejects.toMatchObject({ party: 'agent', reason: 'token-limit' });
    await expect(judge.generate(request, never)).resolves.toBeDefined();
  });

  it('caps nothing where no cap is given', async () => {
    const model = talker('a');
    expect(episodeCap(null)('agent', model)).toBe(model);
  });
});
