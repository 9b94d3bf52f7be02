import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cornerShop } from '../../test/corner-shop.ts';
import { kioskRun } from '../../test/kiosk-run.ts';
import { shopRun } from '../../test/shop-run.ts';
import { ModelError } from '../core/errors.ts';
import type { Model } from '../core/model.ts';
import type { Wanted } from '../report/trajectories.ts';
import { runDirectory } from '../run/directory.ts';
import { run } from '../run/run.ts';
import { exportTrajectories, type TrajectoryExport } from './trajectory-files.ts';

const place = mkdtempSync(join(tmpdir(), 'practicum-trajectories-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** What a trainer relies on, no more and no less. */
const chat = z.strictObject({
  messages: z.array(
    z.discriminatedUnion('role', [
      z.strictObject({ role: z.literal('system'), content: z.string() }),
      z.strictObject({ role: z.literal('user'), content: z.string() }),
      z.strictObject({
        role: z.literal('assistant'),
        content: z.string(),
        reasoning_content: z.string().optional(),
        tool_calls: z
          .array(
            z.strictObject({
              id: z.string(),
              type: z.literal('function'),
              function: z.strictObject({ name: z.string(), arguments: z.string() }),
            }),
          )
          .min(1)
          .optional(),
      }),
      z.strictObject({ role: z.literal('tool'), tool_call_id: z.string(), name: z.string(), content: z.string() }),
    ]),
  ),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        function: z.strictObject({
          name: z.string(),
          description: z.string(),
          parameters: z.record(z.string(), z.json()),
        }),
      }),
    )
    .optional(),
  metadata: z.looseObject({
    task: z.string(),
    agent: z.string(),
    outcome: z.string(),
    score: z.number(),
    mode: z.string(),
  }),
});
type Chat = z.infer<typeof chat>;

/** The rules of ATIF v1.8, as Harbor's own models have them. */
const atif = z.strictObject({
  schema_version: z.literal('ATIF-v1.8'),
  session_id: z.string(),
  trajectory_id: z.string(),
  agent: z.strictObject({
    name: z.string(),
    version: z.string(),
    model_name: z.string().optional(),
    tool_definitions: z.array(z.record(z.string(), z.json())).optional(),
  }),
  steps: z
    .array(
      z.discriminatedUnion('source', [
        z.strictObject({
          step_id: z.int(),
          timestamp: z.iso.datetime(),
          source: z.enum(['user', 'system']),
          message: z.string(),
        }),
        z.strictObject({
          step_id: z.int(),
          timestamp: z.iso.datetime(),
          source: z.literal('agent'),
          message: z.string(),
          model_name: z.string().optional(),
          reasoning_content: z.string().optional(),
          llm_call_count: z.int().optional(),
          tool_calls: z
            .array(
              z.strictObject({
                tool_call_id: z.string(),
                function_name: z.string(),
                arguments: z.record(z.string(), z.json()),
                extra: z.record(z.string(), z.json()).optional(),
              }),
            )
            .optional(),
          observation: z
            .strictObject({
              results: z.array(
                z.strictObject({
                  source_call_id: z.string(),
                  content: z.string(),
                  extra: z.record(z.string(), z.json()).optional(),
                }),
              ),
            })
            .optional(),
          metrics: z
            .strictObject({
              prompt_tokens: z.int().optional(),
              completion_tokens: z.int().optional(),
              cached_tokens: z.int().optional(),
              extra: z.record(z.string(), z.json()).optional(),
            })
            .optional(),
        }),
      ]),
    )
    .min(1),
  final_metrics: z.record(z.string(), z.json()),
  extra: z.record(z.string(), z.json()),
});

const settingOf: TrajectoryExport['settingOf'] = async () => async () => ({
  tools: cornerShop.world(cornerShop.tasks[0] as (typeof cornerShop.tasks)[number]).about.tools,
  system: 'You keep a shop.',
});
let exports = 0;
async function exported(
  paths: readonly string[],
  wanted: Partial<Wanted> = {},
  into = join(place, `out-${++exports}`),
) {
  const told = await exportTrajectories({
    directories: paths.map(runDirectory),
    into,
    wanted: { outcome: 'all', minScore: 0, ...wanted },
    settingOf,
  });
  const lines = readFileSync(join(into, 'chat.jsonl'), 'utf8').split('\n').filter(Boolean);
  const names = readdirSync(join(into, 'atif'));
  return {
    told,
    chats: lines.map((line) => chat.parse(JSON.parse(line))),
    atifs: names.map((name) => atif.parse(JSON.parse(readFileSync(join(into, 'atif', name), 'utf8')))),
    names,
    into,
  };
}

/** Every call is answered, once, before anybody says anything else; every answer has a call; arguments are JSON. */
function pairs({ messages }: Chat): number {
  let open: string[] = [];
  let count = 0;
  const seen = new Set<string>();
  for (const message of messages) {
    if (message.role === 'tool') {
      expect(open.shift()).toBe(message.tool_call_id);
      continue;
    }
    expect(open).toEqual([]);
    if (message.role !== 'assistant') continue;
    for (const { id, function: asked } of message.tool_calls ?? []) {
      expect(seen.has(id)).toBe(false);
      seen.add(id);
      JSON.parse(asked.arguments);
      count++;
    }
    open = (message.tool_calls ?? []).map(({ id }) => id);
  }
  expect(open).toEqual([]);
  return count;
}

