/**
 * A model that says what it was told to say, for tests and examples. Used up, it rejects: it never repeats itself and never
 * invents a reply, a token or an id that changes from run to run.
 */
import { ModelError } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import { type Model, type ModelRequest, NO_USAGE, type Reply, type ReplyPart, type Usage } from '../core/model.ts';

export interface ScriptedReply {
  readonly text?: string;
  readonly reasoning?: string;
  /** `input` is an object, or the text of the arguments as it stands, perhaps malformed. */
  readonly calls?: readonly { readonly name: string; readonly input: JsonObject | string }[];
  readonly finish?: Reply['finish'];
  readonly usage?: Partial<Usage>;
}

/** A string is a text; an Error is a rejection. */
export type ScriptedTurn = string | ScriptedReply | Error;
export type Script =
  | readonly ScriptedTurn[]
  | ((request: ModelRequest, turn: number) => ScriptedTurn | Promise<ScriptedTurn>);

export function scripted(script: Script, { name = 'scripted' }: { readonly name?: string } = {}): Model {
  let turns = 0;
  return {
    name,
    generate: async (request, signal) => {
      signal.throwIfAborted();
      const turn = turns++;
      const said = typeof script === 'function' ? await script(request, turn) : script[turn];
      if (said === undefined) {
        throw new ModelError(
          'bad-request',
          `the script of ${name} has no reply for request ${turn + 1}; give it one more`,
        );
      }
      if (said instanceof Error) throw said;
      // By the conversation and not by this model's own count: an episode that goes on in another process gives the same ids.
      const spoken = request.messages.filter(({ role }) => role === 'assistant').length;
      return replyFor(typeof said === 'string' ? { text: said } : said, spoken);
    },
  };
}

function replyFor({ text, reasoning, calls = [], finish, usage }: ScriptedReply, turn: number): Reply {
  const parts: ReplyPart[] = [];
  if (reasoning !== undefined) parts.push({ type: 'reasoning', text: reasoning });
  if (text !== undefined) parts.push({ type: 'text', text });
  for (const [index, { name, input }] of calls.entries()) {
    const written = typeof input === 'string' ? input : JSON.stringify(input);
    parts.push({ type: 'tool-call', id: `call-${turn + 1}-${index + 1}`, name, input: written });
  }
  return { parts, finish: finish ?? (calls.length > 0 ? 'tool-calls' : 'stop'), usage: { ...NO_USAGE, ...usage } };
}
