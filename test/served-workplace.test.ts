/**
 * Two days at a workplace, lived through over every protocol that `practicum serve` speaks, by the oracle behind a real client. What
 * it sees must be what it sees without a server, day for day; and each assignment has its outcome and its row.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PassThrough } from 'node:stream';
import { text as wholeText } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { oracle } from '../src/agents/oracle.ts';
import { type Catalog, openCatalog } from '../src/catalog/catalog.ts';
import type { Agent } from '../src/core/agent.ts';
import type { Episode } from '../src/core/episode.ts';
import { type Event, eventsOf } from '../src/core/event.ts';
import type { JsonObject } from '../src/core/json.ts';
import { DEFAULT_STYLES, NO_MEANS } from '../src/core/means.ts';
import { play } from '../src/core/play.ts';
import type { Suite } from '../src/core/suite.ts';
import type { Task } from '../src/core/task.ts';
import { readAttempts } from '../src/run/log-reader.ts';
import { workplaceSolution } from '../src/worlds/workplace/solution.ts';
import { openSocket } from './openenv-socket.ts';
import { orsClient } from './ors-client.ts';
import { canSkipClients, clientsPython } from './python.ts';
import {
  type GeneratedSuite,
  generatedSuite,
  rowsIn,
  runIn,
  type ServedPlace,
  serveArgs,
  servedPlace,
} from './served-place.ts';
import { mcpLine, openenvLine, orsLine } from './wire-lines.ts';
import { type Line, wireJudge, wireWorld } from './wire-world.ts';

const root = mkdtempSync(join(tmpdir(), 'practicum-served-'));
const results = join(root, 'results');
const SEED = '7';
const closing: (() => Promise<unknown> | unknown)[] = [];
let generated: GeneratedSuite;
let catalog: Catalog | undefined;
let suite: Suite;
let task: Task;
let place: ServedPlace | undefined;
beforeAll(async () => {
  generated = await generatedSuite(root);
  catalog = openCatalog(generated.env);
  suite = await catalog.suite(generated.folder);
  const [only] = suite.tasks;
  if (only === undefined) throw new Error('there is one');
  task = only;
  place = await servedPlace(generated, results);
}, 120_000);
afterAll(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await place?.end();
  await catalog?.close();
  rmSync(root, { recursive: true, force: true });
});

const address = (): string => place?.address ?? '';
const assignments = (): readonly string[] => generated.scenario.truth.assignments.map(({ id }) => id);

/** Someone whom no assignment needs and who takes a while to answer. */
function slowColleague(): string {
  const { company, days } = generated.scenario.instance;
  const needed = new Set(
    days.flatMap(({ facts, meetings }) =>
      [facts.flatMap(({ owners }) => owners), meetings.flatMap(({ attendees }) => attendees)].flat(),
    ),
  );
  const slow = company.people.find(
    ({ id, profile }) => profile.delay > 0 && profile.away.length === 0 && !needed.has(id),
  );
  if (slow === undefined) throw new Error('nobody is slow here');
  return slow.id;
}

/** The oracle, which also keeps a note and asks somebody who answers late. */
function trainee(): Agent {
  const inner = oracle({ solution: workplaceSolution, asked: task.asked });
  return {
    name: 'trainee',
    act: async (brief, session, signal) => {
      const call = (name: string, input: JsonObject) => session.call({ id: name, name, input }, signal);
      await call('write_notes', { text: `I was told ${brief.length} characters.` });
      await call('send_message', { to: slowColleague(), text: 'Good morning! What are you working on?' });
      return inner.act(brief, session, signal);
    },
  };
}

/** The same days without a server. */
async function unserved(seed: string): Promise<Episode> {
  const means = { ...NO_MEANS, styles: { ...DEFAULT_STYLES, memory: 'notes' as const } };
  const cast = { world: suite.world(task, means), judge: suite.judge(task, means), agent: trainee() };
  return play(task, cast, { seed });
}

interface Lived {
  readonly episode: Episode;
  readonly outcome: JsonObject;
}

async function livedThrough(line: Line, agent: Agent = trainee()): Promise<Lived> {
  let outcome: JsonObject = {};
  const judge = wireJudge(line, (told) => {
    outcome = told;
  });
  return { episode: await play(task, { world: wireWorld(line), judge, agent }), outcome };
}

const SEEN = new Set(['tool-called', 'tool-answered', 'notice-given', 'agent-spoke', 'agent-stopped', 'brief-given']);

