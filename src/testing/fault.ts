/** The contract of faults, as checks. The world inside must be deterministic, as `testWorld` asks. */
import assert from 'node:assert/strict';
import { withoutBytes } from '../core/block.ts';
import { type Event, eventsOf, type FaultInjected } from '../core/event.ts';
import type { Fault } from '../core/fault.ts';
import type { Task } from '../core/task.ts';
import type { ToolCall } from '../core/tool.ts';
import { type Observation, type Session, type World, wrap } from '../core/world.ts';
import { assertJson, type ContractCheck, check, frozen, never } from './contract-check.ts';
import { opened } from './opened.ts';
import type { TrialCall } from './world.ts';

export interface FaultTrial {
  readonly fault: () => Fault;
  readonly world: () => World;
  readonly task: Task;
  /** Calls that make sense in this task, one after the other; enough of them for faults to land. */
  readonly calls: readonly TrialCall[];
  /** Tried one after the other; ten unless told. */
  readonly seeds?: readonly string[];
}

export function testFault(trial: FaultTrial): readonly ContractCheck[] {
  return [
    check('plans before the first call', () => plansFirst(trial)),
    check('does the same for the same seed', () => sameTwice(trial)),
    check('lands for some seed', () => lands(trial)),
    check('leaves the world behind it clean', () => cleanBehind(trial)),
    check('tells for each fault what was hidden, and alters nothing else', () => tellsAll(trial)),
    check('leaves the tools as they are', () => sameTools(trial)),
    check('leaves speaking, looking and closing as they are', () => restUntouched(trial)),
    check('lets the breakage of the world through', () => worldBreaks(trial)),
  ];
}

const TEN_SEEDS = Array.from({ length: 10 }, (_, i) => `seed-${i}`);
const seedsOf = ({ seeds = TEN_SEEDS }: FaultTrial): readonly string[] => seeds;

interface Passed {
  readonly call: ToolCall;
  readonly clean: Observation;
}

interface Tried {
  readonly events: readonly Event[];
  readonly seen: readonly Observation[];
  /** What reached the world, by the number of the call, from 1. */
  readonly reached: ReadonlyMap<number, Passed>;
}

async function tried(trial: FaultTrial, seed: string): Promise<Tried> {
  const { session: world, opening, events } = await opened({ world: trial.world(), task: trial.task, seed });
  const reached = new Map<number, Passed>();
  let number = 0;
  const watched = wrap(world, {
    call: async (call, signal) => {
      assert.ok(!reached.has(number), `call ${number} was made twice in the world`);
      const clean = await world.call(call, signal);
      reached.set(number, { call, clean });
      return frozen(clean);
    },
  });
  const session = trial.fault().wrap(watched, opening);
  const seen: Observation[] = [];
  for (const { name, input } of trial.calls) {
    number++;
    seen.push(await session.call(frozen({ id: `call-${number}`, name, input }), never));
  }
  await session.close();
  return { events, seen, reached };
}

async function plansFirst(trial: FaultTrial): Promise<void> {
  const fault = trial.fault();
  for (const seed of seedsOf(trial)) {
    const { session, opening, events } = await opened({ world: trial.world(), task: trial.task, seed });
    const before = events.length;
    fault.wrap(session, opening);
    const planned = events.slice(before);
    assert.deepEqual(
      planned.map((event) => event.type === 'fault-planned' && event.fault),
      [fault.name],
      'wrapping must emit fault-planned, once, under the name of the fault, and nothing else',
    );
    assertJson(planned, 'the plan');
    await session.close();
  }
}

async function sameTwice(trial: FaultTrial): Promise<void> {
  for (const seed of seedsOf(trial)) {
    const [once, again] = [await tried(trial, seed), await tried(trial, seed)];
    assert.deepEqual(again.seen, once.seen, `the seed ${seed} gives other answers the second time`);
    assert.deepEqual(again.events, once.events, `the seed ${seed} gives other events the second time`);
  }
}

async function lands(trial: FaultTrial): Promise<void> {
  const all = await Promise.all(seedsOf(trial).map((seed) => tried(trial, seed)));
  const landed = all.some(({ events }) => eventsOf(events, 'fault-injected').length > 0);
  assert.ok(landed, 'no seed made a fault land; give the trial more calls');
}

async function cleanBehind(trial: FaultTrial): Promise<void> {
  for (const seed of seedsOf(trial)) {
    const { reached } = await tried(trial, seed);
    const { session } = await opened({ world: trial.world(), task: trial.task, seed });
    for (const [number, { call, clean }] of reached) {
      const asked = trial.calls[number - 1];
      assert.deepEqual(
        [call.name, call.input],
        [asked?.name, asked?.input],
        `call ${number} reached the world altered`,
      );
      assert.deepEqual(
        await session.call(call, never),
        clean,
        `the world answers call ${number} otherwise without the fault`,
      );
    }
    await session.close();
  }
}

