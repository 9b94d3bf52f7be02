/**
 * Database worlds of all three kinds, on databases of about 300 KB: in TypeScript, in the sandbox, and imported Python. The yardstick
 * is an application as Agent World Model runs it: a FastAPI process under uvicorn for each episode.
 */
import { join } from 'node:path';
import { stream } from '../../src/core/random.ts';
import type { Task } from '../../src/core/task.ts';
import type { Session, World } from '../../src/core/world.ts';
import { openPythonEngine } from '../../src/engines/python/pool.ts';
import { openSandboxPool } from '../../src/engines/sandbox/pool.ts';
import { importAwm } from '../../src/library/awm/import.ts';
import { readAwmSuite } from '../../src/library/awm/suite.ts';
import { systemClock } from '../../src/run/system-clock.ts';
import { generatedWorld } from '../../src/worlds/database/generated.ts';
import { pythonWorld } from '../../src/worlds/database/python/world.ts';
import { writeAwmRelease } from '../../test/awm-release.ts';
import { clientsPython, pythonHome } from '../../test/python.ts';
import type { Benchmark, Setting } from '../benchmark.ts';
import { type Application, type FastapiProcess, startFastapi } from '../fastapi-process.ts';
import { childCount, heldByChildren, heldHere } from '../memory-of.ts';
import { samples, spread } from '../samples.ts';
import { inTemporary } from '../temporary.ts';
import { warehouse } from '../warehouse.ts';

const ITEMS = 3450;
const { signal } = new AbortController();
const opening = { seed: '0', emit: () => undefined, random: () => stream(0) };

/** A kind of world, and what is asked of it. */
interface Kind {
  readonly name: string;
  readonly world: World;
  readonly task: Task;
  readonly call: { readonly name: string; readonly input: Readonly<Record<string, string>> };
  readonly live: number;
  readonly megabytes: number;
  readonly openTimes: number;
  readonly callTimes: number | null;
  readonly count: number;
}

const benchmark: Benchmark = {
  summary: 'database worlds of three kinds against a FastAPI process for each episode',
  async run(setting) {
    const python = clientsPython();
    if (python === null) {
      setting.paper.remark('left out: scripts/ci-tools.sh makes the Python environments that this needs');
      return;
    }
    await inTemporary((directory) => measureAll(directory, python, setting));
  },
};
export default benchmark;

async function measureAll(directory: string, python: string, { quick, paper }: Setting): Promise<void> {
  const source = join(directory, 'release');
  writeAwmRelease(source);
  await importAwm(source, { out: join(directory, 'awm'), force: false, mode: 'repaired', fk: 'on' });
  const suite = readAwmSuite(join(directory, 'awm'));
  const task = suite.tasks.find(({ id }) => id === 'seed_library_lending.0');
  if (task === undefined) throw new Error('the release has no seed library');
  const scenario = suite.scenario(task);
  const image = scenario.image();
  paper.remark(
    `databases: ${(image.length / 1024).toFixed(0)} KB imported, ${(warehouse(ITEMS).golden().length / 1024).toFixed(0)} KB otherwise`,
  );

  const application = { python, source: scenario.source, image, path: LOOK.path };
  // Anew for each kind, since the machine may be busier now than it was.
  const yardstick = (): Promise<Yardstick> => measuredYardstick(directory, application, { quick, paper });

  const pool = openSandboxPool({ keepers: 2 });
  const engine = openPythonEngine({ home: pythonHome(), trust: false, clock: systemClock });
  try {
    const { key, name, clock, mode } = scenario;
    const imported = pythonWorld({
      name: task.world,
      title: scenario.title,
      rules: '',
      engine: () => engine,
      spec: () => ({ key, name, source: scenario.source, image, clock, mode }),
      repairs: () => [],
    });
    for (const kind of kindsOf({ quick, pool, imported, task })) {
      // What one kind holds must not count for the next.
      if (kind.name === 'imported') await pool.close();
      await measure(kind, await yardstick(), paper);
    }
  } finally {
    await Promise.all([pool.close(), engine.close()]);
  }
}

interface Yardstick {
  readonly open: number;
  readonly call: number;
}

async function measuredYardstick(
  directory: string,
  application: Application,
  { quick, paper }: Setting,
): Promise<Yardstick> {
  const starts: number[] = [];
  let running: FastapiProcess | undefined;
  for (let i = 0; i < (quick ? 1 : 5); i++) {
    running?.stop();
    running = await startFastapi(directory, application);
    starts.push(running.openMs);
  }
  if (running === undefined) throw new Error('no process was started');
  const { call, megabytes, stop } = running;
  const open = spread(Float64Array.from(starts)).median;
  const once = spread(await samples(quick ? 100 : 500, call)).median;
  paper.figure({ what: 'yardstick: uvicorn, to the first answer', value: open, unit: 'ms' });
  paper.figure({ what: 'yardstick: a call over HTTP', value: once, unit: 'ms' });
  paper.figure({ what: 'yardstick: memory of one', value: megabytes(), unit: 'MB' });
  stop();
  return { open, call: once };
}

