/** What a tool call costs besides its SQL: checking the arguments, the transaction, the answer as text, the record, the log. */
import { DatabaseSync } from 'node:sqlite';
import type { Event } from '../../src/core/event.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { begin } from '../../src/core/play.ts';
import { stream } from '../../src/core/random.ts';
import type { Session } from '../../src/core/world.ts';
import { openSegment, type SegmentWriter } from '../../src/run/segment.ts';
import type { Benchmark } from '../benchmark.ts';
import { type Spread, spread } from '../samples.ts';
import { inTemporary } from '../temporary.ts';
import { SELECT, UPDATE, warehouse } from '../warehouse.ts';

const ITEMS = 1000;
/** As many calls as a long episode has; a new session follows, since a record grows with its episode. */
const CALLS_A_SESSION = 100;

const keyOf = (i: number): string => `SKU-${(i * 37) % ITEMS}`;
const { signal } = new AbortController();

interface Kind {
  readonly kind: string;
  readonly sql: string;
  readonly values: (i: number) => readonly (string | number)[];
  readonly tool: string;
  readonly input: (i: number) => JsonObject;
}

const KINDS: readonly Kind[] = [
  { kind: 'SELECT', sql: SELECT, values: (i) => [keyOf(i)], tool: 'get_item', input: (i) => ({ sku: keyOf(i) }) },
  {
    kind: 'UPDATE',
    sql: UPDATE,
    values: (i) => [i, keyOf(i)],
    tool: 'set_stock',
    input: (i) => ({ sku: keyOf(i), stock: i }),
  },
];

const benchmark: Benchmark = {
  summary: 'what a tool call costs besides its SQL',
  run: ({ quick, paper }) =>
    inTemporary(async (directory) => {
      const { suite, task, golden } = warehouse(ITEMS);
      const world = suite.world(task);
      const cast = { world, judge: suite.judge(task), agent: { name: 'bench' } };
      const bytes = golden();
      const log = openSegment(directory, (text) => text);
      const ways: readonly (readonly [string, () => Promise<Session>])[] = [
        ['session', () => world.open(task, { seed: '0', emit: () => undefined, random: () => stream(0) })],
        ['session and recorder', async () => (await begin(task, cast)).session],
        ['session, recorder and log', async () => (await begin(task, cast, { onEvent: into(log) })).session],
      ];
      const count = quick ? 2_000 : 40_000;
      paper.remark(`${count} calls each, in microseconds`);
      for (const kind of KINDS) {
        const [raw, ...calls] = await inTurns(
          [
            () => openRaw(bytes, kind),
            ...ways.map(
              ([, open]) =>
                () =>
                  openCalls(open, kind),
            ),
          ],
          count,
        );
        const yardstick = raw?.median ?? Number.NaN;
        paper.figure({ what: `${kind.kind}, raw statement (yardstick), median`, value: yardstick, unit: 'µs' });
        for (const [i, { median, p95 }] of calls.entries()) {
          paper.figure({ what: `${kind.kind}, ${ways[i]?.[0]}, median`, value: median, unit: 'µs', yardstick });
          paper.figure({ what: '  p95', value: p95, unit: 'µs' });
          paper.figure({ what: '  overhead, median', value: median - yardstick, unit: 'µs', atMost: 100 });
        }
      }
      log.close();
    }),
};
export default benchmark;

function into(log: SegmentWriter): (event: Event) => void {
  let n = 0;
  return (event) => log.append({ episode: 'bench', attempt: 1, n: n++, at: Date.now(), event });
}

interface Calls {
  call(i: number): unknown;
  close(): unknown;
}
type Open = () => Promise<Calls>;

async function openRaw(bytes: Uint8Array, { sql, values }: Kind): Promise<Calls> {
  const db = new DatabaseSync(':memory:');
  db.deserialize(bytes);
  // What is changed is watched in sessions too.
  db.createSession();
  const statement = db.prepare(sql);
  const isRead = sql.startsWith('SELECT');
  return {
    call: isRead ? (i) => statement.get(...values(i)) : (i) => statement.run(...values(i)),
    close: () => db.close(),
  };
}

async function openCalls(open: () => Promise<Session>, { tool, input }: Kind): Promise<Calls> {
  const session = await open();
  return {
    call: (i) => session.call({ id: `call-${i}`, name: tool, input: input(i) }, signal),
    close: () => session.close(),
  };
}

/** Takes the ways in turns, a session each, so that a busy machine slows them alike. In microseconds. */
async function inTurns(ways: readonly Open[], count: number): Promise<readonly Spread[]> {
  const lanes = ways.map((open) => ({ open, times: new Float64Array(count) }));
  const warmUp = Math.ceil(count / 10);
  for (let from = -warmUp; from < count; from += CALLS_A_SESSION) {
    for (const { open, times } of lanes) {
      const calls = await open();
      for (let i = from; i < Math.min(from + CALLS_A_SESSION, count); i++) {
        const began = performance.now();
        await calls.call(i + warmUp);
        if (i >= 0) times[i] = (performance.now() - began) * 1000;
      }
      await calls.close();
    }
  }
  return lanes.map(({ times }) => spread(times));
}
