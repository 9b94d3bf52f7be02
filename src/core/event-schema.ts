/** Schemas of what the log holds, for whoever reads it: a line of another make is noticed where it enters. */
import { z } from 'zod';
import { PARTIES } from './errors.ts';
import type { Event } from './event.ts';
import type { LogLine } from './log.ts';
import { ROLES } from './model.ts';

const json = z.json();
const jsonObject = z.record(z.string(), json);
const blocks = z.array(
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('text'), text: z.string() }),
    z.object({ type: z.literal('image'), mediaType: z.string(), hash: z.string() }),
  ]),
);

const extra = jsonObject.optional();
const tokens = z.number().nullable();
const reply = z.object({
  parts: z.array(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('text'), text: z.string(), extra }),
      z.object({ type: z.literal('reasoning'), text: z.string(), extra }),
      z.object({ type: z.literal('tool-call'), id: z.string(), name: z.string(), input: z.string(), extra }),
    ]),
  ),
  finish: z.enum(['stop', 'tool-calls', 'length', 'refused', 'other']),
  usage: z.object({ input: tokens, cachedInput: tokens, output: tokens, reasoning: tokens }),
});

const verdict = z.object({
  passed: z.boolean(),
  score: z.number().min(0).max(1),
  reason: z.string(),
  category: z.string().optional(),
  checkpoints: z.array(
    z.object({ name: z.string(), passed: z.boolean(), points: z.number(), required: z.boolean(), detail: z.string() }),
  ),
  items: z
    .array(
      z.object({
        id: z.string(),
        passed: z.boolean(),
        score: z.number(),
        reason: z.string(),
        data: jsonObject.optional(),
      }),
    )
    .optional(),
});

const result = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['passed', 'failed']), score: z.number(), reason: z.string() }),
  z.object({
    outcome: z.literal('void'),
    blame: z.enum(['model', 'world', 'judge', 'host']),
    reason: z.string(),
    message: z.string(),
  }),
]);

const change = z.object({
  table: z.string(),
  key: z.string(),
  before: jsonObject.nullable(),
  after: jsonObject.nullable(),
});

const begun = z.object({
  type: z.literal('episode-begun'),
  version: z.int(),
  suite: z.string(),
  task: z.string(),
  world: z.string(),
  agent: z.string(),
  judge: z.string(),
  seed: z.string(),
  faults: z.array(z.string()),
  clock: z.string(),
});

const injected = z.object({
  type: z.literal('fault-injected'),
  fault: z.string(),
  kind: z.string(),
  manner: z.enum(['explicit', 'implicit']),
  spell: z.int(),
  call: z.int(),
  tool: z.string(),
  applied: z.enum(['yes', 'never', 'lost']),
  paths: z.array(z.string()),
  clean: blocks.nullable(),
});

const call = { id: z.string(), name: z.string() };

export const eventSchema: z.ZodType<Event> = z.discriminatedUnion('type', [
  begun,
  injected,
  z.object({ type: z.literal('brief-given'), text: z.string() }),
  z.object({
    type: z.literal('model-replied'),
    role: z.enum(ROLES),
    model: z.string(),
    ordinal: z.int(),
    requestHash: z.string(),
    reply,
  }),
  z.object({
    type: z.literal('tool-called'),
    ...call,
    effect: z.enum(['read', 'write', 'unknown']),
    input: json,
    remark: z.string().optional(),
  }),
  z.object({ type: z.literal('tool-answered'), ...call, blocks, isError: z.boolean() }),
  z.object({ type: z.literal('agent-spoke'), text: z.string() }),
  z.object({ type: z.literal('notice-given'), from: z.string(), text: z.string(), at: z.string() }),
  z.object({ type: z.literal('agent-stopped'), reason: z.string() }),
  z.object({ type: z.literal('fault-planned'), fault: z.string(), data: jsonObject }),
  z.object({ type: z.literal('fault-missed'), fault: z.string(), spell: z.int(), call: z.int(), why: z.string() }),
  z.object({ type: z.literal('world-noted'), kind: z.string(), data: json }),
  z.object({ type: z.literal('snapshot-taken'), changes: z.array(change) }),
  z.object({
    type: z.literal('vote-cast'),
    judge: z.string(),
    ballot: z.int(),
    vote: z.enum(['yes', 'no', 'spoiled']),
    reason: z.string(),
    criteria: z.array(z.object({ name: z.string(), vote: z.enum(['yes', 'no']) })),
  }),
  z.object({ type: z.literal('verdict-reached'), judge: z.string(), verdict }),
  z.object({ type: z.literal('error-raised'), party: z.enum(PARTIES), reason: z.string(), message: z.string() }),
  z.object({ type: z.literal('episode-ended'), result }),
]);

export const logLineSchema: z.ZodType<LogLine> = z.object({
  episode: z.string(),
  attempt: z.int().min(1),
  n: z.int().min(0),
  at: z.number(),
  event: eventSchema,
});
