/**
 * One episode as an MCP server: its tools, `submit`, and the brief as instructions, as a prompt and as a tool, since clients differ in
 * which of these they show to a model. Made anew for each request where the protocol has no sessions; it holds nothing itself.
 */
import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server, type Tool } from '@modelcontextprotocol/server';
import type { Json } from '../core/json.ts';
import type { Tool as WorldTool } from '../core/tool.ts';
import { attempt, INTERNAL } from './attempt.ts';
import { HostFull } from './host.ts';
import { toolResult, words } from './mcp-result.ts';
import { type Toolset, toolsFor } from './served-tools.ts';
import { type ServedSession, SessionRefusal } from './session.ts';

export interface McpServerOptions {
  readonly toolset: Toolset;
  readonly version: string;
  readonly onError: (error: unknown) => void;
}

const READ_BRIEF: WorldTool = {
  name: 'read_brief',
  description: 'Reads what is asked for in this task. Call it first if you have not been told.',
  input: { type: 'object', properties: {} },
  effect: 'read',
};
const SERVER_ERROR = -32000;
const PROMPT = { name: 'task', description: 'What is asked for.' };

/** An episode that may not have begun: who only asks what this is does not begin it. */
export interface McpEpisode {
  readonly instructions: string;
  /** Rejects as `host.open` does. */
  session(): Promise<ServedSession>;
}

export function mcpServer({ instructions, session }: McpEpisode, options: McpServerOptions): Server {
  const { toolset, version, onError } = options;
  const server = new Server({ name: 'practicum', version }, { capabilities: { tools: {}, prompts: {} }, instructions });
  const within = <T>(work: (session: ServedSession) => T | Promise<T>): Promise<T> =>
    guarded(onError, async () => work(await session()));
  server.setRequestHandler('tools/list', () => within((here) => ({ tools: toolsOf(here, toolset).map(shown) })));
  server.setRequestHandler('tools/call', ({ params }) =>
    within((here) => called(here, params.name, jsonOf(params.arguments))),
  );
  server.setRequestHandler('prompts/list', () => ({ prompts: [PROMPT] }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    if (params.name !== PROMPT.name)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `the only prompt is "${PROMPT.name}"`);
    return within((here) => ({ messages: [{ role: 'user' as const, content: words(here.brief) }] }));
  });
  return server;
}

/** How many a client will see. */
export function toolsOf(session: ServedSession, toolset: Toolset): readonly WorldTool[] {
  return [READ_BRIEF, ...toolsFor(session, toolset).filter(({ name }) => name !== READ_BRIEF.name)];
}

async function called(session: ServedSession, name: string, input: Json): Promise<CallToolResult> {
  if (name === READ_BRIEF.name) return { content: [words(session.brief)] };
  return toolResult(await attempt(session, name, input));
}

function shown({ name, description, input, effect }: WorldTool): Tool {
  return {
    name,
    description,
    inputSchema: { ...input, type: 'object' },
    ...(effect === 'unknown' ? {} : { annotations: { readOnlyHint: effect === 'read' } }),
  };
}

/** The SDK has read it from JSON. */
function jsonOf(input: unknown): Json {
  return (input ?? {}) as Json;
}

/** The SDK tells a client the message of whatever is thrown: ours must not get there. */
async function guarded<T>(onError: (error: unknown) => void, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HostFull || error instanceof SessionRefusal)
      throw new ProtocolError(SERVER_ERROR, error.message);
    onError(error);
    throw new ProtocolError(ProtocolErrorCode.InternalError, INTERNAL);
  }
}