/** What an agent did and saw. Whether a tool writes is nothing that every protocol tells. */
function seenIn({ events }: { readonly events: readonly Event[] }): readonly unknown[] {
  return events.filter(({ type }) => SEEN.has(type)).map((event) => ({ ...event, effect: null }));
}

async function expectWholeLife({ episode, outcome }: Lived, seed: string): Promise<void> {
  const wanted = await unserved(seed);
  expect(wanted.result).toMatchObject({ outcome: 'passed', score: 1 });
  expect(seenIn(episode)).toEqual(seenIn(wanted));
  const items = assignments().map((id) => ({ id, outcome: 'passed', score: 1 }));
  expect(outcome).toEqual({ outcome: 'passed', score: 1, reward: 1, items });
  const [, second = '', ...more] = eventsOf(episode.events, 'brief-given').map(({ text }) => text);
  expect([second, more]).toEqual([expect.stringMatching(/It is day 2[\s\S]*I was told \d+ characters/), []]);
  const notices = eventsOf(episode.events, 'notice-given');
  expect(notices.map(({ from }) => from)).toEqual(expect.arrayContaining(['calendar', 'inbox', 'task board']));
  expect(notices.some(({ text }) => text.startsWith('[d1-kb-link-repair]'))).toBe(true);
  const blocks = eventsOf(episode.events, 'tool-answered').flatMap((event) => event.blocks);
  expect(blocks.filter(({ type }) => type === 'image')).not.toEqual([]);
}

const begunSchema = z.object({ handle: z.string(), mcp: z.string(), brief: z.string() });
async function begin(): Promise<z.infer<typeof begunSchema>> {
  const body = JSON.stringify({ suite: suite.name, task: task.id, seed: SEED });
  const response = await fetch(`${address()}/episodes`, { method: 'POST', body });
  return begunSchema.parse(await response.json());
}

