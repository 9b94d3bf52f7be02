import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cornerShop, cornerShopWorld } from '../../test/corner-shop.ts';
import type { Clock } from '../core/clock.ts';
import type { Episode } from '../core/episode.ts';
import { eventsOf } from '../core/event.ts';
import { play } from '../core/play.ts';
import type { Task } from '../core/task.ts';
import { systemClock } from '../run/system-clock.ts';
import { testAgent } from '../testing.ts';
import { type ExternalOptions, entry, external } from './external.ts';

const task = cornerShop.tasks[0] as Task;
const judge = cornerShop.judge(task);

/** Solves the corner shop by what it is told, in Python, with nothing but its standard library. */
const PYTHON = `
import json, sys

def send(message):
    print(json.dumps(message), flush=True)
    line = sys.stdin.readline()
    return json.loads(line) if line else None

begin = json.loads(sys.stdin.readline())
assert begin["type"] == "begin" and begin["protocol"] == 1, begin
assert [tool["name"] for tool in begin["tools"]][:2] == ["list_items", "list_orders"], begin
seen = send({"type": "call", "id": "mine-1", "name": "list_items", "remark": "Zuerst schaue ich, \\u00fcberall."})
assert seen["type"] == "observation" and seen["id"] == "mine-1" and not seen["isError"], seen
items = json.loads(seen["blocks"][0]["text"])["items"]
low = next(item for item in items if item["stock"] < item["minimum"])
order = {"sku": low["sku"], "quantity": 2 * low["minimum"] - low["stock"]}
assert send({"type": "call", "name": "order_place", "input": order})["isError"]
assert not send({"type": "call", "name": "place_order", "input": order})["isError"]
heard = send({"type": "say", "text": json.dumps({"ordered": order["sku"], "quantity": order["quantity"]})})
assert heard["over"] is True, heard
`;

