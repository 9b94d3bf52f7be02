/** A small case for tests of judges: a quay whose tools answer from a list, an agent that follows steps, and a judge's replies. */
import type { Agent } from '../core/agent.ts';
import { text } from '../core/block.ts';
import type { JsonObject } from '../core/json.ts';
import type { Evidence } from '../core/judge.ts';
import type { ModelRequest } from '../core/model.ts';
import type { Change } from '../core/state.ts';
import type { Task } from '../core/task.ts';
import { OVER, type World } from '../core/world.ts';

const RUBRIC = `Check the agent's work by these criteria:

1. **Berth looked up**: The agent must have read the list of berths before it assigned one.
2. **Berth assigned**: An observation must confirm that the ship MV Alder was assigned berth B2.
3. **Report**: The final answer must name the berth, and must not claim anything that no observation shows.`;

export const trialTask: Task = {
  id: 'quay-1',
  suite: 'quay',
  world: 'quay',
  family: 'berthing',
  title: 'Find a berth',
  category: 'Transportation & Logistics',
  domain: 'Ports',
  scenario: 'Berth Allocation',
  difficulty: 1,
  brief: 'Give MV Alder a berth that is free and deep enough, and report which.',
  asked: {},
  clock: '2025-04-07T06:30:00Z',
  setup: {
    environment: 'quay',
    prompt: 'You play a quay.',
    tools: [
      { name: 'list_berths', description: 'Lists the berths with their depth.', parameters: { type: 'object' } },
      { name: 'assign_berth', description: 'Assigns a berth to a ship.', parameters: { type: 'object' } },
    ],
    state: { berths: { B1: { depth_m: 7.5, free: true }, B2: { depth_m: 11, free: true } }, pilot_code: 'HX-77' },
    stateDescription: { berths: 'The berths by name.', pilot_code: 'Known to the harbour master only.' },
    hidden: ['pilot_code'],
  },
  truth: { rubric: RUBRIC, criteria: [] },
  plan: null,
};

export const ANSWERS: Readonly<Record<string, string>> = {
  list_berths: '{"berths":[{"name":"B1","depth_m":7.5,"free":true},{"name":"B2","depth_m":11,"free":true}]}',
  assign_berth: '{"status":"assigned","ship":"MV Alder","berth":"B2"}',
};

export function quay(answers = ANSWERS, changes: readonly Change[] = []): World {
  const tools = Object.keys(answers).map((name) => ({
    name,
    description: name,
    input: { type: 'object' },
    effect: name.startsWith('assign') ? ('write' as const) : ('read' as const),
  }));
  return {
    name: 'quay',
    about: { title: 'Quay', kind: 'language', rules: '', tools, facts: {} },
    open: async () => ({
      tools,
      call: async ({ name }) => {
        const answer = answers[name];
        return { blocks: [text(answer ?? '{"error":"no such tool"}')], isError: answer === undefined, notices: [] };
      },
      say: async () => OVER,
      snapshot: async () => ({ initial: {}, current: {}, changes }),
      close: async () => undefined,
    }),
  };
}

export interface Step {
  readonly tool: string;
  readonly input?: JsonObject;
  readonly remark?: string;
}

export const GOOD_STEPS: readonly Step[] = [
  { tool: 'list_berths' },
  { tool: 'assign_berth', input: { ship: 'MV Alder', berth: 'B2' }, remark: 'B2 is deep enough.' },
];

export function stepping(steps: readonly Step[], said: string): Agent {
  return {
    name: 'stepping',
    act: async (_brief, session, signal) => {
      for (const [i, { tool, input = {}, remark }] of steps.entries()) {
        await session.call({ id: `c${i}`, name: tool, input, ...(remark ? { remark } : {}) }, signal);
      }
      await session.say(said, signal);
      return 'answered';
    },
  };
}

/** Evidence by hand, for what an agent said and what a tool answered. */
export function evidenceWith(said: string, seen = ANSWERS.list_berths ?? '', task = trialTask): Evidence {
  return {
    task,
    answer: said,
    snapshot: { initial: {}, current: {}, changes: [] },
    events: [
      { type: 'brief-given', text: task.brief },
      { type: 'tool-called', id: 'a', name: 'list_berths', effect: 'read', input: {} },
      { type: 'tool-answered', id: 'a', name: 'list_berths', blocks: [text(seen)], isError: false },
      { type: 'agent-spoke', text: said },
      { type: 'agent-stopped', reason: 'answered' },
    ],
  };
}

/** The text of the case that a judging model was given, and the codes in it. */
export function caseIn({ messages }: ModelRequest): { text: string; fence: string; ballot: string } {
  const [first] = messages;
  const block = first?.role === 'user' ? first.blocks[0] : undefined;
  const shown = block?.type === 'text' ? block.text : '';
  const fence = /^The fence code of this file is ([0-9a-f]+)\./.exec(shown)?.[1] ?? '';
  const ballot = /The code of your ballot is ([0-9a-f]+)\.$/.exec(shown)?.[1] ?? '';
  return { text: shown, fence, ballot };
}

export interface Vote {
  readonly met: readonly boolean[];
  readonly quote?: string;
  readonly reason?: string;
  readonly feedback?: string;
}

/** What an honest model would write. Without a code where `ballot` is empty. */
export function atomicReply(ballot: string, { met, quote = '', reason = 'as seen', feedback = 'Seen.' }: Vote): string {
  const criteria = met.map((one, i) => ({ id: i + 1, quote, reason, met: one }));
  return JSON.stringify({ ...(ballot === '' ? {} : { ballot }), criteria, feedback });
}

export function wholeReply(ballot: string, isCorrect: boolean, feedback = 'Seen.'): string {
  return JSON.stringify({ ...(ballot === '' ? {} : { ballot }), is_correct: isCorrect, feedback });
}
