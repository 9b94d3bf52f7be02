/** The command as a user meets it: real processes, a real server on loopback, real files. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Ended, type Started, startCommand } from './command.ts';
import {
  type LoopbackAnswer,
  type LoopbackBehaviour,
  type LoopbackModel,
  startLoopbackModel,
} from './loopback-model.ts';

const ownSuite = fileURLToPath(new URL('../examples/03-own-suite', import.meta.url));
const CANARY = 'sk-canary-3f9a77c1e2b84d50';

let place: string;
let server: LoopbackModel | undefined;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'practicum-cli-'));
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  rmSync(place, { recursive: true, force: true });
});

const start = (args: readonly string[], env: Record<string, string> = {}): Started => startCommand(place, args, env);
const practicum = (...args: readonly string[]): Promise<Ended> => start(args).end;

function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesUnder(path) : [path];
  });
}
const rows = (run: string, file = 'results.jsonl'): Record<string, unknown>[] =>
  readFileSync(join(place, 'results', run, file), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const runs = (): readonly string[] => readdirSync(join(place, 'results'));

/** A model that decides expense claims: what it has seen so far says what comes next. */
const clerk =
  (latencyMs = 0): LoopbackBehaviour =>
  (body) => {
    const messages = body.messages as { role: string; content: unknown }[];
    const id = /C-\d+/.exec(JSON.stringify(messages[1]))?.[0] ?? '';
    const seen = messages.filter(({ role }) => role === 'tool').map(({ content }) => JSON.stringify(content));
    const answer = (reply: object): LoopbackAnswer =>
      ({ does: 'reply', usage: { input: 100, output: 10 }, latencyMs, ...reply }) as LoopbackAnswer;
    if (seen.length === 0) return answer({ calls: [{ name: 'get_claim', input: { id } }] });
    const amount = Number(/amount\D+(\d+)/.exec(seen[0] ?? '')?.[1]);
    const decision = amount <= 200 && /receipt\W+yes/.test(seen[0] ?? '') ? 'approved' : 'sent back';
    if (seen.length === 1) return answer({ calls: [{ name: 'decide_claim', input: { id, decision } }] });
    return answer({ text: JSON.stringify({ decision }) });
  };

