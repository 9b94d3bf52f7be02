/** A language world with the Vercel AI SDK: each tool becomes a dynamic tool whose `execute` asks the world. */
import assert from 'node:assert/strict';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { dynamicTool, generateText, jsonSchema, stepCountIs } from 'ai';
import { openLanguageWorld } from 'practicum';
import { BAKERY, simulator, standIn, TASK } from './bakery.ts';

const world = openLanguageWorld(BAKERY, { model: simulator() });
const server = await standIn();
const provider = createOpenAICompatible({ name: 'stand-in', baseURL: server.url });

const tools = Object.fromEntries(
  world.tools.map(({ function: { name, description, parameters } }) => [
    name,
    dynamicTool({
      description,
      inputSchema: jsonSchema(parameters),
      execute: (input) => world.call(name, JSON.stringify(input)),
    }),
  ]),
);
const { text } = await generateText({ model: provider('stand-in'), tools, prompt: TASK, stopWhen: stepCountIs(10) });
server.close();

console.log(text);
assert.match(text, /spelt/);
assert.equal(world.history().length, 2);
