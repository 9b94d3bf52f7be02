import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inputReader } from '../../wire/tool-input.ts';
import { readSetup, setupFrom } from './setup.ts';
import { exampleOf, safeInput, toolFace } from './tool-face.ts';

const bakery: unknown = JSON.parse(readFileSync(new URL('./bakery.json', import.meta.url), 'utf8'));
const config = {
  environment_name: 'e',
  world_model_system_prompt: 'You are a till.',
  action_set_definitions: [{ name: 'ring' }],
};

describe('setups', () => {
  it('reads a configuration of five keys', () => {
    const setup = setupFrom(bakery);
    expect(setup).toMatchObject({ environment: 'env_bakery', hidden: ['hidden_fault'] });
    expect(setup.state.notes).toEqual(['first bake at five', '\ufeffkept as it is']);
    expect(readSetup(JSON.parse(JSON.stringify(setup)))).toEqual(setup);
    expect(setupFrom(setup)).toEqual(setup);
  });

  it.each<[string, unknown, unknown, unknown]>([
    ['missing', undefined, {}, {}],
    ['null', null, {}, {}],
    ['the text of an object', '{"a": "b"}', { a: 'b' }, { a: 'b' }],
    ['prose', 'All is well.', { state: 'All is well.' }, { state: 'All is well.' }],
    ['no text', ' ', {}, {}],
    ['an object', { a: { b: 1 } }, { a: { b: 1 } }, { a: '{"b":1}' }],
  ])('takes a state that is %s', (_what, given, state, stateDescription) => {
    expect(setupFrom({ ...config, task_initial_state: given, state_description: given })).toMatchObject({
      state,
      stateDescription,
    });
  });

  it.each<[unknown, RegExp]>([
    [null, /no language world/],
    [{ ...config, action_set_definitions: [] }, /tools/],
    [{ ...config, action_set_definitions: [{ name: 'a' }, { name: 'a' }] }, /two tools bear one name/],
    [{ ...config, environment_name: '' }, /environment_name/],
  ])('refuses %j with a sentence', (given, why) => {
    expect(() => setupFrom(given)).toThrow(why);
  });
});

describe('tools', () => {
  it('are made safe: an object schema with properties and required names', () => {
    expect(safeInput({})).toEqual({ type: 'object', properties: {}, required: [] });
    const amount = { type: 'object', properties: { n: { type: 'number' } }, required: ['n', 'gone', 'n'] };
    expect(safeInput({ ...amount, example_output: { a: 1 } })).toEqual({ ...amount, required: ['n'] });
  });

  it('keep a parameter that is called like a misplaced example', () => {
    const parameters = { type: 'object', properties: { example_output: { type: 'string' } }, required: [] };
    expect(safeInput(parameters)).toEqual(parameters);
    expect(exampleOf({ name: 'a', description: '', parameters })).toBeUndefined();
  });

  it('find an example that stands among the parameters', () => {
    const tools = setupFrom(bakery).tools;
    expect(tools.map(exampleOf)).toEqual([
      [{ order_id: 'X-9', status: 'open' }],
      { order_id: 'X-9', status: 'sent' },
      { temperature: 200, door: 'shut' },
      null,
    ]);
    expect(toolFace(tools[2] ?? { name: '', description: '', parameters: {} }).input).toEqual({
      type: 'object',
      properties: {},
      required: [],
    });
  });

  it('loosen what no validator takes to the names of its parameters', () => {
    const input = safeInput({ properties: { n: { type: 'str', description: 'how many' }, m: 'any' }, required: ['n'] });
    expect(input).toEqual({ type: 'object', properties: { n: { description: 'how many' }, m: {} }, required: ['n'] });
    expect(inputReader([{ name: 'a', input }])('a', { n: 4 })).toMatchObject({ ok: true });
  });
});