describe('run', () => {
  it('without an agent is a demonstration: a new run each time, with table, story, page and a hint', async () => {
    const first = await practicum('run', '--suite', ownSuite);
    expect(first).toMatchObject({ code: 0 });
    expect(first.out).toMatch(/oracle\s+100 %.*hasty.*idle/s);
    expect(first.out).toMatch(/A failure worth reading.*Hidden:.*Did:.*Should have seen:/s);
    expect(first.out).toContain('--agent-model');
    await practicum('run', '--suite', ownSuite);
    expect(runs()).toHaveLength(2);
    const [run = ''] = runs();
    expect(rows(run)).toHaveLength(3 * 3 * 4);
    expect(readFileSync(join(place, 'results', run, 'report.html'), 'utf8')).toContain('</html>');
  });

  it('plays a model behind a local server without a key, whose name contains a slash, and writes what OccuBench writes', async () => {
    server = await startLoopbackModel(clerk());
    const end = await practicum(
      'run',
      '--suite',
      ownSuite,
      '--agent-model',
      'org/clerk',
      '--base-url',
      `${server.url}/v1`,
      '--debug',
      '--run-name',
      'one',
    );
    expect(end.err).toBe('');
    expect(end.code).toBe(0);
    expect(Object.keys(rows('one')[0] ?? {}).slice(0, 15)).toEqual([
      'task_id',
      'task_scenario_name',
      'category',
      'domain',
      'difficulty_level',
      'agent_model',
      'world_model',
      'env_mode',
      'fault_count',
      'fault_duration',
      'with_plan',
      'is_correct',
      'feedback',
      'step_count',
      'trajectory',
    ]);
    expect(rows('one').map(({ agent_model, is_correct }) => [agent_model, is_correct])).toEqual(
      Array(3).fill(['org/clerk', true]),
    );
    const args = JSON.parse(readFileSync(join(place, 'results/one/args.json'), 'utf8')) as object;
    expect(Object.keys(args).slice(0, 18)).toEqual([
      'agent_model',
      'world_model',
      'verifier_model',
      'env_mode',
      'fault_count',
      'fault_duration',
      'with_plan',
      'eval_data',
      'scenario_pool',
      'config_dir',
      'output_dir',
      'run_name',
      'max_workers',
      'task_ids',
      'categories',
      'api_key',
      'base_url',
      'debug',
    ]);
    expect(readFileSync(join(place, 'results/one/debug.log'), 'utf8')).toMatch(
      /\[AGENT\] Step 1, messages=2\n\[AGENT\] finish_reason=/,
    );
  });

  it('names directories as the original does with --layout occubench', async () => {
    server = await startLoopbackModel(clerk());
    await practicum(
      'run',
      '--suite',
      ownSuite,
      '--agent-model',
      'clerk',
      '--base-url',
      `${server.url}/v1`,
      '--env-mode',
      'E0',
      'E2',
      '--layout',
      'occubench',
    );
    expect([...runs()].sort()).toEqual(['clerk__code__E0', 'clerk__code__E2__fc2_fd2']);
  });

  it('never writes or prints a key, even when the server echoes it', async () => {
    server = await startLoopbackModel([{ does: 'fail', status: 401 }]);
    const options = [
      'run',
      '--suite',
      ownSuite,
      '--agent-model',
      'm',
      '--base-url',
      `${server.url}/v1`,
      '--debug',
      '--cache',
      'cache',
    ];
    const byFlag = await practicum(...options, '--api-key', CANARY, '--run-name', 'flag');
    const byVariable = await start([...options, '--run-name', 'variable'], { OPENAI_API_KEY: CANARY }).end;
    writeFileSync(
      join(place, 'api_config.json'),
      JSON.stringify({ boss: { model_name: 'm', api_key_var: CANARY, base_url: `${server.url}/v1`, proxy_url: '' } }),
    );
    const byFile = await practicum(
      'run',
      '--suite',
      ownSuite,
      '--agent-model',
      'boss',
      '--debug',
      '--run-name',
      'file',
    );
    rmSync(join(place, 'api_config.json'));
    expect(server.requests.some(({ headers }) => headers.authorization === `Bearer ${CANARY}`)).toBe(true);
    for (const { code, out, err } of [byFlag, byVariable, byFile]) {
      expect(code).toBe(3);
      expect(out + err).not.toContain(CANARY);
    }
    expect(rows('flag', 'voids.jsonl')).toMatchObject(Array(3).fill({ blame: 'model', reason: 'auth' }));
    const leaks = filesUnder(place).filter((path) => readFileSync(path).includes(CANARY));
    expect(leaks).toEqual([]);
  });

  it('ends cleanly on Ctrl-C, and the same command goes on without asking again', async () => {
    server = await startLoopbackModel(clerk(150));
    const args = [
      'run',
      '--suite',
      ownSuite,
      '--agent-model',
      'clerk',
      '--base-url',
      `${server.url}/v1`,
      '--trials',
      '4',
      '--max-workers',
      '2',
    ];
    const { child, end } = start(args);
    while (server.requests.length < 8) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGINT');
    const interrupted = await end;
    expect(interrupted).toMatchObject({ code: 130 });
    expect(interrupted.err).toMatch(/nothing is lost.*The same command goes on/);
    const again = await practicum(...args);
    expect(again.code).toBe(0);
    expect(runs()).toHaveLength(1);
    expect(rows(runs()[0] ?? '')).toHaveLength(12);
    // 12 episodes of 3 turns; only what was under way when it was stopped (one request per worker) is asked again.
    expect(server.requests.length).toBeLessThanOrEqual(36 + 2);
    const idle = await practicum(...args);
    expect(idle).toMatchObject({ code: 0 });
    expect(idle.err).toContain('Nothing was left to play');
  });

  it('stops at a budget, and goes on when there is more', async () => {
    server = await startLoopbackModel(clerk());
    const args = [
      'run',
      '--suite',
      ownSuite,
      '--agent-model',
      'clerk',
      '--base-url',
      `${server.url}/v1`,
      '--max-workers',
      '1',
      '--run-name',
      'b',
    ];
    const spent = await practicum(...args, '--budget-tokens', '400');
    expect(spent.code).toBe(1);
    expect(spent.err).toMatch(/stopped:.*token/);
    expect(rows('b')).toHaveLength(1);
    const more = await practicum(...args, '--budget-tokens', '40000');
    expect(more.code).toBe(0);
    expect(rows('b')).toHaveLength(3);
    expect(server.requests).toHaveLength(9);
    const unpriced = await practicum(...args, '--budget-usd', '1', '--run-name', 'c');
    expect(unpriced.code).toBe(1);
    expect(unpriced.err).toMatch(/price/);
  });

  it('refuses other settings under an old name', async () => {
    await practicum('run', '--suite', ownSuite, '--agent', 'oracle', '--run-name', 'n');
    const other = await practicum(
      'run',
      '--suite',
      ownSuite,
      '--agent',
      'oracle',
      '--run-name',
      'n',
      '--seed',
      '2',
      '--max-workers',
      '3',
    );
    expect(other).toMatchObject({ code: 1 });
    expect(other.err).toMatch(/seed was "0", now "2".*--run-name/);
  });

  it('plays an agent that is a command', async () => {
    writeFileSync(join(place, 'sleeper.sh'), 'read line; echo \'{"type":"say","text":"no"}\'; read line\n');
    const end = await practicum('run', '--suite', ownSuite, '--agent-command', 'sh sleeper.sh', '--run-name', 'x');
    expect(end.code).toBe(0);
    expect(rows('x').map(({ is_correct }) => is_correct)).toEqual([false, false, false]);
    const missing = await practicum('run', '--suite', ownSuite, '--agent-command', './not-there', '--run-name', 'y');
    expect(missing.code).toBe(3);
    expect(rows('y', 'voids.jsonl')).toMatchObject(Array(3).fill({ blame: 'host' }));
  });

  it('takes own prompts, and refuses a file that is none', async () => {
    server = await startLoopbackModel(clerk());
    mkdirSync(join(place, 'prompts'));
    writeFileSync(join(place, 'prompts/tool-loop.md'), 'You are Ariadne.');
    const args = [
      'run',
      '--suite',
      ownSuite,
      '--agent-model',
      'clerk',
      '--base-url',
      `${server.url}/v1`,
      '--prompts',
      'prompts',
    ];
    expect((await practicum(...args)).code).toBe(0);
    expect(JSON.stringify(server.requests[0]?.body)).toContain('Ariadne');
    writeFileSync(join(place, 'prompts/tool-lop.md'), '');
    expect((await practicum(...args)).err).toMatch(/Did you mean "tool-loop.md"/);
  });
});

