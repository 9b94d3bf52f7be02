/** What OpenEnv's `/schema` says of actions, observations and state here. */
import type { JsonObject } from '../core/json.ts';

const text: JsonObject = { type: 'string' };
const whole: JsonObject = { type: 'integer' };

export const OPENENV_SCHEMAS: JsonObject = {
  action: {
    type: 'object',
    properties: {
      type: { enum: ['list_tools', 'call_tool'], default: 'call_tool' },
      tool_name: { ...text, description: 'Of the tool to call.' },
      arguments: { anyOf: [{ type: 'object' }, text], description: 'An object, or the JSON text of one.' },
    },
  },
  observation: {
    type: 'object',
    properties: {
      tools: { type: 'array', description: 'To list_tools: name, description and input_schema of each.' },
      tool_name: text,
      result: { description: 'content, data and is_error.' },
      tool_result: { ...text, description: 'The text of the result.' },
      error: { type: 'object', properties: { error_type: text, message: text } },
      reward_type: text,
      verify_result: { type: 'object', description: 'After submit: the outcome.' },
      scenario: text,
      task: { ...text, description: 'After a reset: what is asked for.' },
      task_idx: whole,
      num_tools: whole,
      metadata: { type: 'object' },
    },
  },
  state: { type: 'object', properties: { episode_id: { type: ['string', 'null'] }, step_count: whole } },
};
