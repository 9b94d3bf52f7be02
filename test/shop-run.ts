/** Runs over the corner shop for tests: a plan, casts, and a model that solves the task by itself and can be watched. */

import { hasty } from '../src/agents/hasty.ts';
import { idle } from '../src/agents/idle.ts';
import { oracle } from '../src/agents/oracle.ts';
import { toolLoop } from '../src/agents/tool-loop.ts';
import { textOf } from '../src/core/block.ts';
import { DEFAULT_STYLES } from '../src/core/means.ts';
import type { Model, ModelRequest, Reply } from '../src/core/model.ts';
import { NO_USAGE } from '../src/core/model.ts';
import type { Mode, Plan } from '../src/core/plan.ts';
import { faultsFor } from '../src/faults/injected.ts';
import { recorder } from '../src/models/record.ts';
import { replayer } from '../src/models/replay.ts';
import { rowMaker } from '../src/report/row.ts';
import { runDirectory } from '../src/run/directory.ts';
import type { EpisodeCasting } from '../src/run/episode.ts';
import { makePlan } from '../src/run/planning.ts';
import type { RunOptions } from '../src/run/run.ts';
import { systemClock } from '../src/run/system-clock.ts';
import { cornerShop } from './corner-shop.ts';

export interface ShopRun {
  readonly path: string;
  readonly agents: readonly string[];
  readonly modes?: readonly Mode[];
  readonly trials?: number;
  readonly seed?: string;
  readonly model?: Model;
}

/** Agents by name: oracle, hasty, idle, and `model`, which is the tool loop around the given model. */
export async function shopRun({
  path,
  agents,
  modes = ['E0'],
  trials = 1,
  seed = '0',
  model,
}: ShopRun): Promise<RunOptions & { plan: Plan }> {
  const plan = await makePlan({
    run: 'shop',
    suite: cornerShop,
    source: 'corner-shop',
    tasks: cornerShop.tasks,
    agents: agents.map((name) => ({ name, model: name === 'model' ? 'shopkeeper' : null, settings: { kind: name } })),
    modes,
    faultCount: 1,
    faultDuration: 1,
    trials,
    seed,
    withPlan: false,
    worldModel: null,
    verifierModel: null,
    styles: DEFAULT_STYLES,
    prompts: {},
    version: 'test',
  });
  return {
    plan,
    directory: runDirectory(path),
    workers: 2,
    clock: systemClock,
    signal: new AbortController().signal,
    taskOf: ({ task }) => taskNamed(task.id),
    casting: shopCasting(plan, model ?? shopkeeper()),
    rowsOf: rowMaker(plan),
  };
}

function taskNamed(id: string): (typeof cornerShop.tasks)[number] {
  const task = cornerShop.tasks.find((one) => one.id === id);
  if (task === undefined) throw new Error(`no task ${id}`);
  return task;
}

function shopCasting(plan: Plan, model: Model): EpisodeCasting {
  return (planned, { emit, replies }) => {
    const task = taskNamed(planned.task.id);
    const solution = cornerShop.solution(task);
    if (solution === null) throw new Error('the shop has solutions');
    const { asked } = task;
    const watched = recorder({ emit })('agent', replayer({ replies })('agent', model));
    const agents = {
      oracle: () => oracle({ solution, asked }),
      hasty: () => hasty({ solution, asked }),
      idle,
      model: () => toolLoop({ model: watched, system: 'You keep a shop.', limits: { maxSteps: 12 } }),
    };
    const name = planned.agent.name as keyof typeof agents;
    const agent = agents[name]();
    return {
      world: cornerShop.world(task),
      judge: cornerShop.judge(task),
      agent: { name, act: agent.act },
      faults: faultsFor(planned.mode, {
        count: plan.faultCount,
        duration: plan.faultDuration,
        length: planned.task.length,
      }),
    };
  };
}

/** A model that knows the job: a pure function of the conversation, so that it can be asked in any order. */
export function shopkeeper(onAsked: (request: ModelRequest) => void = () => undefined): Model {
  return {
    name: 'shopkeeper',
    generate: async (request) => {
      onAsked(request);
      return { parts: [nextStep(request)], finish: 'stop', usage: NO_USAGE };
    },
  };
}

function nextStep({ messages }: ModelRequest): Reply['parts'][number] {
  const id = `c${messages.length}`;
  const results = messages.flatMap((message) => (message.role === 'tool' ? message.results : []));
  const list = results.findLast(({ name, isError }) => name === 'list_items' && !isError);
  if (list === undefined) return { type: 'tool-call', id, name: 'list_items', input: '{}' };
  const { items = [] } = JSON.parse(textOf(list.blocks)) as {
    items?: { sku: string; stock: number; minimum: number }[];
  };
  const low = items.find(({ stock, minimum }) => stock < minimum);
  if (low === undefined) return { type: 'text', text: 'Nothing is low.' };
  const order = JSON.stringify({ sku: low.sku, quantity: low.minimum * 2 - low.stock });
  const placed = results.some(({ name, isError }) => name === 'place_order' && !isError);
  if (!placed) return { type: 'tool-call', id, name: 'place_order', input: order };
  return { type: 'text', text: JSON.stringify({ ordered: low.sku, quantity: low.minimum * 2 - low.stock }) };
}
