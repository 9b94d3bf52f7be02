/**
 * The reference agent: a model in a loop with the session's tools. Calls are made in the order given, the loop goes on whenever
 * there were calls (whatever the provider says about why it stopped), and a reply without calls is what the agent says.
 */
import type { Agent } from '../core/agent.ts';
import type { AgentEntry, AgentLimits } from '../core/agent-entry.ts';
import { type Block, text } from '../core/block.ts';
import { EpisodeError, UserError } from '../core/errors.ts';
import {
  type Message,
  type Model,
  type ModelRequest,
  type Reply,
  type ReplyCall,
  replyCalls,
  replyText,
  type ToolResult,
} from '../core/model.ts';
import type { Notice, Session } from '../core/world.ts';

export interface ToolLoopOptions {
  readonly model: Model;
  readonly system: string;
  readonly limits?: Partial<AgentLimits>;
}

/** OccuBench's figures: 200 turns, 12,288 tokens a reply. */
export const DEFAULT_LIMITS: AgentLimits = {
  maxSteps: 200,
  maxTokens: null,
  maxOutputTokens: 12_288,
  reasoningEffort: null,
  temperature: null,
};

export function toolLoop({ model, system, limits }: ToolLoopOptions): Agent {
  const bounds = { ...DEFAULT_LIMITS, ...limits };
  return {
    name: 'tool-loop',
    async act(brief, session, signal) {
      const messages: Message[] = [{ role: 'user', blocks: [text(brief)] }];
      const tools = session.tools.map(({ name, description, input }) => ({ name, description, input }));
      let tokens = 0;
      for (let turn = 0; turn < bounds.maxSteps; turn++) {
        const reply = await model.generate(requestOf({ system, messages, tools, bounds }), signal);
        messages.push({ role: 'assistant', parts: reply.parts });
        tokens += (reply.usage.input ?? 0) + (reply.usage.output ?? 0);
        if (bounds.maxTokens !== null && tokens > bounds.maxTokens) throw limitReached('token', `${tokens} tokens`);
        const calls = replyCalls(reply);
        if (calls.length > 0) {
          messages.push({ role: 'tool', results: await callInOrder(session, { reply, calls }, signal) });
          continue;
        }
        const heard = await session.say(replyText(reply), signal);
        if (heard.over || heard.brief !== null) return reply.finish === 'length' ? 'truncated' : 'answered';
        messages.push({ role: 'user', blocks: [text(noticesInWords(heard.notices) || '(no news)')] });
      }
      throw limitReached('turn', `${bounds.maxSteps} turns`);
    },
  };
}

export const entry: AgentEntry = {
  name: 'tool-loop',
  summary: 'the reference agent: a model in a loop with the tools',
  needs: 'model',
  prompts: ['tool-loop.md'],
  make({ model, prompt, limits }) {
    if (model === null) throw new UserError('The agent tool-loop needs a model: add --agent-model NAME.');
    return toolLoop({ model, system: prompt('tool-loop.md'), limits });
  },
};

function limitReached(what: 'turn' | 'token', amount: string): EpisodeError {
  return new EpisodeError('agent', `${what}-limit`, `stopped after ${amount}`);
}

interface RequestParts {
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: ModelRequest['tools'];
  readonly bounds: AgentLimits;
}

function requestOf({ system, messages, tools, bounds }: RequestParts): ModelRequest {
  const { maxOutputTokens, reasoningEffort, temperature } = bounds;
  return {
    system,
    messages: [...messages],
    tools,
    ...(maxOutputTokens === null ? {} : { maxOutputTokens }),
    ...(reasoningEffort === null ? {} : { reasoningEffort }),
    ...(temperature === null ? {} : { temperature }),
  };
}

interface Turn {
  readonly reply: Reply;
  readonly calls: readonly ReplyCall[];
}

async function callInOrder(
  session: Session,
  { reply, calls }: Turn,
  signal: AbortSignal,
): Promise<readonly ToolResult[]> {
  const results: ToolResult[] = [];
  for (const [i, { id, name, input }] of calls.entries()) {
    const remark = i === 0 ? replyText(reply) : '';
    const seen = await session.call({ id, name, input, ...(remark === '' ? {} : { remark }) }, signal);
    results.push({ callId: id, name, blocks: withNotices(seen.blocks, seen.notices), isError: seen.isError });
  }
  return results;
}

function withNotices(blocks: readonly Block[], notices: readonly Notice[]): readonly Block[] {
  return notices.length === 0 ? blocks : [...blocks, text(noticesInWords(notices))];
}

function noticesInWords(notices: readonly Notice[]): string {
  return notices.map(({ from, text: words, at }) => `[${at}] ${from}: ${words}`).join('\n');
}