const ERAS = ['auto', 'legacy'] as const;
async function mcpClient(path: string, mode: (typeof ERAS)[number] = 'auto'): Promise<Client> {
  const client = new Client({ name: 'tester', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${address()}${path}`)));
  closing.push(() => client.close());
  return client;
}

describe('a trainee behind a client', () => {
  it.each(ERAS)('lives through two days over MCP (%s)', async (mode) => {
    const { mcp, handle, brief } = await begin();
    const client = await mcpClient(mcp, mode);
    expect(client.getInstructions()).toBe(brief);
    const lived = await livedThrough(mcpLine(client));
    await expectWholeLife(lived, SEED);
    const state: unknown = await (await fetch(`${address()}/episodes/${handle}`)).json();
    expect(state).toMatchObject({ finished: true, ...lived.outcome });
  });

  it('lives through two days over the Open Reward Standard', async () => {
    const client = orsClient(address());
    const sid = await client.open({ task_spec: { id: task.id, seed: SEED } });
    await expectWholeLife(await livedThrough(orsLine(client, sid)), SEED);
  });

  it('lives through two days over OpenEnv', async () => {
    const socket = await openSocket(`${address()}/openenv/${suite.name}/ws`);
    closing.push(() => socket.socket.terminate());
    const begun = await socket.ask({ type: 'reset', data: { id: task.id, seed: SEED } });
    expect(begun.data).toMatchObject({ observation: { task: expect.stringContaining('It is day 1') } });
    await expectWholeLife(await livedThrough(openenvLine(socket)), SEED);
  });

  it('lives through two days over standard input and output', async () => {
    const own = join(root, 'stdio');
    const args = serveArgs(generated, own, '--stdio', '--task', task.id);
    const transport = new StdioClientTransport({
      ...{ command: process.execPath, args, env: generated.env, stderr: 'pipe' },
    });
    const said = transport.stderr === null ? null : wholeText(transport.stderr as PassThrough);
    const client = new Client({ name: 'tester', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
    await client.connect(transport);
    const lived = await livedThrough(mcpLine(client));
    await client.close();
    expect(await said).toBe('');
    const rows = rowsIn(own);
    expect(rows.map(({ item, outcome }) => [item, outcome])).toEqual(assignments().map((id) => [id, 'passed']));
    await expectWholeLife(lived, rows[0]?.seed ?? '');
  });
});

const SCRIPT = fileURLToPath(new URL('workplace_clients.py', import.meta.url));

/** Every move of an episode as the call of a tool. */
function movesIn(events: readonly Event[]): readonly (readonly [string, unknown])[] {
  return events.flatMap((event): readonly (readonly [string, unknown])[] => {
    if (event.type === 'tool-called') return [[event.name, event.input]];
    return event.type === 'agent-spoke' ? [['say', { text: event.text }]] : [];
  });
}

describe.skipIf(canSkipClients)('the genuine clients in Python', () => {
  it.each(['ors', 'openreward', 'openenv'])('live through two days (%s)', { timeout: 110_000 }, async (client) => {
    const { events } = await unserved(SEED);
    const asked = join(root, `${client}.json`);
    writeFileSync(asked, JSON.stringify({ suite: suite.name, task: task.id, seed: SEED, moves: movesIn(events) }));
    const env = { ...process.env, OPENREWARD_DISABLE_UPDATE_CHECK: '1', OPENREWARD_API_KEY: 'x', ORS_API_KEY: 'x' };
    const { stdout } = await promisify(execFile)(clientsPython() ?? '', [SCRIPT, client, address(), asked], {
      ...{ env, timeout: 100_000, maxBuffer: 1e8 },
    });
    const seen = z
      .looseObject({ texts: z.array(z.string()) })
      .parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
    expect(seen).toMatchObject({
      prompt: expect.stringContaining('It is day 1'),
      tools: expect.arrayContaining(['list_tasks', 'write_file', 'say', 'submit']),
      pictures: ['image/png'],
      outcome: { outcome: 'passed', items: assignments().map((id) => ({ id, outcome: 'passed', score: 1 })) },
      end: [1, true],
    });
    const answers = eventsOf(events, 'tool-answered').flatMap(({ blocks }) =>
      blocks.filter(({ type }) => type === 'text'),
    );
    expect(seen.texts).toEqual(
      expect.arrayContaining(answers.map((block) => (block.type === 'text' ? block.text : ''))),
    );
    expect(seen.texts.filter((text) => text.includes('It is day 2'))).toHaveLength(1);
  });
});

describe('the second day', () => {
  it('is what a client is told that comes on it', async () => {
    const { mcp } = await begin();
    const first = await mcpClient(mcp);
    await first.callTool({ name: 'end_day', arguments: {} });
    const refused = await first.callTool({ name: 'list_tasks', arguments: {} });
    expect([refused.isError, JSON.stringify(refused.content)]).toEqual([
      true,
      expect.stringContaining('the day is over'),
    ]);
    const morning = await first.callTool({ name: 'say', arguments: { text: 'Good night.' } });
    expect(JSON.stringify(morning.content)).toContain('It is day 2');
    const second = await mcpClient(mcp);
    expect(second.getInstructions()).toContain('It is day 2');
    expect((await second.callTool({ name: 'read_brief' })).content).toEqual(morning.content);
  });
});

describe('who submits in the morning', () => {
  it('has handed in what lies there, and nothing else', async () => {
    const { events } = await unserved(SEED);
    const files = eventsOf(events, 'tool-called').filter(({ name }) => name === 'write_file');
    const { mcp } = await begin();
    const client = await mcpClient(mcp);
    for (const { name, input } of files)
      await client.callTool({ name, arguments: z.record(z.string(), z.json()).parse(input) });
    const { structuredContent, content } = await client.callTool({ name: 'submit', arguments: {} });
    const done = ['d1-kb-link-repair', 'd2-advertising-strategy'];
    const items = assignments().map((id) => ({
      id,
      outcome: done.includes(id) ? 'passed' : 'failed',
      score: expect.any(Number),
    }));
    expect(structuredContent).toMatchObject({ outcome: 'failed', reward: 0, items });
    expect(JSON.stringify(content)).toContain('d1-kb-link-repair: passed');
  });
});

describe('the run', () => {
  it('holds every episode with a row for each assignment, and the same events', async () => {
    const said = await place?.end();
    const python = canSkipClients ? 0 : 3;
    expect(said).toContain(`${6 + python} episodes begun: ${4 + python} passed, 1 failed, 1 void.`);
    const rows = rowsIn(results).filter(({ seed }) => seed === SEED);
    expect(rows.filter(({ item }) => item === null)).toEqual([]);
    expect(rows).toHaveLength((5 + python) * assignments().length);
    const wanted = eventsOf((await unserved(SEED)).events, 'tool-answered').map(({ name, blocks }) => [name, blocks]);
    const passed = [...readAttempts(join(runIn(results), 'segments'))].filter(
      ({ result }) => result?.outcome === 'passed',
    );
    expect(passed).toHaveLength(4 + python);
    for (const { lines } of passed) {
      const events = lines.map(({ event }) => event);
      expect(eventsOf(events, 'tool-answered').map(({ name, blocks }) => [name, blocks])).toEqual(wanted);
    }
  });
});
