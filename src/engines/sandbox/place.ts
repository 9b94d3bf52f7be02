/**
 * A sandbox as its user holds it, wherever it lives. When a keeper falls, the sandbox that brought it down is ended; every other
 * one is made again in a fresh keeper when it is next asked for something, by the same calls in the same order: a program sees no
 * clock, no chance and no world but its own, so it comes out as it was.
 */
import { createHash } from 'node:crypto';
import type { Json } from '../../core/json.ts';
import { type Keeper, KeeperLost } from './keeper.ts';
import type { OpenRequest, Parcel, Reply, Request } from './message.ts';
import { type Sandbox, SandboxEnded, type SandboxSpec } from './sandbox.ts';

export interface House {
  /** A number for a new sandbox. */
  next(): number;
  /** A live keeper with few sandboxes. */
  keeper(): Keeper;
  entered(keeper: Keeper): void;
  left(keeper: Keeper): void;
  isClosed(): boolean;
}

export const hash = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');
const hashes = new WeakMap<Uint8Array, string>();

function keyOf(image: Uint8Array): string {
  const key = hashes.get(image) ?? hash(image);
  hashes.set(image, key);
  return key;
}

export const unexpected = (reply: Reply): SandboxEnded =>
  new SandboxEnded('crashed', `a keeper answered with "${reply.is}" where it should not`);

/** Asks again when a keeper fell by another's fault. */
export async function untilServed<T>(house: House, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof KeeperLost)) throw error;
      if (house.isClosed()) throw new SandboxEnded('closed', 'the pool of sandboxes was closed');
      if (error.ending !== null) throw error.ending;
    }
  }
}

export async function openPlace(spec: SandboxSpec, house: House): Promise<Sandbox> {
  const session = house.next();
  const { ask, leave } = await movedIn({ session, opening: openingOf(spec, session), spec, house });
  return {
    async call(name, args, { signal, readOnly = false }) {
      signal.throwIfAborted();
      if (!FUNCTION_NAME.test(name)) throw new TypeError(`"${name}" is not the name of a function`);
      const request = { op: 'call', session, name, args: JSON.stringify(args), readOnly } as const;
      const reply = await unlessAborted(ask(request), signal);
      if (reply.is === 'value') return { ok: true, value: JSON.parse(reply.text) as Json };
      if (reply.is === 'thrown') return { ok: false, error: reply.error };
      throw unexpected(reply);
    },
    async changes(database) {
      const reply = await ask({ op: 'changes', session, database });
      if (reply.is !== 'changes') throw unexpected(reply);
      return reply.changes;
    },
    async image(database) {
      const reply = await ask({ op: 'image', session, database });
      if (reply.is !== 'image') throw unexpected(reply);
      return Buffer.from(reply.image, 'base64');
    },
    close: leave,
  };
}

const FUNCTION_NAME = /^[A-Za-z_$][\w$]*$/;

interface Resident {
  /** One thing after the other: a sandbox that is made again must not be overtaken by its own calls. */
  ask(request: Request): Promise<Reply>;
  leave(): Promise<void>;
}

interface Moving {
  readonly session: number;
  readonly opening: OpenRequest;
  readonly spec: SandboxSpec;
  readonly house: House;
}

async function movedIn({ session, opening, spec, house }: Moving): Promise<Resident> {
  /** The calls so far, to be made again where the keeper falls. */
  const past: Request[] = [];
  const home: { keeper: Keeper | null; ended: SandboxEnded | null } = { keeper: null, ended: null };
  let turn: Promise<unknown> = Promise.resolve();

  const left = (ending: SandboxEnded): SandboxEnded => {
    if (home.keeper !== null) house.left(home.keeper);
    home.keeper = null;
    home.ended ??= ending;
    return home.ended;
  };
  const housed = async (): Promise<Keeper> => {
    if (home.keeper?.isAlive()) return home.keeper;
    const keeper = house.keeper();
    house.entered(keeper);
    home.keeper = keeper;
    sound(await sentOpening(keeper, opening, spec));
    for (const request of past) sound(await keeper.ask(request));
    return keeper;
  };
  const inTurn = <T>(work: (keeper: Keeper) => Promise<T>): Promise<T> => {
    const result = turn.then(async () => {
      if (home.ended !== null) throw home.ended;
      try {
        return await untilServed(house, async () => work(await housed()));
      } catch (error) {
        throw error instanceof SandboxEnded ? left(error) : error;
      }
    });
    turn = result.catch(() => undefined);
    return result;
  };
  await inTurn(async () => undefined);
  return {
    ask: (request) =>
      inTurn(async (keeper) => {
        const reply = sound(await keeper.ask(request));
        if (request.op === 'call') past.push(request);
        return reply;
      }),
    leave: async () => {
      const { keeper } = home;
      left(new SandboxEnded('closed', 'it was closed'));
      if (keeper?.isAlive()) await keeper.ask({ op: 'close', session }).catch(() => undefined);
    },
  };
}

function sound(reply: Reply): Reply {
  if (reply.is === 'ended') throw new SandboxEnded(reply.reason, reply.message);
  return reply;
}

function openingOf({ source, databases, clock, seed }: SandboxSpec, session: number): OpenRequest {
  if (Number.isNaN(Date.parse(clock))) throw new TypeError(`"${clock}" is no time, such as 2026-03-02T08:00:00Z`);
  return {
    op: 'open',
    session,
    source: { key: hash(source) },
    databases: Object.fromEntries(
      Object.entries(databases).map(([name, { image, access, changes = [] }]) => [
        name,
        { image: { key: keyOf(image) }, access, changes },
      ]),
    ),
    clock,
    seed,
  };
}

/** Large parts travel when the keeper has not had them yet, or has let them go. */
async function sentOpening(keeper: Keeper, opening: OpenRequest, spec: SandboxSpec): Promise<Reply> {
  const contents = new Map([
    [opening.source.key, () => spec.source],
    ...Object.values(spec.databases).map(
      ({ image }) => [keyOf(image), () => Buffer.from(image).toString('base64')] as const,
    ),
  ]);
  const packed = ({ key }: Parcel): Parcel => {
    const content = contents.get(key);
    if (keeper.holds.has(key) || content === undefined) return { key };
    keeper.holds.add(key);
    return { key, content: content() };
  };
  for (;;) {
    const reply = await keeper.ask({
      ...opening,
      source: packed(opening.source),
      databases: Object.fromEntries(
        Object.entries(opening.databases).map(([name, one]) => [name, { ...one, image: packed(one.image) }]),
      ),
    });
    if (reply.is !== 'missing') return reply;
    for (const key of reply.keys) keeper.holds.delete(key);
  }
}

/** The work goes on where somebody stops waiting for it: what has begun is part of the sandbox's past. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
