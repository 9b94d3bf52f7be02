/**
 * A program in its own engine: QuickJS in WebAssembly, with a memory that nothing outside shares. This and `guest-image.ts` are
 * the only files that know that engine. A source is executed once, and every sandbox of it begins where that left off. Strings
 * are all that goes in and out.
 */
import { EvalFlags, Intrinsics, JSException, type JSValueHandle, QuickJS, type QuickJSOptions } from 'quickjs-wasi';
import type { Meter } from './ending.ts';
import { type GuestImage, guestImage, type Memory } from './guest-image.ts';
import { ENTRANCE, HOST_FUNCTION, preludeFor, THROWN, VALUE } from './guest-prelude.ts';
import type { SandboxLimits } from './sandbox.ts';

/** Asked by the program: `all`, `get` or `run` of a database. Gives the text of `{ value }` or `{ error }`; never throws. */
export type Ask = (database: string, way: string, sql: string, parameters: string) => string;

export interface GuestSpec {
  readonly meter: Meter;
  readonly ask: Ask;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Four whole numbers, for the program's own chance. */
  readonly seed: readonly number[];
}

export interface Guest {
  /** JSON text of the value or of what was thrown; null where the program was ended, and the meter knows why. */
  call(name: string, args: string): { readonly ok: boolean; readonly text: string } | null;
  dispose(): void;
}

export interface GuestSource {
  /** A fresh program, as it is right after its source was executed; null where the meter has ended it. */
  start(spec: GuestSpec): Promise<Guest | null>;
}

export interface Engine {
  readonly module: WebAssembly.Module;
  readonly limits: SandboxLimits;
}

const STACK_BYTES = 256 * 1024;
/** No clock but ours, nothing of the collector, no errors of a browser. */
const INTRINSICS =
  Intrinsics.DATE |
  Intrinsics.EVAL |
  Intrinsics.REGEXP |
  Intrinsics.JSON |
  Intrinsics.PROXY |
  Intrinsics.MAP_SET |
  Intrinsics.TYPED_ARRAYS |
  Intrinsics.PROMISE |
  Intrinsics.BIG_INT;

const NOT_YET: Ask = () => JSON.stringify({ error: 'no database is open while the source is executed' });

/** The names of the databases are part of a source: the prelude lends a handle for each. */
export function guestSource(source: string, databases: readonly string[], engine: Engine): GuestSource {
  const prelude = preludeFor(databases);
  let image: GuestImage | null = null;
  const executed = async (spec: GuestSpec, room: Room): Promise<QuickJS | null> => {
    const vm = await QuickJS.create({ ...room.options, intrinsics: INTRINSICS });
    const host = vm.newFunction(HOST_FUNCTION, hostFunction(vm, NOT_YET));
    vm.setProp(vm.global, HOST_FUNCTION, host);
    host.dispose();
    vm.evalCode(prelude, 'prelude').dispose();
    begin(vm, spec);
    room.forget();
    const done = guarded(spec.meter, () => vm.evalCode(source, 'source', EvalFlags.STRICT).dispose());
    return done === null ? null : vm;
  };
  return {
    async start(spec) {
      const room = roomFor(spec, engine);
      if (image === null) {
        const vm = await executed(spec, room);
        if (vm === null) return null;
        // A source that reads the clock or draws while it is executed is executed again for each sandbox.
        if (room.hasReadClock() || enter(vm, 'drawn') === 'yes') return connected(vm, spec);
        image = await guestImage(vm.snapshot(), roomFor(spec, engine));
        vm.dispose();
      }
      const fresh = roomFor(spec, engine);
      const vm = await QuickJS.restore(image.into(fresh.memory), fresh.options);
      begin(vm, spec);
      return connected(vm, spec);
    },
  };
}

interface Room {
  readonly options: QuickJSOptions;
  readonly memory: Memory;
  hasReadClock(): boolean;
  forget(): void;
}

