/** A language world with the plain OpenAI SDK: its tool schemas go in as they are, its observations come back as text. */
import assert from 'node:assert/strict';
import OpenAI from 'openai';
import { openLanguageWorld } from 'practicum';
import { BAKERY, simulator, standIn, TASK } from './bakery.ts';

const world = openLanguageWorld(BAKERY, { model: simulator() });
const server = await standIn();
const client = new OpenAI({ baseURL: server.url, apiKey: 'none' });

const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: TASK }];
for (;;) {
  const { choices } = await client.chat.completions.create({ model: 'stand-in', messages, tools: [...world.tools] });
  const message = choices[0]?.message;
  assert.ok(message);
  messages.push(message);
  if (!message.tool_calls?.length) break;
  for (const call of message.tool_calls) {
    assert.ok(call.type === 'function');
    const content = await world.call(call.function.name, call.function.arguments);
    messages.push({ role: 'tool', tool_call_id: call.id, content });
  }
}
server.close();

console.log(messages.at(-1)?.content);
assert.match(String(messages.at(-1)?.content), /spelt/);
assert.equal(world.history().length, 2);
