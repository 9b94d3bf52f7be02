/** What the three examples share: a small language world, played here by a script, and a stand-in for the agent's model. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ModelRequest, scripted } from 'practicum';

/** A configuration in OccuBench's shape. Your own, or one of an imported suite, goes in its place. */
export const BAKERY = {
  environment_name: 'bakery',
  world_model_system_prompt:
    'You are the order book of a bakery. check_stock tells how many loaves of a kind are left. reserve takes loaves from the stock and refuses more than there are.',
  action_set_definitions: [
    {
      name: 'check_stock',
      description: 'How many loaves of a kind are left.',
      parameters: {
        type: 'object',
        properties: { kind: { type: 'string', enum: ['rye', 'spelt'] } },
        required: ['kind'],
      },
      example_output: { kind: 'rye', left: 3 },
    },
    {
      name: 'reserve',
      description: 'Reserves loaves.',
      parameters: {
        type: 'object',
        properties: { kind: { type: 'string', enum: ['rye', 'spelt'] }, loaves: { type: 'integer', minimum: 1 } },
        required: ['kind', 'loaves'],
      },
      example_output: { reserved: 1 },
    },
  ],
  state_description: { stock: 'loaves left, by kind' },
  task_initial_state: { stock: { rye: 2, spelt: 9 } },
};

export const TASK = 'Reserve four loaves: rye if there are enough, else spelt. Say which.';

/** In place of a real model behind the world: knows the stock, and answers as the configuration says. */
export function simulator() {
  return scripted((request: ModelRequest) => {
    const last = JSON.stringify(request.messages.at(-1));
    const answer = last.includes('check_stock') ? { kind: 'rye', left: 2 } : { reserved: 4 };
    return `<predicted_observation>${JSON.stringify(answer)}</predicted_observation>`;
  });
}

interface ChatBody {
  readonly messages: readonly { readonly role: string }[];
}

/** In place of a real model behind the agent: an OpenAI-compatible server that knows the job. */
export async function standIn(): Promise<{ readonly url: string; close(): void }> {
  const call = (name: string, input: object): object => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id: `call_${name}`, type: 'function', function: { name, arguments: JSON.stringify(input) } }],
  });
  const steps = [
    call('check_stock', { kind: 'rye' }),
    call('reserve', { kind: 'spelt', loaves: 4 }),
    { role: 'assistant', content: 'Only two rye are left: I reserved four spelt.' },
  ];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { messages } = JSON.parse(text) as ChatBody;
    const message = steps[messages.filter(({ role }) => role === 'tool').length];
    const finish = message && 'tool_calls' in message ? 'tool_calls' : 'stop';
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    response.setHeader('content-type', 'application/json');
    const choices = [{ index: 0, message, finish_reason: finish }];
    response.end(JSON.stringify({ id: 'x', object: 'chat.completion', created: 0, model: 'stand-in', choices, usage }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, close: () => server.close() };
}