/** All that the engine can ask for: a clock that stands, bytes of chance that are none, and a place where words go nowhere. */
function roomFor({ meter, now }: GuestSpec, { module, limits }: Engine): Room {
  let memory: { readonly buffer: ArrayBuffer } | undefined;
  let hasRead = false;
  const there: Memory = () => {
    if (memory === undefined) throw new Error('the engine has no memory yet');
    return memory;
  };
  const nanoseconds = BigInt(now) * 1_000_000n;
  return {
    memory: there,
    hasReadClock: () => hasRead,
    forget: () => {
      hasRead = false;
    },
    options: {
      wasm: module,
      memoryLimit: limits.memoryBytes,
      maxStackSize: STACK_BYTES,
      timezoneOffset: 0,
      interruptHandler: meter.tick,
      wasi: (given) => {
        memory = given;
        return {
          clock_time_get: (_clock: number, _precision: bigint, at: number) => {
            hasRead = true;
            new DataView(there().buffer).setBigUint64(at, nanoseconds, true);
            return 0;
          },
          random_get: (at: number, length: number) => {
            new Uint8Array(there().buffer, at, length).fill(7);
            return 0;
          },
          fd_write: () => NOT_SUPPORTED,
        };
      },
    },
  };
}

const NOT_SUPPORTED = 52;

function begin(vm: QuickJS, { seed }: GuestSpec): void {
  enter(vm, 'begin', '', JSON.stringify(seed));
}

function connected(vm: QuickJS, { meter, ask }: GuestSpec): Guest {
  vm.registerHostCallback(HOST_FUNCTION, hostFunction(vm, ask));
  return {
    call: (name, args) => {
      const text = guarded(meter, () => enter(vm, 'call', name, args));
      if (text === null) return null;
      if (text.startsWith(VALUE)) return { ok: true, text: text.slice(VALUE.length) };
      if (text.startsWith(THROWN) && !isOutOfMemory(text)) return { ok: false, text: text.slice(THROWN.length) };
      meter.mark('memory-limit', 'it ran out of memory');
      return null;
    },
    dispose: () => vm.dispose(),
  };
}

const OUT_OF_MEMORY = 'out of memory';

function isOutOfMemory(told: string): boolean {
  return told.includes(`"name":"InternalError","message":"${OUT_OF_MEMORY}"`);
}

/** The host's side of a statement. Only strings are read, so nothing of the program runs here. */
function hostFunction(vm: QuickJS, ask: Ask): (...args: JSValueHandle[]) => JSValueHandle {
  // The engine takes its own reference to what is given back; ours is let go at the next question.
  let last: JSValueHandle | undefined;
  return (...args) => {
    const [database = '', way = '', sql = '', parameters = ''] = args.map((arg) =>
      arg.isString ? arg.toString() : '',
    );
    last?.dispose();
    last = vm.newString(ask(database, way, sql, parameters));
    return last;
  };
}

function enter(vm: QuickJS, ...words: readonly string[]): string {
  const args = words.map((word) => vm.newString(word));
  const entrance = vm.global.getProp(ENTRANCE);
  try {
    return vm.callFunction(entrance, vm.undefined, ...args).consume((answer) => answer.toString());
  } finally {
    for (const handle of [...args, entrance]) handle.dispose();
  }
}

const LONGEST_MESSAGE = 500;

/** Whatever comes out of the engine as an error has ended the program. */
function guarded<T>(meter: Meter, work: () => T): T | null {
  try {
    const result = work();
    if (meter.ended() === null) return result;
  } catch (error) {
    const message = (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_MESSAGE);
    if (message === OUT_OF_MEMORY) meter.mark('memory-limit', 'it ran out of memory');
    else if (error instanceof JSException)
      meter.mark('refused', `it throws where it begins: ${error.name}: ${message}`);
    else meter.mark('crashed', `the engine broke: ${message}`);
  }
  return null;
}
