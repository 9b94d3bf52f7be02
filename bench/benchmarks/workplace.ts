/** Working days: what they cost to make, to live through, and to keep open by the hundred in one process. */
import { type Catalog, openCatalog } from '../../src/catalog/catalog.ts';
import type { Suite } from '../../src/core/suite.ts';
import type { Task } from '../../src/core/task.ts';
import type { Benchmark, Setting } from '../benchmark.ts';
import { childCount, heldByChildren, heldHere } from '../memory-of.ts';
import { spread } from '../samples.ts';
import { inTemporary } from '../temporary.ts';
import { openWorkday, playDays, type Workday } from '../workday.ts';

const SUITES = ['trainee', 'trainee-continual'] as const;
const FIRST_CALLS = 10;
const MEGABYTE = 1024 * 1024;

const benchmark: Benchmark = {
  summary: 'working days: made, lived through, and hundreds of them open at once',
  run: (setting) =>
    inTemporary(async (home) => {
      if (globalThis.gc === undefined)
        setting.paper.remark('without --expose-gc: what is not collected yet is counted too');
      const catalog = openCatalog({ PRACTICUM_HOME: home });
      try {
        await measure(catalog, setting);
      } finally {
        await catalog.close();
      }
    }),
};
export default benchmark;

async function measure(catalog: Catalog, setting: Setting): Promise<void> {
  for (const name of SUITES) {
    const suite = await catalog.suite(name);
    const tasks = setting.quick ? suite.tasks.slice(0, 5) : suite.tasks;
    made(name, tasks, setting);
    await lived(suite, tasks, setting);
  }
  const suite = await catalog.suite(SUITES[0]);
  const live = setting.quick ? 20 : 500;
  await keptOpen(suite, live, setting);
  await leftBehind(suite, live, setting);
}

/** The yardstick: the same scenarios written and read as JSON. */
function made(name: string, tasks: readonly Task[], { paper }: Setting): void {
  const before = held().heap;
  const seconds = timed(() => tasks.map(({ setup, truth, asked }) => [setup, truth, asked]));
  const heap = held().heap - before;
  const yardstick = timed(() =>
    tasks.map(({ setup, truth, asked }) => JSON.parse(JSON.stringify([setup, truth, asked]))),
  );
  const what = `${name}: ${tasks.length} scenarios`;
  paper.figure({ what: `yardstick: ${tasks.length} scenarios as JSON and back`, value: yardstick, unit: 's' });
  paper.figure({ what: `${what} made`, value: seconds, unit: 's', atMost: 30, yardstick });
  paper.figure({ what: `${what} in memory`, value: heap, unit: 'MB' });
}

function timed(work: () => unknown): number {
  const began = performance.now();
  work();
  return (performance.now() - began) / 1000;
}

/** Each day twice, and the lesser counts: a busy machine only adds. The yardstick is the day's record alone, as JSON and back. */
async function lived(suite: Suite, tasks: readonly Task[], { paper }: Setting): Promise<void> {
  const days: number[] = [];
  const records: number[] = [];
  const share = coreShare();
  for (const task of tasks) {
    const { days: first, episode } = await playDays(suite, task);
    const { days: second } = await playDays(suite, task);
    days.push(...first.map((time, i) => Math.min(time, second[i] ?? time)));
    records.push((timed(() => JSON.parse(JSON.stringify(episode.events))) * 1000) / first.length);
  }
  const { median, p95, most } = spread(Float64Array.from(days));
  const yardstick = spread(Float64Array.from(records)).median;
  const what = `${suite.name}: an oracle day`;
  paper.figure({ what: "yardstick: a day's record as JSON and back", value: yardstick, unit: 'ms' });
  paper.figure({ what: `${what}, median of ${days.length}`, value: median, unit: 'ms', atMost: 1000, yardstick });
  paper.figure({ what: `${what}, p95`, value: p95, unit: 'ms', atMost: 1000 });
  paper.figure({ what: `${what}, maximum`, value: most, unit: 'ms', atMost: 1000 });
  paper.remark(`while there was something to do, ${share().toFixed(2)} of a core was given to it`);
}

