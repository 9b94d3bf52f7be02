import { describe, expect, it } from 'vitest';
import { cornerShop, cornerShopWorld } from '../../test/corner-shop.ts';
import { text, withoutBytes } from '../core/block.ts';
import type { Fault } from '../core/fault.ts';
import type { Task } from '../core/task.ts';
import { type Observation, type Session, wrap } from '../core/world.ts';
import { injected } from '../faults/injected.ts';
import { testFault } from './fault.ts';
import type { TrialCall } from './world.ts';

const task = cornerShop.tasks[0] as Task;
const calls: readonly TrialCall[] = [
  { name: 'list_items', input: {} },
  { name: 'list_orders', input: { sku: 'SKU-2' } },
  { name: 'place_order', input: { sku: 'SKU-2', quantity: 18 } },
  { name: 'list_orders', input: { sku: 'SKU-2' } },
  { name: 'place_order', input: { sku: 'SKU-9', quantity: 1 } },
  { name: 'place_order', input: { sku: 'SKU-3', quantity: 1 } },
  { name: 'list_items', input: {} },
];
const trial = { world: () => cornerShopWorld, task, calls };

describe.each(['E1', 'E2', 'E3'] as const)('injected faults of %s', (mode) => {
  const fault = (): Fault => injected({ mode, length: calls.length });
  for (const { name, run } of testFault({ ...trial, fault })) it(name, run);
});

async function failed(fault: () => Fault): Promise<readonly string[]> {
  const names: string[] = [];
  for (const { name, run } of testFault({ ...trial, fault })) await run().catch(() => names.push(name));
  return names;
}

/** A sound fault: the first answer becomes words. The parts that a test wants bad are replaced. */
interface Parts {
  readonly plan?: boolean;
  readonly tell?: boolean;
  readonly alter?: (clean: Observation) => Observation;
  readonly around?: (session: Session) => Session;
}
const first =
  ({ plan = true, tell = true, alter = unreadable, around = (session) => session }: Parts = {}): (() => Fault) =>
  () => ({
    name: 'first',
    wrap(inner, { emit }) {
      const session = around(inner);
      if (plan) emit({ type: 'fault-planned', fault: 'first', data: {} });
      let made = 0;
      return wrap(session, {
        call: async (call, signal) => {
          const clean = await session.call(call, signal);
          if (++made > 1) return clean;
          const hidden = withoutBytes(clean.blocks);
          const told = {
            fault: 'first',
            kind: 'words',
            manner: 'implicit',
            spell: 0,
            call: 1,
            tool: call.name,
          } as const;
          if (tell) emit({ type: 'fault-injected', ...told, applied: 'yes', paths: [''], clean: hidden });
          return alter(clean);
        },
      });
    },
  });
const unreadable = (clean: Observation): Observation => ({ ...clean, blocks: [text('"…"')] });

describe('the suite for faults', () => {
  it('finds nothing wrong with a sound fault', async () => {
    expect(await failed(first())).toEqual([]);
  });

  it('catches a fault without a plan', async () => {
    expect(await failed(first({ plan: false }))).toEqual(['plans before the first call']);
  });

  it('catches a fault that does not say what it did, or says it and did nothing', async () => {
    const tells = 'tells for each fault what was hidden, and alters nothing else';
    expect(await failed(first({ tell: false }))).toEqual(['lands for some seed', tells]);
    expect(await failed(first({ alter: (clean) => clean }))).toEqual([tells]);
    expect(await failed(first({ alter: (clean) => ({ ...unreadable(clean), isError: true }) }))).toEqual([tells]);
  });

  it('catches a fault that differs from time to time', async () => {
    let times = 0;
    const fickle = first({ alter: (clean) => ({ ...clean, blocks: [text(`"${++times}"`)] }) });
    expect(await failed(fickle)).toEqual(['does the same for the same seed']);
  });

  it('catches a fault that reaches into the world', async () => {
    const around = (session: Session): Session =>
      wrap(session, {
        call: (call, signal) =>
          session.call(call.name === 'list_orders' ? { ...call, input: { sku: 'SKU-1' } } : call, signal),
      });
    expect(await failed(first({ around }))).toContain('leaves the world behind it clean');
  });

  it('catches a fault that touches the tools, the words or the breakage of the world', async () => {
    const fewer = first({ around: (session) => wrap(session, { tools: session.tools.slice(1) }) });
    expect(await failed(fewer)).toEqual(['leaves the tools as they are']);
    const mumbling = first({
      around: (session) => wrap(session, { say: (words, signal) => session.say(words.toUpperCase(), signal) }),
    });
    expect(await failed(mumbling)).toEqual(['leaves speaking, looking and closing as they are']);
    const hiding = first({
      around: (session) =>
        wrap(session, {
          call: (call, signal) =>
            session.call(call, signal).catch(() => ({ blocks: [text('oops')], isError: true, notices: [] })),
        }),
    });
    expect(await failed(hiding)).toEqual(['lets the breakage of the world through']);
  });
});
