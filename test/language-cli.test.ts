/** Language worlds from the command line: certified for a simulator, judged again, analysed, and beside runs of the original. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ended, startCommand } from './command.ts';
import { writeKiosk } from './kiosk.ts';
import { type LoopbackAnswer, type LoopbackModel, startLoopbackModel } from './loopback-model.ts';

const place = mkdtempSync(join(tmpdir(), 'practicum-language-'));
let server: LoopbackModel;
let kiosk: string;

const practicum = (...args: readonly string[]): Promise<Ended> =>
  startCommand(place, args, { OPENAI_API_KEY: 'none-needed-here' }).end;

/** The agent sells well with a plan, and every second time without; the strict judge passes nobody. */
let unaided = 0;
function everybody(body: Record<string, unknown>): LoopbackAnswer {
  const messages = body.messages as { role: string; content: unknown }[];
  const all = JSON.stringify(messages);
  if (body.tools !== undefined) {
    const seen = messages.filter(({ role }) => role === 'tool').length;
    if (seen === 0 && !all.includes('Follow this plan') && unaided++ % 2 === 0)
      return { does: 'reply', text: 'I do not know how.' };
    if (seen === 0) return { does: 'reply', calls: [{ name: 'check_stock', input: { item: 'umbrella' } }] };
    if (seen === 1) return { does: 'reply', calls: [{ name: 'sell', input: { item: 'umbrella', count: 2 } }] };
    return { does: 'reply', text: 'Sold two umbrellas; five are left.' };
  }
  if (JSON.stringify(messages[0]).includes('You are the judge')) {
    const met = body.model !== 'strict' && all.includes('Sold two umbrellas; five');
    const criteria = [1, 2].map((id) => ({ id, quote: '', reason: 'looked', met }));
    return {
      does: 'reply',
      text: JSON.stringify({ criteria, feedback: 'fine' }),
      usage: { input: 500, output: 20, cachedInput: 400 },
    };
  }
  const last = JSON.stringify(messages.at(-1));
  const text = last.includes('check_stock') ? '{"left":7}' : '{"sold":2,"left":5}';
  return { does: 'reply', text: `<predicted_observation>${text}</predicted_observation>` };
}

beforeAll(async () => {
  server = await startLoopbackModel(everybody);
  kiosk = writeKiosk(place);
  const tasks = readFileSync(join(kiosk, 'tasks.jsonl'), 'utf8').trim().split('\n');
  const planned = tasks.map((line) =>
    JSON.stringify({ ...(JSON.parse(line) as object), solution_plan: 'Look, then sell two.' }),
  );
  writeFileSync(join(kiosk, 'tasks.jsonl'), `${planned.join('\n')}\n`);
});
afterAll(async () => {
  await server.close();
  rmSync(place, { recursive: true, force: true });
});

const models = (): readonly string[] => [
  '--agent-model',
  'seller',
  '--world-model',
  'sim',
  '--base-url',
  `${server.url}/v1`,
];

