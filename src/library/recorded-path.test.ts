import { describe, expect, it } from 'vitest';
import { cornerShop, cornerShopWorld } from '../../test/corner-shop.ts';
import { hasty } from '../agents/hasty.ts';
import { oracle } from '../agents/oracle.ts';
import { text } from '../core/block.ts';
import type { Episode } from '../core/episode.ts';
import { eventsOf } from '../core/event.ts';
import type { JsonObject } from '../core/json.ts';
import type { Mode } from '../core/plan.ts';
import { play } from '../core/play.ts';
import type { Task } from '../core/task.ts';
import { type World, wrap } from '../core/world.ts';
import { faultsFor } from '../faults/injected.ts';
import { type RecordedStep, recordedSolution } from './recorded-path.ts';

const task = cornerShop.tasks[0] as Task;
const order = { sku: 'SKU-2', quantity: 18 };
const ANSWER: RecordedStep = { say: '{"ordered": "SKU-2", "quantity": 18}' };
const PATH: readonly RecordedStep[] = [{ call: 'list_items' }, { call: 'place_order', input: order }, ANSWER];
const effectOf = (tool: string) =>
  cornerShopWorld.about.tools.find(({ name }) => name === tool)?.effect ?? ('unknown' as const);

interface Taken {
  readonly mode?: Mode;
  readonly seed?: number;
  readonly world?: World;
  readonly agentOf?: typeof oracle;
}
async function taken(
  steps: readonly RecordedStep[],
  { mode = 'E0', seed = 0, world = cornerShopWorld, agentOf = oracle }: Taken = {},
): Promise<Episode> {
  const agent = agentOf({ solution: recordedSolution(steps, { effectOf }), asked: {} });
  const faults = faultsFor(mode, { count: 2, duration: 2, length: 4 });
  return play(task, { world, judge: cornerShop.judge(task), agent, faults }, { seed });
}
/** A reference in a text. */
const ref = (place: string): string => `$\{${place}}`;
const inputs = ({ events }: Episode): readonly unknown[] => eventsOf(events, 'tool-called').map(({ input }) => input);

describe('a recorded path', () => {
  it('is taken again, step by step, with its answer', async () => {
    const episode = await taken(PATH);
    expect(episode.result).toMatchObject({ outcome: 'passed' });
    expect(inputs(episode)).toEqual([{}, order]);
    expect(episode.answer).toBe('{"ordered": "SKU-2", "quantity": 18}');
  });

  it('fails where a step is left out', async () => {
    expect((await taken([ANSWER])).result).toMatchObject({ outcome: 'failed' });
  });

  it.each(['E1', 'E2', 'E3'] as const)('gets through %s under the careful hands, whatever the seed', async (mode) => {
    const outcomes: string[] = [];
    let landed = 0;
    for (let seed = 0; seed < 30; seed++) {
      const { result, events } = await taken(PATH, { mode, seed });
      landed += eventsOf(events, 'fault-injected').length;
      outcomes.push(result.outcome);
    }
    expect(new Set(outcomes)).toEqual(new Set(['passed']));
    expect(landed).toBeGreaterThan(30);
  });

  it('is not spared by hasty hands', async () => {
    const outcomes = new Set<string>();
    for (let seed = 0; seed < 30; seed++)
      outcomes.add((await taken(PATH, { mode: 'E1', seed, agentOf: hasty })).result.outcome);
    expect(outcomes.has('failed')).toBe(true);
  });

  it('does not write twice where a proof says that it was done', async () => {
    // A shop that takes the same order as often as it is placed.
    const placed: string[] = [];
    const lax: World = {
      ...cornerShopWorld,
      open: async (given, opening) => {
        const session = await cornerShopWorld.open(given, opening);
        return wrap(session, {
          call: async (call, signal) => {
            if (call.name !== 'place_order') return session.call(call, signal);
            placed.push(String((call.input as JsonObject).sku));
            await session.call(call, signal);
            return { blocks: [text('{}')], isError: false, notices: [] };
          },
        });
      },
    };
    const proof = { call: 'list_orders', input: { sku: 'SKU-2' }, at: '/orders/0/quantity', is: 18 };
    const proven = PATH.map((step) =>
      'call' in step && step.call === 'place_order' ? { ...step, done: proof } : step,
    );
    const most = async (steps: readonly RecordedStep[]): Promise<number> => {
      let worst = 0;
      for (let seed = 0; seed < 30; seed++) {
        placed.length = 0;
        await taken(steps, { mode: 'E1', seed, world: lax });
        worst = Math.max(worst, placed.length);
      }
      return worst;
    };
    expect(await most(proven)).toBe(1);
    expect(await most(PATH)).toBeGreaterThan(1);
  });

  it('takes values from earlier answers, in inputs and in what is said', async () => {
    const steps: readonly RecordedStep[] = [
      { call: 'list_items' },
      {
        call: 'place_order',
        input: { sku: { $from: { step: 0, at: '/items/1/sku' } }, quantity: 18 },
      },
      { call: 'list_orders', input: { sku: ref('0:/items/1/sku') } },
      {
        say: `Costs $${ref('0:/x')}. {"ordered": "${ref('2:/orders/0/sku')}", "quantity": ${ref('2:/orders/0/quantity')}}`,
      },
    ];
    const episode = await taken(steps);
    expect(inputs(episode)).toEqual([{}, order, { sku: 'SKU-2' }]);
    expect(episode.answer).toBe(`Costs ${ref('0:/x')}. {"ordered": "SKU-2", "quantity": 18}`);
    expect(episode.result).toMatchObject({ outcome: 'passed' });
  });

  it.each(['E2', 'E3'] as const)(
    'finds what it refers to under %s, although answers come cut and emptied',
    async (mode) => {
      const steps: readonly RecordedStep[] = [
        { call: 'list_items' },
        { call: 'place_order', input: { sku: { $from: { step: 0, at: '/items/1/sku' } }, quantity: 18 } },
        ANSWER,
      ];
      for (let seed = 0; seed < 20; seed++)
        expect((await taken(steps, { mode, seed })).result, `seed ${seed}`).toMatchObject({ outcome: 'passed' });
    },
  );

  it('gives up, by its own fault, where the answer does not hold what it refers to', async () => {
    const steps: readonly RecordedStep[] = [{ call: 'list_items' }, { say: ref('0:/items/9/sku') }];
    expect((await taken(steps)).result).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('the answer of list_items has nothing at /items/9/sku'),
    });
  });

  it.each([
    ['has no answer', [{ call: 'list_items' }], 'must end with {"say": …}'],
    ['answers twice', [ANSWER, ANSWER], 'must end with {"say": …}'],
    ['is empty', [], 'must end with {"say": …}'],
    ['has a step of another make', [{ tool: 'list_items' }, ANSWER], 'neither {"call", "input"} nor {"say"}'],
    ['refers ahead', [{ call: 'a', input: { x: { $from: { step: 0, at: '' } } } }, ANSWER], 'not before it'],
    ['refers ahead in a text', [{ call: 'a', input: { x: [ref('1:/id')] } }, ANSWER], 'not before it'],
    ['answers with what no step brought', [{ say: ref('0:/id') }], 'a step that is not there'],
  ])('is refused where it %s', (_why, steps, words) => {
    expect(() => recordedSolution(steps as readonly RecordedStep[])).toThrow(words);
  });
});