/** A look at the library that needs no argument. */
const LOOK = { tool: 'list_varieties', path: '/api/varieties' };

interface Kinds {
  readonly quick: boolean;
  readonly pool: ReturnType<typeof openSandboxPool>;
  readonly imported: World;
  readonly task: Task;
}

function kindsOf({ quick, pool, imported, task }: Kinds): readonly Kind[] {
  const { suite, task: stock, schema } = warehouse(ITEMS);
  const look = { name: 'get_item', input: { sku: 'SKU-17' } };
  const share = quick ? 0.1 : 1;
  return [
    {
      name: 'trusted',
      world: suite.world(stock),
      task: stock,
      call: look,
      live: 1000 * share,
      megabytes: 1024,
      openTimes: 1000,
      callTimes: 30,
      count: 1000 * share,
    },
    {
      name: 'sandboxed',
      world: sandboxed(pool, suite.world(stock), schema()),
      task: stock,
      call: look,
      live: 1000 * share,
      megabytes: 2560,
      openTimes: 150,
      callTimes: null,
      count: 300 * share,
    },
    {
      name: 'imported',
      world: imported,
      task,
      call: { name: LOOK.tool, input: {} },
      live: 200 * share,
      megabytes: 2560,
      openTimes: 40,
      callTimes: null,
      count: 200 * share,
    },
  ];
}

/** The same warehouse, its one tool as a model might have written it. */
function sandboxed(pool: Kinds['pool'], { about }: World, schema: string): World {
  return generatedWorld({
    pool,
    name: 'warehouse',
    title: about.title,
    rules: about.rules,
    tools: about.tools.filter(({ name }) => name === 'get_item'),
    schema,
    source: `tools.get_item = ({ sku }, { db, error }) =>
      db.get('SELECT sku, name, shelf, stock FROM item WHERE sku = ?', sku) ?? error('not_found', 'no such item');`,
  });
}

async function measure(kind: Kind, yardstick: Yardstick, paper: Setting['paper']): Promise<void> {
  const { name, live, count } = kind;
  const act = async (session: Session): Promise<void> => {
    const { isError } = await session.call({ id: 'call-1', ...kind.call }, signal);
    if (isError) throw new Error(`the ${name} world refused a call`);
  };
  await used(kind, act, 20);
  const opened = await timedOpenings(kind, act);
  const openTimes = yardstick.open / spread(opened).median;
  paper.figure({ what: `${name}: open and first answer, median`, value: spread(opened).median, unit: 'ms' });
  paper.figure({ what: `${name}: opens so many times faster`, value: openTimes, unit: '×', atLeast: kind.openTimes });
  const session = await kind.world.open(kind.task, opening);
  const called = spread(await samples(count, () => act(session))).median;
  await session.close();
  paper.figure({ what: `${name}: a call, median`, value: called, unit: 'ms' });
  const faster = { what: `${name}: answers so many times faster`, value: yardstick.call / called, unit: '×' };
  paper.figure(kind.callTimes === null ? faster : { ...faster, atLeast: kind.callTimes });

  const before = heldHere() + heldByChildren();
  const processes = childCount();
  await used(kind, act, count);
  const growth = heldHere() + heldByChildren() - before;
  paper.figure({ what: `${name}: ${count} more opened, used, closed: memory`, value: growth, unit: 'MB', atMost: 60 });
  paper.figure({ what: `${name}: processes left over`, value: childCount() - processes, unit: '', atMost: 0 });

  const here = heldHere();
  const sessions: Session[] = [];
  for (let i = 0; i < live; i++) sessions.push(await kind.world.open(kind.task, opening));
  for (const one of sessions) await act(one);
  const megabytes = heldHere() - here + heldByChildren();
  paper.figure({
    what: `${name}: ${live} live at once, with their processes`,
    value: megabytes,
    unit: 'MB',
    atMost: kind.megabytes,
  });
  for (const one of sessions) await one.close();
  global.gc?.();
}

async function used({ world, task }: Kind, act: (session: Session) => Promise<void>, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    const session = await world.open(task, opening);
    await act(session);
    await session.close();
  }
}

/** To the first answer, as the yardstick; closing is left out of the time, not out of the loop. */
async function timedOpenings(
  { world, task, count }: Kind,
  act: (session: Session) => Promise<void>,
): Promise<Float64Array> {
  const times = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const began = performance.now();
    const session = await world.open(task, opening);
    await act(session);
    times[i] = performance.now() - began;
    await session.close();
  }
  return times;
}
