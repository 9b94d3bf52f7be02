/** Clients in a served episode, one for each protocol: the genuine one of MCP, and those of our tests for the others. */
import type { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { Block } from '../src/core/block.ts';
import { isObject, type JsonObject } from '../src/core/json.ts';
import type { Tool } from '../src/core/tool.ts';
import { sha256 } from '../src/wire/hash.ts';
import type { TestSocket } from './openenv-socket.ts';
import { callOf } from './openenv-socket.ts';
import { joined, type OrsClient } from './ors-client.ts';
import type { Line, WireAnswer } from './wire-world.ts';

const object = z.record(z.string(), z.json());
const contentSchema = z.array(
  z.union([
    z.looseObject({ type: z.literal('text'), text: z.string() }),
    z.looseObject({ type: z.literal('image'), data: z.string().min(1), mimeType: z.string() }),
  ]),
);

function blocksOf(content: unknown): readonly Block[] {
  return contentSchema.parse(content).map((one): Block => {
    if (one.type === 'text') return { type: 'text', text: one.text };
    return { type: 'image', mediaType: one.mimeType, hash: sha256(Buffer.from(one.data, 'base64')), data: one.data };
  });
}

function toolOf(name: string, input: unknown): Tool {
  return { name, description: '', input: object.parse(input), effect: 'unknown' };
}

export function mcpLine(client: Client): Line {
  const call = async (name: string, input: JsonObject): Promise<WireAnswer & { readonly structured: unknown }> => {
    const { content, isError = false, structuredContent } = await client.callTool({ name, arguments: input });
    return { content: blocksOf(content), isError, structured: structuredContent };
  };
  return {
    tools: async () => (await client.listTools()).tools.map(({ name, inputSchema }) => toolOf(name, inputSchema)),
    call: (name, input) => call(name, object.parse(input)),
    submit: async (answer) => object.parse((await call('submit', { final_answer: answer })).structured),
  };
}

const orsTools = z.object({ tools: z.array(z.object({ name: z.string(), input_schema: object })) });
const orsResult = z.object({
  ok: z.literal(true),
  output: z.object({
    blocks: z.json(),
    metadata: object.nullable(),
    reward: z.number().nullable(),
    finished: z.boolean(),
  }),
});

export function orsLine(client: OrsClient, sid: string): Line {
  const call = async (name: string, input: unknown): Promise<z.output<typeof orsResult>['output']> =>
    orsResult.parse(JSON.parse(joined(await client.events(sid, { name, input })))).output;
  return {
    tools: async () =>
      orsTools
        .parse((await client.get('/task_tools', sid)).body)
        .tools.map(({ name, input_schema: input }) => toolOf(name, input)),
    call: async (name, input) => {
      const { blocks, metadata, reward, finished } = await call(name, input);
      if (reward !== null || finished) throw new Error('only submit ends it');
      return { content: blocksOf(blocks), isError: metadata?.is_error === true };
    },
    submit: async (answer) => {
      const { metadata, reward, finished } = await call('submit', { final_answer: answer });
      if (!finished) throw new Error('submit ends it');
      return { ...metadata, reward };
    },
  };
}

const openenvAnswer = z.object({ observation: object, reward: z.number().nullable(), done: z.boolean() });
const openenvTools = z.array(z.object({ name: z.string(), input_schema: object }));
const openenvResult = z.object({ content: z.json(), is_error: z.boolean() });

export function openenvLine({ ask }: TestSocket): Line {
  const step = async (message: unknown): Promise<z.output<typeof openenvAnswer>> =>
    openenvAnswer.parse((await ask(message)).data);
  return {
    tools: async () => {
      const { observation } = await step({ type: 'step', data: { type: 'list_tools' } });
      return openenvTools.parse(observation.tools).map(({ name, input_schema: input }) => toolOf(name, input));
    },
    call: async (name, input) => {
      const { observation, reward, done } = await step(callOf(name, isObject(input) ? input : {}));
      if (reward !== null || done) throw new Error(`only submit ends it: ${JSON.stringify(observation)}`);
      const { content, is_error: isError } = openenvResult.parse(observation.result);
      return { content: blocksOf(content), isError };
    },
    submit: async (answer) => {
      const { observation, reward, done } = await step(callOf('submit', { final_answer: answer }));
      if (!done) throw new Error('submit ends it');
      return { ...object.parse(observation.verify_result), reward };
    },
  };
}
