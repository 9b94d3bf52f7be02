/** A language world with LangChain: each tool becomes a structured tool that asks the world. */
import assert from 'node:assert/strict';
import { type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import { openLanguageWorld } from 'practicum';
import { BAKERY, simulator, standIn, TASK } from './bakery.ts';

const world = openLanguageWorld(BAKERY, { model: simulator() });
const server = await standIn();

const tools = world.tools.map(({ function: { name, description, parameters } }) =>
  tool((input: unknown) => world.call(name, JSON.stringify(input)), { name, description, schema: parameters }),
);
const model = new ChatOpenAI({ model: 'stand-in', apiKey: 'none', configuration: { baseURL: server.url } }).bindTools(
  tools,
);

const messages: BaseMessage[] = [new HumanMessage(TASK)];
for (;;) {
  const reply = await model.invoke(messages);
  messages.push(reply);
  if (!reply.tool_calls?.length) break;
  for (const call of reply.tool_calls) {
    const content = await world.call(call.name, JSON.stringify(call.args));
    messages.push(new ToolMessage({ content, tool_call_id: call.id ?? '' }));
  }
}
server.close();

console.log(messages.at(-1)?.text);
assert.match(messages.at(-1)?.text ?? '', /spelt/);
assert.equal(world.history().length, 2);
