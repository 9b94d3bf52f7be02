/**
 * The tools that a served session offers beside the world's own: the generic pair for clients that do not want a tool list per task,
 * `say` where the world goes on, and `submit`. Answers are in no protocol's form yet.
 */
import { type Block, text } from '../core/block.ts';
import type { Json, JsonObject } from '../core/json.ts';
import { parseJson } from '../core/json.ts';
import { nearestName } from '../core/suggestion.ts';
import type { Tool } from '../core/tool.ts';
import type { ServedSession, Settlement, Step } from './session.ts';

/** `all`: both ways; `direct`: the world's tools; `generic`: by the pair alone. `submit` is always there. */
export const TOOLSETS = ['all', 'direct', 'generic'] as const;
export type Toolset = (typeof TOOLSETS)[number];

const LIST: Tool = {
  name: 'list_scenario_tools',
  description: 'Lists the tools of this scenario with their parameters. Call it first.',
  input: { type: 'object', properties: {} },
  effect: 'read',
};
const CALL: Tool = {
  name: 'call_scenario_tool',
  description: 'Calls one of the tools that list_scenario_tools shows.',
  input: {
    type: 'object',
    properties: {
      tool_name: { type: 'string', description: 'The name of the tool.' },
      arguments: {
        anyOf: [{ type: 'object' }, { type: 'string' }],
        description: 'Its arguments: an object, or the JSON text of one.',
      },
    },
    required: ['tool_name'],
  },
  effect: 'unknown',
};
const SAY: Tool = {
  name: 'say',
  description: 'Says something, or falls silent with an empty text, and lets the world go on.',
  input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  effect: 'unknown',
};
const SUBMIT: Tool = {
  name: 'submit',
  description: 'Ends the work with a final answer, which is then judged. Call it once, when everything is done.',
  input: {
    type: 'object',
    properties: { final_answer: { type: 'string', description: 'What was asked for, or what was done.' } },
  },
  effect: 'unknown',
};
/** Where the world goes on, it is not over when something was said. */
const SUBMIT_ALL: Tool = {
  ...SUBMIT,
  description:
    'Ends the whole work at once, also of days that are still to come, and has it judged as it then stands. Call it once, when say has answered that only submit is left.',
};

/** Those that every task has. */
export const GENERIC_TOOLS: readonly Tool[] = [LIST, CALL, SUBMIT];
const OURS: ReadonlySet<string> = new Set([LIST, CALL, SAY, SUBMIT].map(({ name }) => name));

/** Ours come first. A world's tool of the same name can be reached by `call_scenario_tool`. */
export function toolsFor({ tools, goesOn }: ServedSession, toolset: Toolset): readonly Tool[] {
  const own = tools.filter(({ name }) => !OURS.has(name));
  const last = goesOn ? [SAY, SUBMIT_ALL] : [SUBMIT];
  if (toolset === 'direct') return [...own, ...last];
  return toolset === 'generic' ? [LIST, CALL, ...last] : [LIST, CALL, ...last, ...own];
}

/** What came of a call. */
export type Served =
  | { readonly kind: 'step'; readonly step: Step }
  | { readonly kind: 'settled'; readonly settlement: Settlement; readonly blocks: readonly Block[] }
  /** The call itself was wrong; the session was not touched. */
  | { readonly kind: 'refused'; readonly reason: 'not_found' | 'input_validation'; readonly message: string };

export async function callServed(session: ServedSession, name: string, input: Json): Promise<Served> {
  const given = asObject(input);
  if (given === null) return refused('input_validation', 'the input must be an object');
  switch (name) {
    case LIST.name:
      return { kind: 'step', step: quiet([text(listing(session))]) };
    case CALL.name:
      return callByName(session, given);
    case SUBMIT.name:
      return submit(session, given);
    case SAY.name:
      if (session.goesOn) return say(session, given);
  }
  return callWorld(session, name, given);
}

async function callByName(session: ServedSession, given: JsonObject): Promise<Served> {
  const name = given.tool_name ?? given.name ?? given.tool;
  if (typeof name !== 'string') return refused('input_validation', 'tool_name is missing: name the tool to call');
  const input = asObject(given.arguments ?? given.args ?? given.input ?? {});
  if (input === null) return refused('input_validation', 'arguments must be an object or the JSON text of one');
  return callWorld(session, name.replace(/^mcp_tool_(mcp_server_)?/, ''), input);
}