/** Well below 1, others had the machine. */
function coreShare(): () => number {
  const cpu = process.cpuUsage();
  const loop = performance.eventLoopUtilization();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return (user + system) / 1000 / performance.eventLoopUtilization(loop).active;
  };
}

/** The yardstick: the same calls with one day open at a time. */
async function keptOpen(suite: Suite, live: number, { paper }: Setting): Promise<void> {
  const alone: number[] = [];
  for (let i = 0; i < suite.tasks.length; i++) alone.push(...(await driven([openNth(suite, i)])));
  const yardstick = spread(Float64Array.from(alone)).median;
  const before = held();
  const days = Array.from({ length: live }, (_, i) => openNth(suite, i));
  const first = await driven(days, FIRST_CALLS);
  const open = held();
  const rest = await driven(days);
  const after = held();
  for (const day of days) await day.end();
  const what = `${live} days live`;
  paper.figure({ what: 'yardstick: a call with one day live, median', value: yardstick, unit: 'ms' });
  paper.figure({ what: `${what}, ${FIRST_CALLS} calls each: heap`, value: open.heap - before.heap, unit: 'MB' });
  paper.figure({ what: `${what}: process and sandboxes in all`, value: open.all, unit: 'MB', atMost: 1024 });
  paper.figure({
    what: `${what}: a call, median of ${first.length}`,
    value: spread(first).median,
    unit: 'ms',
    yardstick,
  });
  const { median, p95, most } = spread(rest);
  paper.figure({ what: `${what}, driven on: a call, median of ${rest.length}`, value: median, unit: 'ms', yardstick });
  paper.figure({ what: `${what}, driven on: a call, p95`, value: p95, unit: 'ms' });
  paper.figure({ what: `${what}, driven on: a call, maximum`, value: most, unit: 'ms' });
  paper.figure({ what: `${live} days done, with their records: heap`, value: after.heap - before.heap, unit: 'MB' });
}

/** The same scenarios again and again, as trials and agents meet them. */
function openNth(suite: Suite, i: number): Workday {
  const task = suite.tasks[i % suite.tasks.length];
  if (task === undefined) throw new Error('the suite has tasks');
  return openWorkday(suite, task, String(i));
}

/** One call each, in turns, as long as there are any. Gives the milliseconds of each. */
async function driven(days: readonly Workday[], most = Number.POSITIVE_INFINITY): Promise<Float64Array> {
  const times: number[] = [];
  let still = days;
  for (let turn = 0; turn < most && still.length > 0; turn++) {
    const next: Workday[] = [];
    for (const day of still) {
      const time = await day.step();
      if (time === null) continue;
      times.push(time);
      next.push(day);
    }
    still = next;
  }
  return Float64Array.from(times);
}

async function leftBehind(suite: Suite, count: number, { paper }: Setting): Promise<void> {
  const use = async (): Promise<void> => {
    for (let i = 0; i < count; i++) {
      const day = openNth(suite, i);
      await driven([day], FIRST_CALLS);
      await day.leave();
    }
  };
  const processes = childCount();
  const before = held();
  await use();
  const between = held();
  await use();
  const after = held();
  const what = `${count} opened, used and closed`;
  paper.figure({ what: `${what}: heap`, value: between.heap - before.heap, unit: 'MB' });
  paper.figure({ what: `${what} once more: heap`, value: after.heap - between.heap, unit: 'MB', atMost: 5 });
  paper.figure({ what: `${what} once more: all memory`, value: after.all - between.all, unit: 'MB', atMost: 60 });
  paper.figure({ what: 'processes left over', value: childCount() - processes, unit: '', atMost: 0 });
}

/** In megabytes, garbage collected: this process's heap, and all that it and its children hold. */
function held(): { readonly heap: number; readonly all: number } {
  globalThis.gc?.();
  return { heap: process.memoryUsage().heapUsed / MEGABYTE, all: heldHere() + heldByChildren() };
}
