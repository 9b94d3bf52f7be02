/**
 * A model at work, from the command line: it looks at the board, asks, keeps a note, and reads it on the next day; colleagues speak
 * through a model of their own, which may not say more than the rules let them.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Event, eventsOf } from '../src/core/event.ts';
import { readAttempts } from '../src/run/log-reader.ts';
import { type Ended, startCommand } from './command.ts';
import { type LoopbackAnswer, type LoopbackModel, startLoopbackModel } from './loopback-model.ts';

const place = mkdtempSync(join(tmpdir(), 'practicum-at-work-'));
let server: LoopbackModel;
const practicum = (...args: readonly string[]): Promise<Ended> =>
  startCommand(place, args, { OPENAI_API_KEY: 'none-needed-here' }).end;

interface Message {
  readonly role: string;
  readonly content: unknown;
}

/** The first day's messages begin with the first day's brief: a fresh context each day. */
function trainee(messages: readonly Message[], names: readonly string[]): LoopbackAnswer {
  const brief = JSON.stringify(messages.find(({ role }) => role === 'user'));
  const seen = messages.filter(({ role }) => role === 'tool').length;
  const has = (name: string): boolean => names.includes(name);
  if (!brief.includes('It is day 1')) return { does: 'reply', text: 'Nothing more.' };
  if (seen === 0) return { does: 'reply', calls: [{ name: 'list_tasks', input: {} }] };
  if (seen === 1)
    return { does: 'reply', calls: [{ name: 'send_message', input: { to: 'P-001', text: 'Hello there' } }] };
  if (seen === 2)
    return { does: 'reply', calls: [{ name: 'send_message', input: { to: 'P-002', text: 'Hello there' } }] };
  if (seen === 3 && has('write_notes'))
    return { does: 'reply', calls: [{ name: 'write_notes', input: { text: 'P-001 sits by the window.' } }] };
  if (seen < 5) return { does: 'reply', calls: [{ name: 'end_day', input: {} }] };
  return { does: 'reply', text: 'Good night.' };
}

let spoken = 0;
/** Every second time it lets out something that nobody told it. */
function colleague(messages: readonly Message[]): LoopbackAnswer {
  const [, answer = ''] = /<answer>\\n(.*?)\\n<\/answer>/s.exec(JSON.stringify(messages.at(-1))) ?? [];
  const given = answer.replaceAll('\\"', '"').replaceAll('\\n', '\n');
  return { does: 'reply', text: spoken++ % 2 === 0 ? given : `${given} The code is AUTH-4711.` };
}

beforeAll(async () => {
  server = await startLoopbackModel((body) => {
    const messages = body.messages as readonly Message[];
    const tools = (body.tools ?? []) as readonly { readonly function: { readonly name: string } }[];
    if (body.model === 'speaker') return colleague(messages);
    return trainee(
      messages,
      tools.map((tool) => tool.function.name),
    );
  });
  const tasks = [
    { family: 'kb-link-repair', difficulty: 1 },
    { family: 'ticket-queue', difficulty: 1 },
  ];
  const scenarios = [{ name: 'two-days', days: [{ tasks }, { tasks }] }];
  writeFileSync(join(place, 'config.json'), JSON.stringify({ seed: 's', scenarios }));
  const made = await practicum('generate', 'workplace', '--config', 'config.json', '--out', './work');
  expect(made.code).toBe(0);
});
afterAll(async () => {
  await server.close();
  rmSync(place, { recursive: true, force: true });
});

const run = (name: string, ...more: readonly string[]): Promise<Ended> =>
  practicum(
    ...['run', '--suite', './work', '--agent-model', 'worker', '--base-url', `${server.url}/v1`],
    ...['--run-name', name, ...more],
  );
const eventsIn = (name: string): readonly Event[] =>
  [...readAttempts(join(place, 'results', name, 'segments'))].flatMap(({ lines }) => lines.map(({ event }) => event));
const briefsIn = (name: string): readonly string[] => eventsOf(eventsIn(name), 'brief-given').map(({ text }) => text);

describe('a model at work', () => {
  it('has an outcome for each assignment, and remembers nothing unless told to', async () => {
    const { code, out, err } = await run('plain');
    expect([code, err]).toEqual([0, expect.any(String)]);
    expect(out).toMatch(/worker +0 %/);
    expect(out).toContain('0 of 4 in all');
    const args = JSON.parse(readFileSync(join(place, 'results/plain/args.json'), 'utf8'));
    expect(args).toMatchObject({ max_steps: 400, max_tokens: 20_000_000 });
    expect(briefsIn('plain')[1]).toContain('It is day 2');
    expect(briefsIn('plain')[1]).not.toContain('window');
    expect(eventsOf(eventsIn('plain'), 'model-replied').every(({ role }) => role === 'agent')).toBe(true);
  });

  it('gets its notes, and what the day was worth, with the next morning', async () => {
    await run('remembering', '--memory', 'feedback');
    const [, second = ''] = briefsIn('remembering');
    expect(second).toContain('Your own notes from the days before:\nP-001 sits by the window.');
    expect(second).toMatch(/What you were told about the day before:\n- .*: 0 of \d+ points/);
    const learning = await practicum('analyse', 'learning', 'results/remembering', 'results/plain');
    expect(learning.out).toContain('Misled by stale memory');
  });

  it('is given hints on the board where the run gives any', async () => {
    await run('hinted', '--hints', 'file');
    const [board] = eventsOf(eventsIn('hinted'), 'tool-answered');
    const shown = JSON.stringify(board);
    expect(shown).toMatch(/hint[^}]*drive\//);
    expect(JSON.stringify(eventsOf(eventsIn('plain'), 'tool-answered')[0])).not.toContain('hint');
  });

  it('hears colleagues through a model, which adds nothing; it is in the record, and asked once', async () => {
    await run('spoken', '--npc-model', 'speaker');
    const events = eventsIn('spoken');
    const roles = eventsOf(events, 'model-replied').map(({ role }) => role);
    expect(roles.filter((role) => role !== 'agent')).toHaveLength(2);
    const refused = eventsOf(events, 'world-noted').filter(({ kind }) => kind === 'rephrasing-refused');
    expect(refused).toMatchObject([{ data: { person: 'P-002', reason: expect.stringContaining('AUTH-4711') } }]);
    const heard = JSON.stringify(eventsOf(events, 'tool-answered'));
    expect(heard).not.toContain('AUTH-4711');
    const before = server.requests.length;
    expect((await run('spoken', '--npc-model', 'speaker')).code).toBe(0);
    expect(server.requests).toHaveLength(before);
    const compared = await practicum('compare', 'results/plain', 'results/spoken');
    expect(compared.out).toContain('colleagues: none → speaker');
  });
});
