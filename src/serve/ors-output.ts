/** Our blocks, tools and outcomes in the words of the Open Reward Standard. Every field is always there: its clients index them. */
import { type Block, text } from '../core/block.ts';
import { EpisodeError } from '../core/errors.ts';
import type { Json, JsonObject } from '../core/json.ts';
import type { Tool } from '../core/tool.ts';
import { type Attempted, attempt, BROKEN } from './attempt.ts';
import type { SetupFailure } from './ors-refusal.ts';
import { contentOf, outcomeData } from './served-tools.ts';
import type { ServedSession, Settlement, Step } from './session.ts';

export function wireBlocks(blocks: readonly Block[]): readonly JsonObject[] {
  return blocks.map(
    (block): JsonObject =>
      block.type === 'text'
        ? { text: block.text, detail: null, type: 'text' }
        : { data: block.data ?? '', mimeType: block.mediaType, detail: null, type: 'image' },
  );
}

export function wireTools(tools: readonly Tool[]): JsonObject {
  return { tools: tools.map(({ name, description, input }) => ({ name, description, input_schema: input })) };
}

/** Calls a tool. What the driver or the world did wrong is part of the result; only what we did wrong is thrown. */
export async function toolResult(session: ServedSession, name: string, input: Json): Promise<JsonObject> {
  try {
    return attempted(await attempt(session, name, input));
  } catch (error) {
    // A call that waited behind the last one.
    if (error instanceof EpisodeError && error.party === 'agent') return refused(ENDED, 'episode_finished');
    throw error;
  }
}

const ENDED = 'the episode is over';

/** For calls into an episode that never began. */
export function unopened({ message, blame, reason }: SetupFailure): JsonObject {
  const metadata = { outcome: 'void', blame, reason, reward: null };
  return output({ blocks: [text(message)], metadata, reward: null, finished: true });
}

function attempted(result: Attempted): JsonObject {
  switch (result.kind) {
    case 'step':
      return stepped(result.step);
    case 'settled':
      return settled(result.settlement, result.blocks);
    case 'broken':
      return settled(result.settlement, [text(BROKEN)]);
    case 'over':
      return refused(result.message, 'episode_finished');
    case 'refused': {
      // Older clients tell the kinds of refusal apart by how the sentence begins.
      const { reason, message } = result;
      return refused(reason === 'input_validation' ? `Tool input validation error: ${message}` : message, reason);
    }
  }
}

/** Ordinary steps have no reward: trainers take the last one that is not null. */
function stepped(step: Step): JsonObject {
  const metadata = { ...(step.isError ? { is_error: true } : {}), ...(step.isOver ? { is_over: true } : {}) };
  const isPlain = !step.isError && !step.isOver;
  return output({ blocks: contentOf(step), metadata: isPlain ? null : metadata, reward: null, finished: false });
}

function settled(settlement: Settlement, blocks: readonly Block[]): JsonObject {
  return output({ blocks, metadata: outcomeData(settlement), reward: settlement.reward, finished: true });
}

interface Output {
  readonly blocks: readonly Block[];
  readonly metadata: JsonObject | null;
  readonly reward: number | null;
  readonly finished: boolean;
}

function output({ blocks, metadata, reward, finished }: Output): JsonObject {
  return { ok: true, output: { blocks: wireBlocks(blocks), metadata, reward, finished } };
}

function refused(error: string, reason: string): JsonObject {
  return { ok: false, error, reason };
}
