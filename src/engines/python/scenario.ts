/** A scenario whose source has been executed, and the episodes forked from it. Ends when it is retired and its last episode is over. */
import * as z from 'zod';
import type { JsonObject } from '../../core/json.ts';
import {
  type PythonAnswer,
  type PythonCall,
  type PythonEpisode,
  PythonLost,
  PythonRefused,
  type PythonScenario,
  type ScenarioSpec,
} from './engine.ts';
import type { Frame } from './frame.ts';
import type { PythonLimits } from './limits.ts';
import type { Line } from './line.ts';
import { LIBRARY, type Root } from './root.ts';

export interface WarmScenario extends Omit<PythonScenario, 'open'> {
  readonly isAlive: boolean;
  readonly episodes: number;
  open(): Promise<PythonEpisode>;
  /** No new episodes; those that live may finish. */
  retire(): void;
}

const JSON_OBJECT = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);
const LOST = z.object({ lost: z.literal('memory-limit') });
const REFUSED = z.object({
  refused: z.enum(['needs-newer-python', 'syntax', 'missing-module', 'raised', 'no-app']),
  message: z.string(),
});
const DESCRIBED = z.object({
  openapi: JSON_OBJECT,
  routes: z.array(
    z.object({
      operationId: z.string(),
      method: z.string(),
      path: z.string(),
      isShadowed: z.boolean(),
      operation: JSON_OBJECT,
    }),
  ),
});
const ANSWER = z.object({
  status: z.number(),
  body: z.string(),
  exception: z
    .object({ kind: z.enum(['not_found', 'conflict', 'env_bug']), type: z.string(), message: z.string() })
    .nullable(),
});

export async function warmScenario(root: Root, spec: ScenarioSpec, limits: PythonLimits): Promise<WarmScenario> {
  const line = await root.open(LIBRARY, limits.loadTime);
  const { key, name, source, clock, mode, image } = spec;
  const head = { key, name, source, clock, mode };
  const frame = await line.request({ head, body: image, limit: limits.loadTime });
  const refused = REFUSED.safeParse(frame.head).data;
  if (refused !== undefined) {
    line.close();
    throw new PythonRefused(refused.refused, refused.message);
  }
  const described = understood(DESCRIBED, frame, line);
  let episodes = 0;
  let isRetired = false;
  const leave = (): void => {
    episodes -= 1;
    if (isRetired && episodes === 0) line.close();
  };
  return {
    ...described,
    image: frame.body,
    get isAlive() {
      return line.isOpen && !isRetired;
    },
    get episodes() {
      return episodes;
    },
    open: async () => {
      episodes += 1;
      try {
        return episode(await root.open(line.id, limits.loadTime), limits, leave);
      } catch (error) {
        leave();
        throw error;
      }
    },
    retire: () => {
      isRetired = true;
      if (episodes === 0) line.close();
    },
  };
}

function episode(line: Line, limits: PythonLimits, onEnd: () => void): PythonEpisode {
  let isClosed = false;
  return {
    call: async (request, signal): Promise<PythonAnswer> =>
      understood(ANSWER, await line.request({ head: callHead(request), limit: limits.callTime, signal }), line),
    image: async () => (await line.request({ head: { op: 'image' }, limit: limits.callTime })).body,
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      line.close();
      onEnd();
    },
  };
}

function callHead({ method, path, query, body, operationId }: PythonCall): JsonObject {
  const head = { op: 'call', method, path, query, operationId };
  return body === undefined ? head : { ...head, body };
}

/** The process runs code from outside and may say anything: what does not fit ends it. */
function understood<T>(schema: z.ZodType<T>, frame: Frame, line: Line): T {
  const parsed = schema.safeParse(frame.head);
  if (parsed.success) return parsed.data;
  const isMemory = LOST.safeParse(frame.head).success;
  const lost = isMemory
    ? new PythonLost('memory-limit', 'Python needed more memory than it may have.')
    : new PythonLost('crashed', 'Python answered with something that is no answer.');
  line.close(lost.reason, lost.message);
  throw lost;
}
