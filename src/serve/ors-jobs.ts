/**
 * Calls of the Open Reward Standard: each runs to its end whether or not its client stays on the line, and its result can be fetched
 * again for a while by its id. A result that is there at once is answered in one piece; only others are streamed.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import type { JsonObject } from '../core/json.ts';
import { INTERNAL } from './attempt.ts';
import { errorEvent, event, KEEP_ALIVE, resultEvents } from './ors-events.ts';
import { OrsRefusal } from './ors-refusal.ts';

export interface OrsJob {
  readonly id: string;
  readonly done: Promise<void>;
  /** The events that end the stream, once there is a result. */
  ending(): string | null;
  finishedAt(): number | null;
}

/** The calls of one session. */
export interface OrsJobs {
  start(work: () => Promise<JsonObject>): OrsJob;
  find(id: string): OrsJob | null;
}

export interface JobsOptions {
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** A client that lost its line comes back within seconds. */
const LINGER_MS = 60_000;
/** Clients come back for their latest calls. */
const MOST_LINGERING = 32;
const MOST_UNDER_WAY = 64;

export function orsJobs({ clock, onError }: JobsOptions): OrsJobs {
  const jobs = new Map<string, OrsJob>();
  let underWay = 0;

  const endingOf = async (work: () => Promise<JsonObject>): Promise<string> => {
    try {
      return resultEvents(JSON.stringify(await work()));
    } catch (error) {
      if (!(error instanceof OrsRefusal)) onError(error);
      return errorEvent(error instanceof OrsRefusal ? error.message : INTERNAL);
    }
  };
  const start = (work: () => Promise<JsonObject>): OrsJob => {
    if (underWay >= MOST_UNDER_WAY)
      throw new OrsRefusal(429, `${MOST_UNDER_WAY} calls of this session are under way; wait for one to end`);
    forgetOld(jobs, jobs.size - underWay, clock.now());
    underWay++;
    let ending: string | null = null;
    let finishedAt: number | null = null;
    const done = endingOf(work).then((events) => {
      ending = events;
      finishedAt = clock.now();
      underWay--;
    });
    const id = randomUUID().replaceAll('-', '');
    const job: OrsJob = { id, done, ending: () => ending, finishedAt: () => finishedAt };
    jobs.set(id, job);
    return job;
  };
  return { start, find: (id) => jobs.get(id) ?? null };
}

/** From the oldest on, as a map keeps them, up to the first that is still worth keeping. */
function forgetOld(jobs: Map<string, OrsJob>, finished: number, now: number): void {
  let lingering = finished;
  for (const job of jobs.values()) {
    const at = job.finishedAt();
    if (at === null) continue;
    if (now - at <= LINGER_MS && lingering < MOST_LINGERING) return;
    jobs.delete(job.id);
    lingering--;
  }
}

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
};

export function eventResponse(body: string): Response {
  return new Response(body, { headers: STREAM_HEADERS });
}

/** Longer than nearly every call of a world that computes; shorter than anybody notices. */
const AT_ONCE_MS = 20;
/** A third of what clients wait for a sign of life. */
const KEEP_ALIVE_MS = 10_000;

/** `onWaiting` is told whenever the client has shown that it still listens. */
export async function jobResponse(job: OrsJob, clock: Clock, onWaiting: () => void): Promise<Response> {
  // Without a timer where none is needed: worlds in this process answer before the next turn of the loop.
  await Promise.race([job.done, new Promise((resolve) => setImmediate(resolve))]);
  if (job.ending() === null) await waitFor(job.done, AT_ONCE_MS, { clock });
  const ending = job.ending();
  if (ending !== null) return eventResponse(event('task_id', job.id) + ending);
  return new Response(streamOf(job, clock, onWaiting), { headers: STREAM_HEADERS });
}

function streamOf(job: OrsJob, clock: Clock, onWaiting: () => void): ReadableStream<Uint8Array> {
  const hungUp = new AbortController();
  const utf8 = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(utf8.encode(event('task_id', job.id))),
    pull: async (controller) => {
      await waitFor(job.done, KEEP_ALIVE_MS, { clock, signal: hungUp.signal });
      if (hungUp.signal.aborted) return;
      const ending = job.ending();
      onWaiting();
      controller.enqueue(utf8.encode(ending ?? KEEP_ALIVE));
      if (ending !== null) controller.close();
    },
    // The call goes on: its client may come back for the result.
    cancel: () => hungUp.abort(),
  });
}

/** Until it is done, however that ends, or so long has passed. Never rejects. */
export async function waitFor(
  done: Promise<unknown>,
  milliseconds: number,
  { clock, signal }: { readonly clock: Clock; readonly signal?: AbortSignal },
): Promise<void> {
  const awake = new AbortController();
  const sleeping = signal === undefined ? awake.signal : AbortSignal.any([awake.signal, signal]);
  try {
    await Promise.race([done, clock.sleep(milliseconds, sleeping)]);
  } catch {
    // Whoever waits looks for itself what came of it.
  } finally {
    awake.abort();
  }
}
