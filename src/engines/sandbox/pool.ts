/** Opens sandboxes in a handful of keepers, which are started when they are needed and shared evenly. */
import { type Keeper, startKeeper } from './keeper.ts';
import { type House, hash, openPlace, unexpected, untilServed } from './place.ts';
import { recent } from './recent.ts';
import { type BuiltDatabase, DEFAULT_LIMITS, SandboxEnded, type SandboxLimits, type SandboxPool } from './sandbox.ts';

export interface SandboxPoolOptions {
  readonly keepers?: number;
  readonly limits?: Partial<SandboxLimits>;
}

const DEFAULT_KEEPERS = 2;
const KEPT_DATABASES = 64;

export function openSandboxPool({ keepers = DEFAULT_KEEPERS, limits }: SandboxPoolOptions = {}): SandboxPool {
  const house = openHouse(keepers, { ...DEFAULT_LIMITS, ...limits });
  const built = recent<Promise<BuiltDatabase>>(KEPT_DATABASES);
  return {
    open: (spec) => openPlace(spec, house),
    build: (schema) => {
      const key = hash(schema);
      const known = built.get(key) ?? build(schema, house);
      built.set(key, known);
      return known;
    },
    stats: house.stats,
    close: house.close,
  };
}

function openHouse(most: number, limits: SandboxLimits): House & Pick<SandboxPool, 'stats' | 'close'> {
  const load = new Map<Keeper, number>();
  let numbers = 0;
  let lost = 0;
  let isClosed = false;
  const start = (): Keeper => {
    const keeper = startKeeper(limits, () => {
      load.delete(keeper);
      if (!isClosed) lost++;
    });
    load.set(keeper, 0);
    return keeper;
  };
  const add = (keeper: Keeper, count: number): void => {
    const now = load.get(keeper);
    if (now !== undefined) load.set(keeper, now + count);
  };
  return {
    next: () => ++numbers,
    keeper: () => {
      if (isClosed) throw new SandboxEnded('closed', 'the pool of sandboxes was closed');
      const [least] = [...load].sort(([, a], [, b]) => a - b);
      if (least !== undefined && (least[1] === 0 || load.size >= most)) return least[0];
      return start();
    },
    entered: (keeper) => add(keeper, 1),
    left: (keeper) => add(keeper, -1),
    isClosed: () => isClosed,
    stats: () => ({
      sandboxes: [...load.values()].reduce((sum, count) => sum + count, 0),
      keepers: [...load.keys()].map(({ pid }) => pid),
      lost,
    }),
    close: async () => {
      isClosed = true;
      await Promise.all([...load.keys()].map((keeper) => keeper.kill()));
    },
  };
}

async function build(schema: string, house: House): Promise<BuiltDatabase> {
  const reply = await untilServed(house, () => house.keeper().ask({ op: 'build', schema }));
  if (reply.is === 'ended') throw new SandboxEnded(reply.reason, reply.message);
  if (reply.is !== 'built') throw unexpected(reply);
  return { image: Buffer.from(reply.image, 'base64'), state: reply.state };
}