const shop = join(place, 'shop');
await run(await shopRun({ path: shop, agents: ['oracle', 'model', 'idle'], modes: ['E0', 'E3'], trials: 2 }));

describe('trajectories', () => {
  it('are one line and one document for each episode, in which calls and answers pair', async () => {
    const { chats, atifs, told } = await exported([shop]);
    expect(chats).toHaveLength(36);
    expect(atifs).toHaveLength(36);
    expect(told).toEqual([expect.stringMatching(/^36 trajectories of shop are in/)]);
    expect(chats.reduce((sum, one) => sum + pairs(one), 0)).toBeGreaterThan(48);
    for (const { steps } of atifs) {
      expect(steps.map(({ step_id }) => step_id)).toEqual(steps.map((_, i) => i + 1));
      for (const step of steps) {
        if (step.source !== 'agent') continue;
        const ids = (step.tool_calls ?? []).map(({ tool_call_id }) => tool_call_id);
        expect((step.observation?.results ?? []).map(({ source_call_id }) => source_call_id)).toEqual(ids);
      }
    }
  });

  it('say what was said: prompt, brief, call, answer, word', async () => {
    const { chats } = await exported([shop]);
    const clean = chats.find(({ metadata }) => metadata.agent === 'model' && metadata.mode === 'E0');
    expect(clean?.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
      'tool',
      'assistant',
    ]);
    expect(clean?.messages[4]).toMatchObject({
      tool_calls: [{ id: 'c3', function: { name: 'place_order', arguments: '{"sku":"SKU-2","quantity":18}' } }],
    });
    expect(clean?.tools?.map((tool) => tool.function.name)).toContain('place_order');
    expect(clean?.metadata).toMatchObject({ suite: 'corner-shop', task: 'restock-2', outcome: 'passed', score: 1 });
  });

  it('tell programs from models', async () => {
    const { atifs } = await exported([shop]);
    const counts = new Map<string, Set<unknown>>();
    for (const { agent, steps } of atifs)
      for (const step of steps)
        if (step.source === 'agent')
          counts.set(agent.name, (counts.get(agent.name) ?? new Set()).add(step.llm_call_count));
    expect(counts).toEqual(
      new Map([
        ['oracle', new Set([0])],
        ['model', new Set([1])],
      ]),
    );
  });

  it('are only those of the outcome and score that are wanted, and it says how many are left out', async () => {
    const passed = await exported([shop], { outcome: 'passed' });
    expect(new Set(passed.chats.map(({ metadata }) => metadata.outcome))).toEqual(new Set(['passed']));
    expect(passed.told[0]).toMatch(/Left out: \d+ of another outcome\.$/);
    const failed = await exported([shop], { outcome: 'failed' });
    expect(failed.chats.length + passed.chats.length).toBe(36);
    const high = await exported([shop], { minScore: 0.99 });
    expect(high.chats.every(({ metadata }) => metadata.score >= 0.99)).toBe(true);
    expect(high.told[0]).toMatch(/Left out: \d+ with a lower score\.$/);
  });

  it('never hold a void', async () => {
    const path = join(place, 'void');
    const broken: Model = { name: 'm', generate: () => Promise.reject(new ModelError('auth', 'wrong key')) };
    await run(await shopRun({ path, agents: ['model', 'oracle'], model: broken }));
    const { chats, told } = await exported([path]);
    expect(chats.map(({ metadata }) => metadata.agent)).toEqual(['oracle', 'oracle', 'oracle']);
    expect(told).toEqual([expect.stringMatching(/Left out: 3 void\.$/)]);
  });

  it('show the agent’s side alone where models play the world and judge', async () => {
    const path = join(place, 'kiosk');
    await run(await kioskRun({ path, home: place }));
    const { chats, atifs } = await exported([path]);
    expect(chats).toHaveLength(3);
    expect(chats[0]?.messages[2]).toMatchObject({ content: 'Let me see.' });
    expect(JSON.stringify(chats.map(({ messages }) => messages))).not.toContain('predicted_observation');
    expect(chats.map(pairs)).toEqual([2, 2, 2]);
    expect(atifs).toHaveLength(3);
  });

  it('of several runs stand side by side, also where they hold the same episode', async () => {
    const { chats, names } = await exported([shop, shop], { outcome: 'passed' });
    expect(names).toHaveLength(chats.length);
  });

  it('take the place of an older export, and of nothing else', async () => {
    const { into } = await exported([shop]);
    const again = await exported([shop], { outcome: 'failed' }, into);
    expect(again.names).toHaveLength(again.chats.length);
    const other = join(place, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'letter.txt'), 'mine');
    await expect(exported([shop], {}, other)).rejects.toThrow('holds other things');
    expect(readdirSync(other)).toEqual(['letter.txt']);
  });

  it('leave no half file behind where the log is damaged', async () => {
    const path = join(place, 'damaged');
    await run(await shopRun({ path, agents: ['oracle'] }));
    const [segment = ''] = readdirSync(join(path, 'segments'));
    const file = join(path, 'segments', segment);
    writeFileSync(file, `{"not": "a line"}\n${readFileSync(file, 'utf8')}`);
    const into = join(place, 'half');
    await expect(exported([path], {}, into)).rejects.toThrow('damaged at line 1');
    expect(readdirSync(into).sort()).toEqual(['atif', 'manifest.json']);
    expect((await exported([shop], {}, into)).chats).toHaveLength(36);
  });
});
