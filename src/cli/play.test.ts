import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { cornerShop, cornerShopWorld } from '../../test/corner-shop.ts';
import type { JsonObject } from '../core/json.ts';
import { begin } from '../core/play.ts';
import type { Task } from '../core/task.ts';
import type { Tool } from '../core/tool.ts';
import { argumentsIn } from './play-arguments.ts';
import { entryReader } from './play-line.ts';
import { noticePage, page, toolPage } from './play-page.ts';
import { takeTurns } from './play-turns.ts';

const child = fileURLToPath(new URL('../../test/play-child.ts', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'practicum-play-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const input: JsonObject = {
  type: 'object',
  required: ['to'],
  properties: {
    to: { type: 'string', description: 'Name or id' },
    count: { type: 'integer', default: 3 },
    names: { type: 'array', items: { type: 'string' } },
    where: { type: 'object' },
    loud: { type: 'boolean' },
    kind: { type: 'string', enum: ['a', 'b'] },
  },
  additionalProperties: false,
};
const TOOLS: readonly Tool[] = [
  { name: 'send', description: 'Sends. Takes time.', effect: 'write', input },
  { name: 'list_tasks', description: 'Lists.', effect: 'read', input: { type: 'object', additionalProperties: false } },
];

describe('a line', () => {
  const read = entryReader(TOOLS);
  const call = (given: JsonObject): unknown => ({ kind: 'call', tool: 'send', input: given });

  it('is a command, a call or a slip', () => {
    expect(read('  ')).toEqual({ kind: 'nothing' });
    expect(read('tools')).toEqual({ kind: 'tools' });
    expect(read('say  I am  done ')).toEqual({ kind: 'say', text: 'I am  done' });
    expect(read('tasks')).toEqual({ kind: 'call', tool: 'list_tasks', input: {} });
    expect(read('help send')).toMatchObject({ kind: 'help', tool: { name: 'send' } });
    expect(read('inbox')).toMatchObject({ kind: 'slip', message: expect.stringContaining('neither board nor inbox') });
    expect(read('sned to=x')).toEqual({ kind: 'slip', message: 'There is no tool "sned". Did you mean "send"?' });
  });

  it('takes arguments as the schema wants them', () => {
    expect(read('send to=17 count=4 loud=true kind=b')).toEqual(call({ to: '17', count: 4, loud: true, kind: 'b' }));
    expect(read(String.raw`send to="two \"words\"\nand more"`)).toEqual(call({ to: 'two "words"\nand more' }));
    expect(read("send to='a=b' names=x,y")).toEqual(call({ to: 'a=b', names: ['x', 'y'] }));
    expect(read('send to=x names="Ada B, Bo C"')).toEqual(call({ to: 'x', names: ['Ada B', 'Bo C'] }));
    expect(read('send to=x names=["p q]","r"] where={"a": {"b": 1}}')).toEqual(
      call({ to: 'x', names: ['p q]', 'r'], where: { a: { b: 1 } } }),
    );
    expect(read('send {"to": "x", "count": 2}')).toEqual(call({ to: 'x', count: 2 }));
    expect(read('send Ada of Finance')).toEqual(call({ to: 'Ada of Finance' }));
  });

  it.each([
    ['send', /must have required property 'to'/],
    ['send to=x count=ten', /count must be integer/],
    ['send to=x kind=c', /kind must be one of a, b/],
    ['send to=x colour=red', /no parameter "colour"/],
    ['send to="x', /a quote or a bracket is missing/],
    ['send to=x names=["y"', /a quote or a bracket is missing/],
    ['send {"to": }', /no JSON object/],
    ['send to=x where={a}', /where is no JSON/],
    ['send to=x y', /"y" is none/],
    ['help nothing', /There is no tool "nothing"/],
  ])('says what is wrong with: %s', (line, message) => {
    expect(read(line)).toMatchObject({ kind: 'slip', message: expect.stringMatching(message) });
  });

  it('knows where a value ends', () => {
    expect(argumentsIn('a= b=""')).toEqual([
      { key: 'a', value: '', isQuoted: false },
      { key: 'b', value: '', isQuoted: true },
    ]);
  });
});

describe('a page', () => {
  const shown = (value: Parameters<typeof page>[0]): string => stripVTControlCharacters(page(value));

  it('shows names with values, lists as tables, and text as text', () => {
    const rows: readonly JsonObject[] = [{ id: 'a', n: 1 }, { id: 'bb' }];
    const value = { total: 2, rows, text: 'one\ntwo\n', none: [], tags: ['x', 'y'] };
    expect(shown(value)).toBe(
      'total  2\nrows\n  id  n\n  a   1\n  bb  \ntext\n  one\n  two\nnone\n  (none)\ntags\n  x, y',
    );
  });

  it('shows what is too wide for a table row by row', () => {
    expect(shown([{ id: 'a', text: 'x'.repeat(200) }])).toBe(`- id    a\n  text  ${'x'.repeat(200)}`);
  });

  it('lets no control character through', () => {
    expect(shown({ a: '\u001b[2Jgone\u0007\u009b31m' })).toBe('a  [2Jgone31m');
    expect(
      stripVTControlCharacters(noticePage({ from: 'x\u001b]0;t', at: '2026-03-02T09:05:00Z', text: 'a\nb' })),
    ).toBe('! 09:05 x]0;t: a\n  b');
  });

  it('shows a tool with its arguments', () => {
    expect(stripVTControlCharacters(toolPage(TOOLS[0] as Tool))).toContain(
      '  to     string          required  Name or id',
    );
  });
});

it('plays a task of a database world by typed lines', async () => {
  const task = cornerShop.tasks[0] as Task;
  const cast = { world: cornerShopWorld, judge: cornerShop.judge(task), agent: { name: 'person' } };
  const begun = await begin(task, cast);
  const lines = ['list_items', 'place_order sku=NONE quantity=1', 'say', 'say done'];
  const screen: string[] = [];
  const terminal = {
    read: async (prompt: string) => {
      screen.push(prompt);
      return lines.shift() ?? null;
    },
    show: (text: string) => void screen.push(stripVTControlCharacters(text)),
  };
  expect(await takeTurns(begun, terminal, new AbortController().signal)).toBe('over');
  const whole = screen.join('\n');
  expect(whole).toMatch(/sku +name +stock +minimum\n +SKU-1 +Item 1/);
  expect(whole).toContain('there is no item NONE (not_found)');
  expect(whole).toContain('Here what you say is your answer');
  expect((await begun.finish()).answer).toBe('done');
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
}

function typed(lines: readonly string[], flags: readonly string[]): Promise<Ended> {
  const env = { ...process.env, PRACTICUM_HOME: join(root, 'home'), NO_COLOR: '1' };
  const process_ = spawn(process.execPath, [child, ...flags], { cwd: root, env });
  let out = '';
  for (const stream of [process_.stdout, process_.stderr]) stream.on('data', (chunk) => (out += String(chunk)));
  process_.stdin.end(lines.map((line) => `${line}\n`).join(''));
  return new Promise((resolve) => process_.on('close', (code) => resolve({ code, out })));
}

const rowsIn = (run: string, file: string): readonly string[] =>
  readFileSync(join(root, 'results', run, file), 'utf8')
    .split('\n')
    .filter(Boolean);

describe('the command', { timeout: 120_000 }, () => {
  it('records and judges a task of a suite', async () => {
    const { code, out } = await typed(
      ['find_properties', 'quit'],
      ['--suite', 'property-valuation', '--run-name', 'desk', '--env-mode', 'E0'],
    );
    expect([code, out]).toEqual([0, expect.stringMatching(/failed, score \d+ %/)]);
    expect(rowsIn('desk', 'results.jsonl')).toHaveLength(1);
  });

  it('has no outcome for whoever leaves', async () => {
    const { code, out } = await typed(['brief'], ['--suite', 'property-valuation', '--run-name', 'gone']);
    expect([code, out]).toEqual([0, expect.stringContaining('No outcome (host: left without handing in)')]);
    expect([rowsIn('gone', 'results.jsonl').length, rowsIn('gone', 'voids.jsonl').length]).toEqual([0, 1]);
  });

  it('goes through the days of a workplace, with the time in the prompt and the score of each assignment', async () => {
    mkdirSync(join(root, 'office'));
    writeFileSync(join(root, 'office', 'suite.json'), '{"kind": "workplace", "title": "T", "description": "D"}');
    const day = { tasks: [{ family: 'kb-link-repair' }, { family: 'ticket-queue' }] };
    const config = { seed: 's', scenarios: [{ name: 'two-days', days: [day, day] }] };
    writeFileSync(join(root, 'office', 'config.json'), JSON.stringify(config));
    const lines = ['tasks', 'list_files drive', 'read_file nowhere', 'inbox', 'end_day', 'say', 'tasks', 'quit'];
    const { code, out } = await typed(lines, ['--suite', 'office', '--run-name', 'days', '--hints', 'person']);
    expect(code).toBe(0);
    expect(out).toMatch(/^08:00> tasks$[\s\S]*^08:01> list_files drive$/m);
    expect(out).toMatch(/^20:00[^>]*> say$[\s\S]*It is day 2, 2026-03-03[\s\S]*^08:00> tasks$/m);
    expect(out).toMatch(/You will need:[\s\S]*: ask /);
    for (const id of ['d1-kb-link-repair', 'd1-ticket-queue', 'd2-kb-link-repair', 'd2-ticket-queue'])
      expect(out).toMatch(new RegExp(`^open {2}${id} {2}\\d+ %$`, 'm'));
    expect(readdirSync(join(root, 'results'))).toContain('days');
  });

  it('says in a sentence what it cannot do', async () => {
    const { out } = await typed([], ['--suite', 'property-valuation', '--task', 'covenant-review-alder-cuort']);
    expect(out).toContain('Did you mean "covenant-review-alder-court"?');
    expect((await typed([], ['--suite', 'nowhere'])).out).toContain('There is no suite "nowhere"');
  });
});
