/** What clients of the Open Reward Standard send, read at the edge. Fields that nobody knows are let through, as clients differ. */
import type { Context } from 'hono';
import { z } from 'zod';
import { isObject, type Json, type JsonObject } from '../core/json.ts';
import { boundedJson } from './bounded-json.ts';
import { OrsRefusal } from './ors-refusal.ts';
import { TOOLSETS, type Toolset } from './served-tools.ts';

const split = z.string();
const index = z.int();
export const splitBody = z.object({ split });
export const indexBody = z.object({ split, index });
export const rangeBody = z.object({ split, start: index.nullish(), stop: index.nullish() });

const secrets = z.record(z.string(), z.union([z.string(), z.object({ value: z.string() })]));

export const createBody = z
  .object({
    env_name: z.string().nullish(),
    task_spec: z.record(z.string(), z.json()).nullish(),
    split: split.nullish(),
    index: index.nullish(),
    toolset_name: z.string().nullish(),
    secrets: secrets.nullish(),
  })
  .refine(hasOneSource, 'give either task_spec or both split and index, not both and not neither');

interface Sources {
  readonly task_spec?: unknown;
  readonly split?: unknown;
  readonly index?: unknown;
}

function hasOneSource({ task_spec: spec, split: part, index: at }: Sources): boolean {
  const given = (value: unknown): boolean => value !== undefined && value !== null;
  return given(spec) ? !given(part) && !given(at) : given(part) && given(at);
}

export async function read<T>(context: Context, schema: z.ZodType<T>): Promise<T> {
  const parsed = schema.safeParse(await objectIn(context));
  if (parsed.success) return parsed.data;
  throw new OrsRefusal(422, parsed.error.issues.map(inWords).join('; '));
}

function inWords({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}

export interface CallBody {
  readonly name: string;
  readonly input: Json;
  readonly taskId: string | null;
}

/** By hand: it is what a trainer sends most. */
export async function readCall(context: Context): Promise<CallBody> {
  const { name, input = {}, task_id: taskId = null } = await objectIn(context);
  if (typeof name !== 'string') throw new OrsRefusal(422, 'name: must be the name of a tool');
  if (!isObject(input)) throw new OrsRefusal(422, 'input: must be an object');
  if (taskId !== null && typeof taskId !== 'string') throw new OrsRefusal(422, 'task_id: must be a text');
  return { name, input, taskId };
}

async function objectIn(context: Context): Promise<JsonObject> {
  const text = await context.req.text().catch(() => {
    throw new OrsRefusal(400, 'the body was not sent to its end');
  });
  const body = text === '' ? {} : boundedJson(text);
  if (isObject(body)) return body;
  throw new OrsRefusal(
    422,
    body === undefined ? 'the body is not JSON that can be read' : 'the body must be an object',
  );
}

export function sessionIdIn(context: Context): string {
  const sid = context.req.header('x-session-id')?.trim() ?? '';
  if (sid === '') throw new OrsRefusal(400, 'X-Session-ID header is required');
  return sid;
}

/** Secrets are for worlds that call out, which ours do not: they are checked, and neither kept nor shown. */
export function checkSecrets(header: string | undefined): void {
  if (header === undefined || header === '') return;
  const said = boundedJson(Buffer.from(header, 'base64').toString('utf8'));
  if (!secrets.safeParse(said).success)
    throw new OrsRefusal(422, 'X-Secrets must be the base64 of {"NAME": {"value": "…"}, …}');
}

export function toolsetNamed(name: string | null | undefined): Toolset {
  if (name === undefined || name === null) return 'all';
  const toolset = TOOLSETS.find((one) => one === name);
  if (toolset === undefined)
    throw new OrsRefusal(400, `unknown toolset '${name}'; valid options are ${TOOLSETS.join(', ')}`);
  return toolset;
}