describe('mistakes of a tired person', () => {
  it.each<[string, readonly string[], RegExp]>([
    ['a typing error in a suite', ['run', '--suite', 'first-dya'], /no suite "first-dya". Did you mean "first-day"/],
    [
      'in a task',
      ['run', '--suite', ownSuite, '--task-ids', 'decide-C3'],
      /no task "decide-C3". Did you mean "decide-C-3"/,
    ],
    ['in a category', ['run', '--suite', ownSuite, '--categories', 'Busines'], /no category "Busines"/],
    ['in an agent', ['run', '--agent', 'oracel'], /no agent "oracel". Did you mean "oracle"/],
    ['in a mode', ['run', '--env-mode', 'E4'], /modes are E0, E1, E2 and E3/],
    ['in a flag', ['run', '--env-mod', 'E1'], /--env-mode/],
    ['a number that is none', ['run', '--trials', 'many'], /whole number/],
    ['a model without a key', ['run', '--agent-model', 'gpt-5.2'], /OPENAI_API_KEY/],
    ['a plan where there is none', ['run', '--suite', ownSuite, '--with-plan'], /no.*solution plan/i],
    ['a suite that needs a model, without one', ['run', '--suite', 'ten-trades'], /have none\. Name a model/],
    ['a report of nothing', ['report', 'nowhere'], /no run in/],
    ['a suite that is a plain folder', ['check', '.'], /is not a suite/],
  ])('%s gets one sentence and a non-zero exit', async (_name, args, sentence) => {
    const { code, err } = await practicum(...args);
    expect(code === 1 || code === 2).toBe(true);
    expect(err).toMatch(sentence);
    expect(err).not.toMatch(/\n\s+at /);
    expect(existsSync(join(place, 'results'))).toBe(false);
  });

  const small = mkdtempSync(join(tmpdir(), 'practicum-disk-'));
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', small]).status === 0;
  afterAll(() => {
    if (isMounted) spawnSync('umount', [small]);
    rmSync(small, { recursive: true, force: true });
  });
  it.runIf(isMounted)('a full disk gets one clear sentence, and with more room the run goes on', async () => {
    const args = [
      'run',
      '--suite',
      ownSuite,
      '--agent',
      'oracle',
      '--trials',
      '20',
      '--run-name',
      'full',
      '--output-dir',
      small,
    ];
    const { code, err } = await practicum(...args);
    expect(code).toBe(1);
    expect(err).toMatch(/^practicum: Cannot write .*the disk is full/);
    expect(err.trim().split('\n')).toHaveLength(1);
    spawnSync('mount', ['-o', 'remount,size=4m', small]);
    expect((await practicum(...args)).code).toBe(0);
    expect(readFileSync(join(small, 'full/results.jsonl'), 'utf8').trim().split('\n')).toHaveLength(60);
  });

  it('a place that cannot be written gets one clear sentence', async () => {
    writeFileSync(join(place, 'file'), '');
    const { code, err } = await practicum('run', '--suite', ownSuite, '--agent', 'oracle', '--output-dir', 'file');
    expect(code).toBe(1);
    expect(err).toMatch(/Cannot write .*--output-dir/);
    if (process.getuid?.() === 0) return; // root may write anywhere
    mkdirSync(join(place, 'locked'));
    chmodSync(join(place, 'locked'), 0o500);
    expect((await practicum('run', '--agent', 'oracle', '--output-dir', 'locked')).err).toMatch(/permission denied/);
  });
});