async function callWorld(session: ServedSession, name: string, input: JsonObject): Promise<Served> {
  if (!session.tools.some((tool) => tool.name === name)) {
    const nearest = nearestName(
      name,
      session.tools.map((tool) => tool.name),
    );
    const hint = nearest === null ? '' : `; did you mean '${nearest}'?`;
    return refused('not_found', `'${name}' is not a valid tool${hint}`);
  }
  return { kind: 'step', step: await session.call(name, input) };
}

async function say(session: ServedSession, { text: words }: JsonObject): Promise<Served> {
  if (typeof words !== 'string') return refused('input_validation', 'text must be a string');
  const step = await session.say(words);
  const isSilent = step.blocks.length === 0 && step.notices.length === 0 && !step.isOver;
  return { kind: 'step', step: isSilent ? { ...step, blocks: [text(NOTHING)] } : step };
}

/** An empty answer would be taken for a failure. */
const NOTHING = 'The world goes on; nothing is announced.';

async function submit(session: ServedSession, given: JsonObject): Promise<Served> {
  const answer = given.final_answer ?? given.answer ?? given.summary ?? '';
  const settlement = await session.submit(typeof answer === 'string' ? answer : JSON.stringify(answer));
  return { kind: 'settled', settlement, blocks: [text(outcomeInWords(settlement))] };
}

function outcomeInWords({ result, items }: Settlement): string {
  if (result.outcome === 'void')
    return `Submitted. The episode is void (${result.blame}: ${result.reason}) and is not scored.`;
  const each = items.map(({ id, outcome }) => `${id}: ${outcome}`).join(', ');
  return `Submitted. Outcome: ${result.outcome}${each === '' ? '' : ` (${each})`}.`;
}

/** The outcome as plain data. Of a verdict only what was earned: why would tell the truth. */
export function outcomeData({ result, reward, items }: Settlement): JsonObject {
  if (result.outcome === 'void') {
    return { outcome: 'void', blame: result.blame, reason: result.reason, reward: null };
  }
  const whole = { outcome: result.outcome, score: result.score, reward };
  return items.length === 0 ? whole : { ...whole, items: items.map((item) => ({ ...item })) };
}

function refused(reason: 'not_found' | 'input_validation', message: string): Served {
  return { kind: 'refused', reason, message };
}

function quiet(blocks: readonly Block[]): Step {
  return { blocks, isError: false, notices: [], isOver: false };
}

function asObject(value: Json): JsonObject | null {
  const parsed = typeof value === 'string' ? parseJson(value) : value;
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as JsonObject) : null;
}

const RULE = '='.repeat(80);

/** For a reader that sees only text. */
function listing({ tools }: ServedSession): string {
  const entries = tools.map(({ name, description, input }, i) =>
    [`${i + 1}. ${name}`, `   Description: ${description.replaceAll('\n', '\n   ')}`, ...parametersOf(input)].join(
      '\n',
    ),
  );
  return [`Available tools (${tools.length}):`, RULE, entries.join('\n\n')].join('\n');
}

function parametersOf({ properties, required }: JsonObject): readonly string[] {
  const all = Object.entries(asObject(properties ?? {}) ?? {});
  if (all.length === 0) return ['   Parameters: none'];
  const needed = new Set(Array.isArray(required) ? required : []);
  return [
    '   Parameters:',
    ...all.map(([name, schema]) => {
      const { description, ...rest } = asObject(schema) ?? {};
      const what = typeof description === 'string' ? `: ${description}` : '';
      return `   - ${name} (${needed.has(name) ? 'required' : 'optional'}) ${JSON.stringify(rest)}${what}`;
    }),
  ];
}

const ONLY_SUBMIT = 'The work is over: only submit is left.';

/** Blocks with what the world announced, for protocols that know only content. */
export function contentOf({ blocks, notices, isOver }: Step): readonly Block[] {
  const announced = notices.map(({ from, text: words, at }) => text(`[${at}] ${from}: ${words}`));
  return [...blocks, ...announced, ...(isOver ? [text(ONLY_SUBMIT)] : [])];
}
