/**
 * Models that play the suite "Ten trades" without any provider: a simulator that follows each environment's written rules, an agent
 * that works with care or without, and a judge that looks for the decisive facts in the transcript. Each reply is a function of the
 * request alone, so that they can be asked in any order, again, or by several episodes at once.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { textOf } from '../src/core/block.ts';
import { equal, type Json, parseJson } from '../src/core/json.ts';
import {
  type Message,
  type Model,
  type ModelRequest,
  NO_USAGE,
  type Reply,
  type ReplyPart,
} from '../src/core/model.ts';
import type { Task } from '../src/core/task.ts';
import { readLanguageSuite } from '../src/library/language-suite.ts';
import { abnormalLoad } from './ten-trades/abnormal-load.ts';
import { banquetClearance } from './ten-trades/banquet-clearance.ts';
import { energyIsolation } from './ten-trades/energy-isolation.ts';
import { exhibitionLoan } from './ten-trades/exhibition-loan.ts';
import { orchardSpray } from './ten-trades/orchard-spray.ts';
import { payrollCorrection } from './ten-trades/payroll-correction.ts';
import { pointInTimeRestore } from './ten-trades/point-in-time-restore.ts';
import { recordsDisclosure } from './ten-trades/records-disclosure.ts';
import { redCellIssue } from './ten-trades/red-cell-issue.ts';
import {
  type Deed,
  type Finding,
  type Performance,
  type Rehearsal,
  type Row,
  type Seen,
  stageOf,
} from './ten-trades/rehearsal.ts';
import { sequencingRun } from './ten-trades/sequencing-run.ts';

const FOLDER = fileURLToPath(new URL('../suites/ten-trades', import.meta.url));
export const tasks: readonly Task[] = readLanguageSuite(FOLDER).tasks;

const REHEARSALS: readonly Rehearsal[] = [
  payrollCorrection,
  pointInTimeRestore,
  energyIsolation,
  abnormalLoad,
  banquetClearance,
  exhibitionLoan,
  redCellIssue,
  recordsDisclosure,
  orchardSpray,
  sequencingRun,
];

export function taskOf(id: string): Task {
  const task = tasks.find((one) => one.id === id);
  if (task === undefined) throw new Error(`there is no task ${id} in ten-trades`);
  return task;
}

export function rehearsalOf(id: string): Rehearsal {
  const { world } = taskOf(id);
  const rehearsal = REHEARSALS.find(({ environment }) => environment === world);
  if (rehearsal === undefined) throw new Error(`nobody has rehearsed the task ${id}`);
  return rehearsal;
}

const row = z.record(z.string(), z.json());

export function stateOf(id: string): unknown {
  const file = `${FOLDER}/environments/${taskOf(id).world}.json`;
  return row.parse(JSON.parse(readFileSync(file, 'utf8'))).task_initial_state;
}

function model(
  name: string,
  answer: (request: ModelRequest) => string | Extract<ReplyPart, { type: 'tool-call' }>,
): Model {
  return {
    name,
    generate: async (request, signal): Promise<Reply> => {
      signal.throwIfAborted();
      const said = answer(request);
      const part: ReplyPart = typeof said === 'string' ? { type: 'text', text: said } : said;
      return { parts: [part], finish: typeof said === 'string' ? 'stop' : 'tool-calls', usage: NO_USAGE };
    },
  };
}

/** Plays the environment right. It rebuilds its state from the calls in the conversation, in either style of prompts. */
export function simulatorFor(id: string): Model {
  return model(`simulator-of-task-${id}`, ({ system, messages }) => {
    const stage = stageOf(rehearsalOf(id), stateOf(id));
    const actions = messages.flatMap((message) => (message.role === 'user' ? actionsIn(message) : []));
    const last = actions.pop();
    if (last === undefined) throw new Error('the simulator was asked without a call');
    for (const { name, input } of actions) stage.call(name, input);
    const before = stage.state();
    const answer = stage.call(last.name, last.input);
    const observation = `<predicted_observation>\n${JSON.stringify(answer)}\n</predicted_observation>`;
    if (!system.includes('<state_patch>')) return observation;
    return `${observation}\n<state_patch>\n${JSON.stringify(patchBetween(before, stage.state()))}\n</state_patch>`;
  });
}

const action = z.object({ name: z.string(), arguments: z.union([row, z.string()]) });

/** In the style `reference` the arguments are the text of an object. */
function actionsIn(
  message: Extract<Message, { role: 'user' }>,
): readonly { readonly name: string; readonly input: Row }[] {
  const found = textOf(message.blocks).matchAll(/<agent_action>\s*([\s\S]*?)\s*<\/agent_action>/g);
  return [...found].map((match) => {
    const { name, arguments: given } = action.parse(JSON.parse(match[1] ?? ''));
    return { name, input: typeof given === 'string' ? row.parse(JSON.parse(given === '' ? '{}' : given)) : given };
  });
}

