import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Task } from '../../core/task.ts';
import { scripted } from '../../testing.ts';
import { languageRegistry, openLanguageWorld } from './environment.ts';
import { setupFrom } from './setup.ts';

const config: unknown = JSON.parse(readFileSync(new URL('./bakery.json', import.meta.url), 'utf8'));
const tags = (json: string): string => `<predicted_observation>${json}</predicted_observation>`;

it('opens from a configuration alone, with our prompts, and gives tools in function-calling form', async () => {
  const systems: string[] = [];
  const model = scripted(({ system }, turn) => {
    systems.push(system);
    return tags(String(turn));
  });
  const bakery = openLanguageWorld(config, { model, date: '2024-03-04' });
  expect(bakery.name).toBe('env_bakery');
  expect(bakery.tools[2]).toEqual({
    type: 'function',
    function: {
      name: 'inspect_oven',
      description: "Reads the oven's display.",
      parameters: { type: 'object', properties: {}, required: [] },
    },
  });
  expect(await bakery.call('ring_bell', {})).toBe('0');
  expect(await bakery.call('set_order_status', '{"order_id": "B-1", "status": "sent"}')).toBe('1');
  expect(await bakery.call('nonsense', {})).toContain('"error":"invalid"');
  expect(bakery.history()).toEqual([
    { name: 'ring_bell', arguments: {}, observation: 0 },
    { name: 'set_order_status', arguments: { order_id: 'B-1', status: 'sent', note: '' }, observation: 1 },
  ]);
  expect(systems[0]).toContain('2024-03-04');
});

it('answers one call after the other, and begins anew after a reset', async () => {
  const sizes: number[] = [];
  const model = scripted(async ({ messages }, turn) => {
    sizes.push(messages.length);
    await Promise.resolve();
    return tags(String(turn));
  });
  const bakery = openLanguageWorld(setupFrom(config), { model, styles: { prompts: 'reference' } });
  expect(await Promise.all([bakery.call('ring_bell', {}), bakery.call('ring_bell', {})])).toEqual(['0', '1']);
  bakery.reset();
  expect(bakery.history()).toEqual([]);
  await bakery.call('ring_bell', {});
  expect(sizes).toEqual([1, 3, 1]);
});

it('goes on after a call that failed', async () => {
  const bakery = openLanguageWorld(config, { model: scripted(['a', 'b', 'c', tags('1')]) });
  await expect(bakery.call('ring_bell', {})).rejects.toThrow(/no usable answer in 3 attempts/);
  expect(await bakery.call('ring_bell', {})).toBe('1');
});

it('finds environments among tasks, by name or by task', () => {
  const setup = JSON.parse(JSON.stringify(setupFrom(config)));
  const task = { id: '11', world: 'env_bakery', setup } as Task;
  const registry = languageRegistry([task]);
  expect(registry.list()).toEqual(['env_bakery']);
  expect(registry.get('env_bakery')).toEqual(registry.get('11'));
  expect(() => registry.get('env_bakary')).toThrow('Did you mean "env_bakery"?');
});

it('plays a prompt in prose, which refers to nothing: what the simulator must know is added', async () => {
  const systems: string[] = [];
  const model = scripted(({ system }) => {
    systems.push(system);
    return tags('1');
  });
  const till = openLanguageWorld(
    {
      environment_name: 'till',
      world_model_system_prompt: 'You are a till. Errors look like {"error": {"code": 1}}.',
      action_set_definitions: [{ name: 'ring', parameters: {} }],
      task_initial_state: { coins: 3 },
    },
    { model },
  );
  expect(await till.call('ring', {})).toBe('1');
  expect(systems[0]).toMatch(/^You are a till\. Errors look like \{"error": \{"code": 1\}\}\.\n\n# Initial state\n/);
  expect(systems[0]).toMatch(/"coins": 3.*# What the state means.*# Tools.*"ring"/s);
  expect(systems[0]).not.toContain('secret');
});
