/** One ballot of a model that judges: asked, and where something is wrong with it, asked once more. Knows no question of its own. */
import { text } from '../core/block.ts';
import { EpisodeError, ModelError } from '../core/errors.ts';
import { type Message, type Model, type ModelRequest, type Reply, replyText } from '../core/model.ts';
import { type Booth, type Question, readVote, SPOILED } from './ballot.ts';
import type { CaseFile } from './case-file.ts';

/** The prompt file with which a ballot is asked for again. */
export const REPAIR = 'rubric-repair.md';

export interface Asking {
  readonly model: Model;
  /** A prompt by its file name. */
  readonly prompt: (file: string) => string;
  /** The prompt file that says how to judge. */
  readonly system: string;
  readonly file: CaseFile;
  readonly booth: Booth;
  readonly signal: AbortSignal;
}

export async function ballotOf<T>(
  asking: Asking,
  question: Question<T>,
  flaws: (vote: T) => readonly string[],
): Promise<T> {
  const { prompt, system, file, booth } = asking;
  const opening: Message = { role: 'user', blocks: [text(file.text)] };
  const request: ModelRequest = {
    system: prompt(system),
    messages: [opening],
    tools: [],
    format: question.format(booth.ballot),
  };
  const first = await replyTo(request, asking);
  const read = readVote(replyText(first), question, booth);
  const wrong = read.ok ? flaws(read.vote) : [cutOff(first) ?? read.problem];
  if (read.ok && wrong.length === 0) return read.vote;
  const repair = `${prompt(REPAIR).trim()}\n\n${wrong.map((flaw) => `- ${flaw}`).join('\n')}`;
  const again: Message[] = [
    { role: 'assistant', parts: first.parts },
    { role: 'user', blocks: [text(`${repair}\n\nThe code of your ballot is ${booth.ballot}.`)] },
  ];
  const second = await replyTo({ ...request, messages: [opening, ...again] }, asking);
  const reread = readVote(replyText(second), question, booth);
  if (reread.ok) return reread.vote;
  if (read.ok) return read.vote;
  const message = `the model ${asking.model.name} gave no vote that can be read, twice: ${read.problem}; then ${reread.problem}`;
  throw new EpisodeError('judge', SPOILED, message);
}

async function replyTo(request: ModelRequest, { model, signal }: Asking): Promise<Reply> {
  const reply = await model.generate(request, signal);
  if (reply.finish === 'refused') throw new ModelError('refused', `the model ${model.name} declined to judge`);
  return reply;
}

function cutOff({ finish }: Reply): string | null {
  return finish === 'length' ? 'it was cut off before its end: be much shorter' : null;
}
