/** A client of the Open Reward Standard for tests: plain HTTP, and events read as the Python clients read them. */
import { z } from 'zod';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

const output = z.object({
  blocks: z.array(z.object({ type: z.string(), text: z.string(), detail: z.null() })),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  reward: z.number().nullable(),
  finished: z.boolean(),
});
const result = z.union([
  z.strictObject({ ok: z.literal(true), output: output.strict() }),
  z.strictObject({ ok: z.literal(false), error: z.string(), reason: z.string() }),
]);
export type ToolResult = z.infer<typeof result>;

export interface Called {
  readonly status: number;
  readonly taskId: string;
  readonly result: ToolResult;
  readonly events: readonly ServerEvent[];
}

export interface CallOptions {
  readonly path?: string;
  readonly taskId?: string;
}

export interface OrsClient {
  get(path: string, sid?: string): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** A fresh id, bound to nothing. */
  issue(): Promise<string>;
  /** An id bound to a task; the first one unless told otherwise. */
  open(body?: object): Promise<string>;
  events(sid: string, body: object, path?: string): Promise<readonly ServerEvent[]>;
  call(sid: string, name: string, input?: object, options?: CallOptions): Promise<Called>;
}

export function orsClient(url: string): OrsClient {
  const ask = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(url + path, init);
    return { status: response.status, body: await response.json() };
  };
  const post: OrsClient['post'] = (path, body = {}, headers = {}) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const issue = async (): Promise<string> =>
    z.object({ sid: z.string() }).parse((await post('/create_session')).body).sid;
  const events: OrsClient['events'] = async (sid, body, path = '/call') => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'x-session-id': sid },
      body: JSON.stringify(body),
    });
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    return eventsIn(await response.text());
  };
  return {
    get: (path, sid) => ask(path, sid === undefined ? {} : { headers: { 'x-session-id': sid } }),
    post,
    issue,
    open: async (body = { split: 'all', index: 0 }) => {
      const sid = await issue();
      const answer = await post('/create', body, { 'x-session-id': sid });
      if (answer.status !== 200) throw new Error(`create: ${answer.status} ${JSON.stringify(answer.body)}`);
      return sid;
    },
    events,
    call: async (sid, name, input = {}, { path, taskId } = {}) => {
      const all = await events(sid, { name, input, ...(taskId === undefined ? {} : { task_id: taskId }) }, path);
      return { status: 200, taskId: taskIdIn(all), result: resultIn(all), events: all };
    },
  };
}

export function taskIdIn(events: readonly ServerEvent[]): string {
  const [first] = events;
  if (first?.event !== 'task_id') throw new Error(`the first event is ${JSON.stringify(first)}`);
  return first.data;
}

export function resultIn(events: readonly ServerEvent[]): ToolResult {
  const last = events.at(-1);
  if (last?.event !== 'end') throw new Error(`the last event is ${JSON.stringify(last)}`);
  return result.parse(JSON.parse(joined(events)));
}

export function joined(events: readonly ServerEvent[]): string {
  return events.flatMap(({ event, data }) => (event === 'chunk' || event === 'end' ? [data] : [])).join('');
}

/** Python's `lstrip`, which each client applies to every line. What it also takes, JSON escapes. */
const LEFT = /^[\s\u0085]+/;

export function eventsIn(text: string): readonly ServerEvent[] {
  const events: ServerEvent[] = [];
  let event = '';
  let data: string[] = [];
  for (const raw of text.split('\n')) {
    const line = raw.replace(/[\r\n]+$/, '');
    if (line === '') {
      if (event !== '') events.push({ event, data: data.join('\n') });
      event = '';
      data = [];
    } else if (!line.startsWith(':')) {
      const at = line.indexOf(':');
      if (at < 0) throw new Error(`a line without a colon: ${line}`);
      const value = line.slice(at + 1).replace(LEFT, '');
      if (line.slice(0, at) === 'event') event = value;
      else data.push(value);
    }
  }
  return events;
}

/** What solves the shop's first task. */
export const SOLUTION = {
  order: { sku: 'SKU-2', quantity: 18 },
  answer: 'Done. {"ordered": "SKU-2", "quantity": 18}',
};