/** The same in Node, where each line is handled as it comes. */
const NODE = `
import { createInterface } from 'node:readline';
const send = (message) => console.log(JSON.stringify(message));
let step = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === 'heard') process.exit(0);
  if (step++ === 0) send({ type: 'call', name: 'place_order', input: { sku: 'SKU-2', quantity: 18 } });
  else send({ type: 'say', text: '{"ordered":"SKU-2","quantity":18}' });
}
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'practicum-external-'));
  writeFileSync(join(folder, 'agent.py'), PYTHON);
  writeFileSync(join(folder, 'agent.mjs'), NODE);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const python = (): string => `python3 ${join(folder, 'agent.py')}`;
const node = (): string => `${process.execPath} ${join(folder, 'agent.mjs')}`;
const shell = (script: string): string => {
  const path = join(folder, `${script.length}-${Math.abs(hash(script))}.sh`);
  writeFileSync(path, script);
  return `exec sh ${path}`;
};
const hash = (script: string): number => [...script].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7);

function playWith(command: string, options: Partial<ExternalOptions> = {}, signal?: AbortSignal): Promise<Episode> {
  const agent = external({ command, clock: systemClock, ...options });
  return play(task, { world: cornerShopWorld, judge, agent }, signal ? { signal } : {});
}

/** Ten times as fast, so that the test does not wait out the time that a command has to leave. */
const hurried: Clock = { now: systemClock.now, sleep: (time, signal) => systemClock.sleep(time / 10, signal) };

/** Whether a process is there and is not merely waiting to be buried. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const status = `/proc/${pid}/stat`;
  return !existsSync(status) || !/^\d+ \(.*\) Z/.test(readFileSync(status, 'utf8'));
}
async function pidIn(file: string): Promise<number> {
  for (let i = 0; i < 200 && !(existsSync(file) && readFileSync(file, 'utf8').includes('\n')); i++) await sleep(10);
  return Number(readFileSync(file, 'utf8'));
}

describe('an agent in Node', () => {
  const checks = testAgent({
    agent: () => external({ command: node(), clock: systemClock }),
    world: () => cornerShopWorld,
    judge,
    task,
  });
  for (const { name, run } of checks) it(name, run);
});

describe('an agent in Python', () => {
  it('passes the corner shop with what it is told', async () => {
    const { result, events } = await playWith(python());
    expect(result).toMatchObject({ outcome: 'passed' });
    expect(eventsOf(events, 'tool-called')).toMatchObject([
      { id: 'mine-1', name: 'list_items', input: {}, remark: 'Zuerst schaue ich, überall.' },
      { id: 'call-2', name: 'order_place' },
      { id: 'call-3', name: 'place_order' },
    ]);
  });
});

const LOOK = `echo '{"type":"call","name":"list_items"}'`;

describe('a command that goes wrong has failed', () => {
  it.each<[string, string, RegExp]>([
    ['crashes at once', 'exit 3', /^crashed: .*\(3\)/],
    ['ends without a word', 'exit 0', /^crashed: .*\(0\)/],
    ['crashes in the middle', `read begin; ${LOOK}; read seen; kill -9 $$`, /^crashed: .*(137|SIGKILL)/],
    ['writes a line that is no JSON', 'echo "Loading model …"', /^protocol-broken: .*not JSON: Loading model …/],
    ['writes something else', `echo '{"type":"shout","text":"hi"}'`, /^protocol-broken: .*neither a call nor a say/],
    ['writes a call without a name', `echo '{"type":"call"}'`, /^protocol-broken: /],
    ['closes its output and lives on', 'exec 1>&-; sleep 30', /^crashed: .*output is closed/],
  ])('when it %s', async (_what, script, reason) => {
    const { result } = await playWith(shell(script));
    expect(result).toMatchObject({ outcome: 'failed', score: 0, reason: expect.stringMatching(reason) });
  });

  it('when it is silent for too long', async () => {
    const { result } = await playWith(shell('sleep 30'), { silenceMs: 150 });
    expect(result).toMatchObject({ outcome: 'failed', reason: 'timed-out: the command was silent for 0.15 s' });
  });

  it('when it does not come to an end', async () => {
    const { result, events } = await playWith(shell(`while true; do ${LOOK}; read seen || exit; done`), {
      maxSteps: 5,
    });
    expect(result).toMatchObject({ outcome: 'failed', reason: 'turn-limit: stopped after 5 steps' });
    expect(eventsOf(events, 'tool-called')).toHaveLength(5);
  });
});

describe('a command that cannot be started', () => {
  it.each([
    ['does not exist', 'practicum-no-such-command --please'],
    ['cannot be executed', '/'],
  ])('because it %s is the trouble of the host', async (_what, command) => {
    const { result } = await playWith(command);
    expect(result).toMatchObject({ outcome: 'void', blame: 'host', reason: 'not-started' });
  });
});

describe('nothing is left behind', () => {
  const SAY = `read begin; echo '{"type":"say","text":"done"}'`;

  it('by a command that does not want to leave, nor by what it started', async () => {
    const [own, started] = [join(folder, 'own.pid'), join(folder, 'started.pid')];
    // Not for ever: should this test fail, nothing must stay on the machine either.
    const linger = 'i=0; while [ $i -lt 200 ]; do i=$((i + 1)); sleep 0.05; done';
    const stubborn = `trap '' TERM
      (trap '' TERM; ${linger}) & echo $! > ${started}
      echo $$ > ${own}; ${SAY}; ${linger}`;
    await playWith(shell(stubborn), { clock: hurried });
    expect(isAlive(await pidIn(own))).toBe(false);
    expect(isAlive(await pidIn(started))).toBe(false);
  });

  it('but a command has the time to put its things in order', async () => {
    const notes = join(folder, 'notes.txt');
    await playWith(shell(`${SAY}; read heard; sleep 0.1; echo "$heard" > ${notes}`));
    expect(JSON.parse(readFileSync(notes, 'utf8'))).toEqual({ type: 'heard', over: true, brief: null, notices: [] });
  });

  it('when the episode is stopped from outside', async () => {
    const own = join(folder, 'stopped.pid');
    const control = new AbortController();
    const reason = new Error('stopped by hand');
    const episode = playWith(shell(`echo $$ > ${own}; read begin; sleep 30`), {}, control.signal);
    const pid = await pidIn(own);
    expect(isAlive(pid)).toBe(true);
    control.abort(reason);
    await expect(episode).rejects.toBe(reason);
    expect(isAlive(pid)).toBe(false);
  });

  it('when the world breaks', async () => {
    const own = join(folder, 'broken.pid');
    const script = `echo $$ > ${own}; read begin; echo '{"type":"call","name":"break_down"}'; read seen; sleep 30`;
    const { result } = await playWith(shell(script));
    expect(result).toMatchObject({ outcome: 'void', blame: 'world' });
    expect(isAlive(await pidIn(own))).toBe(false);
  });
});

describe('its entry', () => {
  it('says what it lacks without a command', () => {
    const limits = { maxSteps: 1, maxTokens: null, maxOutputTokens: null, reasoningEffort: null, temperature: null };
    const parts = { asked: {}, solution: null, model: null, limits, prompt: () => '', clock: systemClock };
    expect(() => entry.make({ ...parts, command: null })).toThrow('--agent-command');
  });
});
