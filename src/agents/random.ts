/**
 * Calls tools by chance with arguments that fit their schemas, for a while, and falls silent. The brief is its seed: the same task is
 * played in the same way. It needs no solution and no model; what it scores is what luck scores.
 */
import type { Agent } from '../core/agent.ts';
import type { AgentEntry } from '../core/agent-entry.ts';
import { textOf } from '../core/block.ts';
import { isObject } from '../core/json.ts';
import { type Random, stream } from '../core/random.ts';
import type { Tool } from '../core/tool.ts';
import type { Session } from '../core/world.ts';
import { parseAnswer } from './answer.ts';
import { type Gleanings, newGleanings, plausibleInput, unseenIn } from './plausible.ts';

/** More than fits into a working day. */
const MOST_STEPS = 400;

export function random({ maxSteps = MOST_STEPS }: { readonly maxSteps?: number } = {}): Agent {
  return {
    name: 'random',
    async act(brief, session, signal) {
      await fumble(brief, session, { steps: Math.min(maxSteps, MOST_STEPS), signal });
      for (;;) {
        const heard = await session.say('', signal);
        if (heard.over || heard.brief !== null) return 'answered';
      }
    },
  };
}

interface Fumbling {
  readonly steps: number;
  readonly signal: AbortSignal;
}

async function fumble(brief: string, session: Session, { steps, signal }: Fumbling): Promise<void> {
  const chance = stream(brief, 'random agent');
  const gleanings = newGleanings(brief);
  const tools = session.tools.filter((tool) => !isFinal(tool));
  for (let step = 1; step <= steps && tools.length > 0; step++) {
    const tool = drawTool(tools, gleanings, chance);
    const input = plausibleInput(tool.input, { gleanings, random: chance, use: tool.name });
    const seen = await session.call({ id: `call-${step}`, name: tool.name, input }, signal);
    if (!seen.isError) gleanings.glean(parseAnswer(textOf(seen.blocks)) ?? {});
  }
}

/** Rather one whose arguments were seen somewhere: made-up ones are refused, and that teaches nothing about luck. */
function drawTool(tools: readonly Tool[], gleanings: Gleanings, chance: Random): Tool {
  // Half of what it does is doing: there are more ways to look.
  const kinds = [tools.filter(isWrite), tools.filter((tool) => !isWrite(tool))].filter(({ length }) => length > 0);
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const tool = chance.pick(chance.pick(kinds));
    if (unseenIn(tool.input, gleanings) === 0 || chance.chance(0.1)) return tool;
  }
  return chance.pick(tools);
}

const MOST_TRIES = 20;
const isWrite = ({ effect }: Tool): boolean => effect === 'write';

/** A write that takes nothing (going home, closing a case) ends things: by chance it would come long before anything else is tried. */
function isFinal({ effect, input }: Tool): boolean {
  return effect === 'write' && Object.keys(isObject(input.properties) ? input.properties : {}).length === 0;
}

export const entry: AgentEntry = {
  name: 'random',
  summary: 'calls tools by chance with arguments that fit, then falls silent',
  needs: 'nothing',
  prompts: [],
  make: ({ limits }) => random(limits),
};