/** JSON Patch for what the rehearsals change: fields, new rows, and lists that grow. */
function patchBetween(before: Json, after: Json, path = ''): readonly Json[] {
  if (equal(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after))
    return after.slice(before.length).map((value: Json) => ({ op: 'add', path: `${path}/-`, value }));
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null)
    return [{ op: 'replace', path, value: after }];
  const was = new Map<string, Json>(Object.entries(before));
  return Object.entries(after).flatMap(([key, value]: [string, Json]) => {
    const at = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const old = was.get(key);
    return old === undefined ? [{ op: 'add', path: at, value }] : patchBetween(old, value, at);
  });
}

const MOST_TRIES = 4;

/** Works through its steps one call a turn. With care it repeats a call that failed or whose answer is short of what it announces. */
export function agentFor(id: string, manner: 'good' | 'careless'): Model {
  const performance: Performance = rehearsalOf(id)[manner];
  return model(`${manner}-agent-of-task-${id}`, ({ messages }) => {
    const answers = messages.flatMap((message) => (message.role === 'tool' ? message.results : []));
    let [step, tries] = [0, 0];
    for (const { isError, blocks } of answers) {
      tries++;
      const isUnsound = isError || isShort(parseJson(textOf(blocks)));
      if (manner === 'good' && isUnsound && tries < MOST_TRIES) continue;
      [step, tries] = [step + 1, 0];
    }
    const next = performance.steps[step];
    if (next === undefined) return performance.says;
    const [name, input] = next;
    return { type: 'tool-call', id: `call-${answers.length + 1}`, name, input: JSON.stringify(input) };
  });
}

/** Whether an answer announces more entries than it lists: the sign of a list that was cut. */
function isShort(answer: Json | undefined): boolean {
  const read = row.safeParse(answer);
  if (!read.success || typeof read.data.total !== 'number') return false;
  const { total, ...rest } = read.data;
  return !Object.values(rest).some((value) => Array.isArray(value) && value.length === total);
}

/** Votes by what is in the transcript, in the form that `rubric` asks for. */
export function judgeFor(id: string): Model {
  const names = z
    .object({ criteria: z.array(z.object({ name: z.string(), required: z.boolean() })) })
    .parse(taskOf(id).truth).criteria;
  return model(`judge-of-task-${id}`, ({ messages, system }) => {
    const [opening] = messages;
    const file = opening?.role === 'user' ? textOf(opening.blocks) : '';
    const seen = seenIn(file);
    const findings = names.map(({ name, required }, i) => {
      const look = rehearsalOf(id).criteria[name];
      if (look === undefined) throw new Error(`nobody looks for ${name} in task ${id}`);
      return { id: i + 1, required, name, ...inWords(look(seen)) };
    });
    const ballot = /The code of your ballot is (\w+)\./.exec(file)?.[1] ?? '';
    const missed = findings.filter(({ met }) => !met).map(({ name }) => name);
    const feedback = missed.length === 0 ? 'Everything was done.' : `Missing: ${missed.join(', ')}.`;
    if (system.includes('"is_correct"'))
      return JSON.stringify({ ballot, is_correct: findings.every(({ met, required }) => met || !required), feedback });
    const criteria = findings.map(({ id: number, quote, reason, met }) => ({ id: number, quote, reason, met }));
    return JSON.stringify({ ballot, criteria, feedback });
  });
}

function inWords(finding: Finding): { readonly met: boolean; readonly quote: string; readonly reason: string } {
  if (finding === undefined || finding === false) return { met: false, quote: '', reason: 'This did not happen.' };
  return { met: true, quote: finding === true ? '' : finding.written, reason: 'The transcript shows it.' };
}

/** The transcript as the case file writes it: labels of ours, and between fences what others wrote. */
function seenIn(file: string): Seen {
  const code = /^The fence code of this file is (\w+)\./.exec(file)?.[1] ?? '';
  const transcript = file.split('\n# Transcript\n')[1] ?? '';
  const entries = [...transcript.matchAll(new RegExp(`^(.+)\\n<<< ${code}\\n([\\s\\S]*?)\\n${code} >>>`, 'gm'))].map(
    ([, label = '', content = '']) => ({ label, content }),
  );
  const calls = entries.filter(({ label }) => /^Call \d+:/.test(label));
  const deeds = calls.map(({ content }, i): Deed => {
    const { tool, arguments: input } = z.object({ tool: z.string(), arguments: row }).parse(JSON.parse(content));
    const shown = entries.find(({ label }) => label.startsWith(`Answer to call ${i + 1}`) && !isOther(label, i + 1));
    const clean = entries.find(({ label }) => label.startsWith(`True answer to call ${i + 1},`));
    const written = clean?.content.replace(/^altered at: .*\n/, '') ?? shown?.content ?? '';
    const answer = row.safeParse(parseJson(written)).data ?? {};
    const neverArrived = clean === undefined && (shown?.label.includes('FAULTED') ?? true);
    return { at: i, tool, input, answer, took: !neverArrived && !('error' in answer), written: content };
  });
  return { deeds, said: entries.findLast(({ label }) => label === 'The agent said')?.content ?? '' };
}

/** `Answer to call 1` is also how `Answer to call 12` begins. */
function isOther(label: string, call: number): boolean {
  return /\d/.test(label.charAt(`Answer to call ${call}`.length));
}
