/**
 * The parts of an OccuBench prompt: a body with placeholders, and behind it the state, its descriptions and the tools as three
 * labelled texts whose braces are doubled (the tools' are not). Takes apart; mends nothing.
 */
import type { Json } from '../../core/json.ts';
import { parseJson } from '../../core/json.ts';

export const PLACEHOLDERS = ['initial_state', 'state_descriptions', 'action_set_definitions'] as const;

export interface PromptParts {
  readonly body: string;
  /** Null where the prompt has no such end. Values are undefined where their text is not JSON. */
  readonly trailer: Trailer | null;
}
export interface Trailer {
  readonly state: Json | undefined;
  readonly descriptions: Json | undefined;
  readonly tools: Json | undefined;
}

const STATE = '{{initial_state}}:';
const DESCRIPTIONS = '\n{{state_descriptions}}:';
const TOOLS = '\n{action_set_definitions}:';

export function takeApart(prompt: string): PromptParts {
  // The last such line: a body may begin a line with the placeholder as well.
  const cut = prompt.startsWith(STATE)
    ? Math.max(0, prompt.lastIndexOf(`\n${STATE}`))
    : prompt.lastIndexOf(`\n${STATE}`);
  if (cut < 0) return { body: prompt, trailer: null };
  const end = prompt.slice(cut).replace(/^\n/, '');
  const descriptionsAt = end.indexOf(DESCRIPTIONS);
  const toolsAt = end.lastIndexOf(TOOLS);
  if (descriptionsAt < 0 || toolsAt < descriptionsAt) return { body: prompt, trailer: null };
  return {
    body: prompt.slice(0, cut),
    trailer: {
      state: parseJson(undoubled(end.slice(STATE.length, descriptionsAt))),
      descriptions: parseJson(undoubled(end.slice(descriptionsAt + DESCRIPTIONS.length, toolsAt))),
      tools: parseJson(end.slice(toolsAt + TOOLS.length)),
    },
  };
}

export function undoubled(text: string): string {
  return text.replaceAll('{{', '{').replaceAll('}}', '}');
}

/** How often each placeholder stands in the body. An index such as `o_{{t+1}}` or `s_{{t}}` is a formula, not a placeholder. */
export function placeholdersIn(body: string): ReadonlyMap<string, number> {
  const names = [...body.matchAll(/(?<![_^\w]){{\s*([A-Za-z_]\w*)\s*}}/g)].map((match) => match[1] ?? '');
  return new Map([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
}