describe('the other commands', () => {
  it('is not upset by a reader who has seen enough', () => {
    const bin = fileURLToPath(new URL('../bin/practicum.mjs', import.meta.url));
    const { stderr, stdout } = spawnSync('sh', ['-c', `"${process.execPath}" "${bin}" run --help | head -1`], {
      encoding: 'utf8',
    });
    expect(stdout).toMatch(/^Usage/);
    expect(stderr).toBe('');
  });

  it('check certifies a suite, list and show browse it', async () => {
    const checked = await practicum('check', ownSuite);
    expect(checked.code).toBe(0);
    expect(checked.out).toMatch(/3 certified; \d+ mutants killed/);
    expect(JSON.parse((await practicum('list', 'suites', '--json')).out)).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'first-day', origin: 'built-in' })]),
    );
    expect((await practicum('show', ownSuite)).out).toMatch(/decide_claim\s+write/);
    const shown = JSON.parse((await practicum('show', ownSuite, 'decide-C-3', '--json')).out) as object;
    expect(shown).not.toHaveProperty('truth');
  });

  it('report rebuilds everything from the log alone', async () => {
    const first = await practicum(
      'run',
      '--suite',
      ownSuite,
      '--agent',
      'oracle',
      'hasty',
      '--env-mode',
      'E0',
      'E2',
      '--run-name',
      'r',
      '--json',
    );
    const before = rows('r');
    for (const file of ['results.jsonl', 'voids.jsonl', 'report.html', 'args.json'])
      rmSync(join(place, 'results/r', file), { force: true });
    const again = await practicum('report', 'results/r', '--json');
    expect(JSON.parse(again.out)).toEqual(JSON.parse(first.out));
    expect(rows('r')).toEqual(before);
    expect(existsSync(join(place, 'results/r/report.html'))).toBe(true);
  });

  it('compare says in words whether the difference is real, and can fail a build', async () => {
    await practicum('run', '--suite', ownSuite, '--agent', 'oracle', '--trials', '5', '--run-name', 'good');
    await practicum('run', '--suite', ownSuite, '--agent', 'idle', '--trials', '5', '--run-name', 'bad');
    const worse = await practicum('compare', 'results/good', 'results/bad', '--fail-on-regression');
    expect(worse.code).toBe(1);
    expect(worse.out).toMatch(/real/);
    expect((await practicum('compare', 'results/bad', 'results/good', '--fail-on-regression')).code).toBe(0);
    expect((await practicum('compare', 'results/good', 'results/good', '--fail-on-regression')).code).toBe(0);
  });

  it('rejudge gives the same verdicts without playing', async () => {
    await practicum(
      'run',
      '--suite',
      ownSuite,
      '--agent',
      'oracle',
      'hasty',
      '--env-mode',
      'E0',
      'E3',
      '--run-name',
      'j',
    );
    const { code, out } = await practicum('rejudge', 'results/j');
    expect(code).toBe(0);
    expect(out).toContain('0 outcomes changed');
    const verdicts = (run: string): unknown =>
      rows(run)
        .map(({ episode, is_correct, feedback }) => JSON.stringify([episode, is_correct, feedback]))
        .sort();
    expect(verdicts('j__rejudged')).toEqual(verdicts('j'));
  });
});