async function tellsAll(trial: FaultTrial): Promise<void> {
  const { name } = trial.fault();
  for (const seed of seedsOf(trial)) {
    const { events, seen, reached } = await tried(trial, seed);
    const injected = new Map(eventsOf(events, 'fault-injected').map((event) => [event.call, event]));
    assert.equal(injected.size, eventsOf(events, 'fault-injected').length, 'two faults landed on one call');
    assertJson([...events], 'what the fault emitted');
    for (const [i, observation] of seen.entries()) {
      const passed = reached.get(i + 1);
      const event = injected.get(i + 1);
      if (event !== undefined) assertTold(event, { name, tool: trial.calls[i]?.name, observation, passed });
      else assert.deepEqual(observation, passed?.clean, `call ${i + 1} was altered, and nothing tells so`);
    }
    for (const missed of eventsOf(events, 'fault-missed')) {
      assert.ok(!injected.has(missed.call), `the fault of call ${missed.call} both landed and missed`);
      assert.notEqual(missed.why, '', `nothing says why the fault of call ${missed.call} missed`);
    }
  }
}

interface Landed {
  readonly name: string;
  readonly tool: string | undefined;
  readonly observation: Observation;
  readonly passed: Passed | undefined;
}

function assertTold(event: FaultInjected, { name, tool, observation, passed }: Landed): void {
  const what = `the fault of call ${event.call}`;
  assert.equal(event.fault, name, `${what} is told under another name`);
  assert.equal(event.tool, tool, `${what} is told of another tool`);
  assert.equal(
    passed !== undefined,
    event.applied !== 'never',
    `${what} says "${event.applied}" of what the world did`,
  );
  assert.deepEqual(
    event.clean,
    passed === undefined ? null : withoutBytes(passed.clean.blocks),
    `${what} does not tell what the world really said`,
  );
  assert.notDeepEqual(observation, passed?.clean, `${what} altered nothing`);
  if (event.manner === 'explicit') assert.equal(observation.isError, true, `${what} is explicit, and yet no error`);
  else assert.equal(observation.isError, passed?.clean.isError, `${what} is implicit, and yet gives itself away`);
  assert.deepEqual(observation.notices, passed?.clean.notices ?? [], `${what} touched the notices`);
}

async function sameTools(trial: FaultTrial): Promise<void> {
  const { session, opening } = await opened({ world: trial.world(), task: trial.task });
  const faulty = trial.fault().wrap(session, opening);
  assert.deepEqual(faulty.tools, session.tools, 'the tools look otherwise through the fault');
  await session.close();
}

async function restUntouched(trial: FaultTrial): Promise<void> {
  const { session, opening } = await opened({ world: trial.world(), task: trial.task });
  const heard: string[] = [];
  let closed = 0;
  const hearing = { over: false, brief: 'the next brief', notices: [] };
  const faulty = trial.fault().wrap(
    wrap(session, {
      say: async (text) => {
        heard.push(text);
        return hearing;
      },
      close: async () => void closed++,
    }),
    opening,
  );
  assert.deepEqual(await faulty.say('these words', never), hearing, 'what is heard comes otherwise through the fault');
  assert.deepEqual(heard, ['these words'], 'what is said comes otherwise through the fault');
  assert.deepEqual(await plainState(faulty), await plainState(session), 'the state looks otherwise through the fault');
  await faulty.close();
  assert.equal(closed, 1, 'the fault does not close the world');
  await session.close();
}

async function plainState(session: Session): Promise<unknown> {
  const { initial, current, changes } = await session.snapshot();
  return { initial, current, changes };
}

async function worldBreaks(trial: FaultTrial): Promise<void> {
  const breakage = new Error('the roof fell in');
  for (const seed of seedsOf(trial)) {
    const { session, opening } = await opened({ world: trial.world(), task: trial.task, seed });
    let asked = 0;
    const broken = wrap(session, {
      call: () => {
        asked++;
        return Promise.reject(breakage);
      },
    });
    const faulty = trial.fault().wrap(broken, opening);
    for (const [i, { name, input }] of trial.calls.entries()) {
      const before = asked;
      const error: unknown = await faulty.call({ id: `call-${i + 1}`, name, input }, never).then(
        () => null,
        (reason: unknown) => reason,
      );
      assert.equal(error, asked > before ? breakage : null, `call ${i + 1} hides that the world broke`);
    }
    await session.close();
  }
}