describe('language worlds on the command line', () => {
  it('a run under a simulator that nobody certified says so; certified, it does not', async () => {
    const before = await practicum('run', '--suite', kiosk, ...models(), '--run-name', 'before');
    expect(before.out).toMatch(/3 of 3 are not certified under the simulator sim/);
    const check = await practicum('check', kiosk, ...models(), '-n', '2', '--max-workers', '1');
    expect(check.out).toMatch(/3 of 3 certified under sim, tried by seller/);
    expect(check.code).toBe(0);
    const asked = server.requests.length;
    await practicum('check', kiosk, ...models(), '-n', '2', '--max-workers', '1');
    expect(server.requests).toHaveLength(asked); // what was played is not played again
    const after = await practicum('report', 'results/before');
    expect(after.out).not.toMatch(/not certified/i);
  });

  it('votes, agreement and what caching saved are in the summary', async () => {
    const { out } = await practicum('run', '--suite', kiosk, ...models(), '--run-name', 'votes', '--json');
    const summary = JSON.parse(out) as {
      votes: { ballots: number };
      spend: { lines: { role: string; cached: number }[] };
    };
    expect(summary.votes).toMatchObject({ spoiled: 0 });
    expect(summary.spend.lines.find(({ role }) => role === 'judge')?.cached).toBeGreaterThan(0);
  });

  it('another judge may decide otherwise, without anything being played again', async () => {
    await practicum('run', '--suite', kiosk, ...models(), '--with-plan', '--run-name', 'judged');
    const asked = server.requests.length;
    const { out } = await practicum(
      'rejudge',
      'results/judged',
      '--verifier-model',
      'strict',
      '--base-url',
      `${server.url}/v1`,
    );
    expect(out).toContain('3 outcomes changed');
    expect(server.requests.slice(asked).every(({ body }) => body.model === 'strict')).toBe(true);
    expect(server.requests.length - asked).toBe(9);
  });

  it('a dry run says what to expect and asks nobody', async () => {
    const asked = server.requests.length;
    const { out, code } = await practicum('run', '--suite', kiosk, ...models(), '--env-mode', 'E0,E3', '--dry-run');
    expect(code).toBe(0);
    expect(out).toMatch(/3 tasks, 6 episodes/);
    expect(server.requests).toHaveLength(asked);
  });

  it('severities make a grid of runs, which can be analysed', async () => {
    const grid = ['--env-mode', 'E3', '--fault-count', '1', '2', '--fault-duration', '1,2', '--run-name', 'grid'];
    const { code } = await practicum('run', '--suite', kiosk, ...models(), '--with-plan', ...grid);
    expect(code).toBe(0);
    const names = ['fc1_fd1', 'fc1_fd2', 'fc2_fd1', 'fc2_fd2'].map((one) => `results/grid__${one}`);
    const analysis = await practicum('analyse', 'severity', ...names);
    expect(analysis.code).toBe(0);
    expect(analysis.out).toContain('seller');
  });

  it('efforts are played side by side', async () => {
    const { code, out } = await practicum(
      'run',
      '--suite',
      kiosk,
      ...models(),
      '--reasoning-effort',
      'low',
      'high',
      '--run-name',
      'effort',
    );
    expect(code).toBe(0);
    expect(out).toMatch(/seller@low.*seller@high/s);
    expect((await practicum('analyse', 'effort', 'results/effort')).out).toMatch(/low.*high/s);
  });

  it('reads a directory that the original wrote, and compares ours with it', async () => {
    const folder = join(place, 'results/seller__sim__E0');
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, 'args.json'),
      JSON.stringify({ agent_model: 'seller', world_model: 'sim', env_mode: 'E0', fault_count: 2, fault_duration: 2 }),
    );
    const row = (task_id: number, is_correct: boolean): object => ({
      task_id,
      task_scenario_name: 'Kiosk Sales',
      category: 'Commerce & Consumer',
      domain: 'Retail',
      difficulty_level: 1,
      agent_model: 'seller',
      world_model: 'sim',
      env_mode: 'E0',
      fault_count: 0,
      fault_duration: 0,
      with_plan: false,
      is_correct,
      feedback: is_correct ? 'fine' : 'Verification error',
      step_count: 2,
      trajectory: '\n[Agent Response]: hm\n',
    });
    writeFileSync(
      join(folder, 'results.jsonl'),
      [row(1, true), row(2, false), row(3, true)].map((one) => `${JSON.stringify(one)}\n`).join(''),
    );
    const report = await practicum('report', folder);
    expect(report.code).toBe(0);
    expect(report.out).toMatch(/66\.7 %/);
    expect(report.out).toMatch(/original/i);
    await practicum('run', '--suite', kiosk, ...models(), '--run-name', 'ours');
    const comparison = await practicum('compare', folder, 'results/ours');
    expect(comparison.code).toBe(0);
    expect(comparison.out).toMatch(/E0 clean\s+3 /);
  });

  it('analyses say what there is when the name is wrong', async () => {
    expect((await practicum('analyse', 'industri', 'results/ours')).err).toMatch(/Did you mean "industry"/);
    expect((await practicum('analyse', 'industry', 'results/ours', '--paper')).out).toMatch(/Commerce/);
  });
});
