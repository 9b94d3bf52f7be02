import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../core/json.ts';
import { parseEnvironment, readEnvironment, setupOf } from './environment.ts';
import { configOf, LIBRARY } from './fixtures/release.ts';

const read = (change: JsonObject): ReturnType<typeof readEnvironment> =>
  readEnvironment({ ...configOf(LIBRARY), ...change }, 'file.json');
const toolsOf = (tools: Json): Json => setupOf(read({ action_set_definitions: tools })).tools ?? null;
const schema = { type: 'object', properties: {} };

describe('an environment', () => {
  it('becomes the set-up of a world, with the prompt to the letter', () => {
    const config = configOf(LIBRARY);
    expect(setupOf(readEnvironment(config, 'file.json'))).toEqual({
      environment: LIBRARY.name,
      prompt: config.world_model_system_prompt,
      tools: LIBRARY.tools,
      state: LIBRARY.state,
      stateDescription: LIBRARY.description,
      hidden: [],
    });
  });

  it('takes state and description as an object, as JSON in a text, as prose, or not at all', () => {
    expect(read({ task_initial_state: '{"a": {"b": 1}}' }).state).toEqual({ a: { b: 1 } });
    expect(read({ task_initial_state: ' All is quiet. ' }).state).toEqual({ overview: 'All is quiet.' });
    expect(read({ task_initial_state: '12' }).state).toEqual({ overview: '12' });
    expect(read({ task_initial_state: [1, 2] }).state).toEqual({ overview: [1, 2] });
    for (const nothing of [null, '', '{}']) expect(read({ task_initial_state: nothing }).state).toEqual({});
    expect(read({ state_description: '{"a": "b"}' }).stateDescription).toEqual({ a: 'b' });
    expect(read({ state_description: 'Berths.' }).stateDescription).toEqual({ overview: 'Berths.' });
    expect(read({ state_description: { a: ['x', 'y'], b: 3 } }).stateDescription).toEqual({ a: '["x","y"]', b: '3' });
    const { task_initial_state: _state, state_description: _description, ...bare } = configOf(LIBRARY);
    expect(readEnvironment(bare, 'file.json')).toMatchObject({ state: {}, stateDescription: {} });
  });

  it('keeps a byte order mark inside a text, and passes over one at the head of a file', () => {
    const state = { file: '\uFEFFa1' };
    const parsed = parseEnvironment(`\uFEFF${JSON.stringify({ task_initial_state: state })}`, 'file.json');
    expect(readEnvironment(parsed, 'file.json').state).toEqual(state);
  });

  it('tells examples that are missing, null, misplaced or lists apart', () => {
    const tool = { name: 'a', description: 'A.', parameters: schema };
    expect(toolsOf([tool])).toEqual([tool]);
    expect(toolsOf([{ ...tool, example_output: null }])).toEqual([{ ...tool, example_output: null }]);
    expect(toolsOf([{ ...tool, example_output: [] }])).toEqual([{ ...tool, example_output: [] }]);
    const misplaced = { ...tool, parameters: { ...schema, example_output: { n: 1 } } };
    expect(toolsOf([misplaced])).toEqual([{ ...tool, example_output: { n: 1 } }]);
    expect(toolsOf([{ ...misplaced, example_output: 2 }])).toEqual([{ ...tool, example_output: 2 }]);
  });

  it('takes tools as a list, a map, a text, and in the form of model interfaces', () => {
    const whole = { name: 'a', description: '', parameters: schema };
    expect(toolsOf([{ name: 'a' }])).toEqual([whole]);
    expect(toolsOf([{ name: 'a', parameters: null, description: 7 }])).toEqual([whole]);
    expect(toolsOf({ a: { parameters: schema } })).toEqual([whole]);
    expect(toolsOf('[{"name": "a"}]')).toEqual([whole]);
    expect(toolsOf([{ type: 'function', function: { name: 'a' } }])).toEqual([whole]);
    expect(toolsOf(null)).toEqual([]);
  });

  it('keeps the first of two tools with one name, in their order', () => {
    const twice: Json = [{ name: 'a', description: '1' }, { name: 'b' }, { name: 'a', description: '2' }];
    expect(toolsOf(twice)).toMatchObject([{ name: 'a', description: '1' }, { name: 'b' }]);
  });

  it('hides what it names and what holds answers', () => {
    const state = { hidden_cause: 'x', till: 3 };
    expect(read({ task_initial_state: state, hidden: ['till', 'hidden_cause'] }).hidden).toEqual([
      'till',
      'hidden_cause',
    ]);
    expect(read({ task_initial_state: state }).hidden).toEqual(['hidden_cause']);
  });

  it('is refused in a sentence that names the file', () => {
    expect(() => parseEnvironment('{', 'file.json')).toThrow('file.json is not JSON.');
    expect(() => parseEnvironment('[]', 'file.json')).toThrow('file.json is not an environment');
    expect(() => toolsOf([{ description: 'x' }])).toThrow('file.json: tool 1 has no name.');
    expect(() => toolsOf(['x'])).toThrow('file.json: tool 1 is not an object.');
    expect(() => toolsOf([{ name: 'a', parameters: 'x' }])).toThrow('tool 1, a: parameters is not a JSON Schema.');
    expect(() => toolsOf('find things')).toThrow('action_set_definitions is not a list of tools.');
    expect(() => read({ world_model_system_prompt: 3 })).toThrow('world_model_system_prompt is not a text.');
    expect(() => read({ hidden: 'x' })).toThrow('hidden is not a list of keys.');
  });
});
