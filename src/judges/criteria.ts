/** What a rubric asks for, one thing at a time: the criteria that the task gives, or else its rubric split by our own hand. */
import { z } from 'zod';
import type { Task } from '../core/task.ts';
import { splitRubric } from './rubric-split.ts';

export interface Criterion {
  /** Unique within its rubric. */
  readonly name: string;
  readonly text: string;
  /** One that is not required moves the score, not the outcome. */
  readonly required: boolean;
  readonly points: number;
}

export interface Rubric {
  /** Whole, as it was written. */
  readonly text: string;
  readonly criteria: readonly Criterion[];
}

const truthSchema = z.object({
  rubric: z.string(),
  criteria: z
    .array(
      z.object({
        name: z.string(),
        text: z.string().min(1),
        required: z.boolean().default(true),
        points: z.number().nonnegative().default(1),
      }),
    )
    .default([]),
});

/** Throws where there is nothing to judge by, or nothing that work could fail on. */
export function rubricOf({ id, truth }: Pick<Task, 'id' | 'truth'>): Rubric {
  const read = truthSchema.safeParse(truth);
  if (!read.success) throw new Error(`the task ${id} has no rubric that can be read: ${z.prettifyError(read.error)}`);
  const { rubric, criteria: given } = read.data;
  const criteria = given.length > 0 ? distinct(given) : splitCriteria(rubric);
  if (criteria.length === 0) throw new Error(`the task ${id} has an empty rubric; there is nothing to judge by`);
  if (criteria.every(({ required }) => !required)) {
    throw new Error(`the task ${id} has no criterion that is required; whatever was done would pass`);
  }
  return { text: rubric, criteria };
}

export function splitCriteria(rubric: string): readonly Criterion[] {
  return splitRubric(rubric).items.map((text, i) => ({
    name: `${i + 1}. ${titleOf(text)}`,
    text,
    required: true,
    points: 1,
  }));
}

const MARK = /^\s*(?:#{1,6}\s+)?(?:[-*•–]\s+)?(?:\*\*|__)?(?:(?:step|criterion)\s+)?(?:\(?\d{1,2}[.):])?\s*/i;
const MOST_WORDS = 8;

/** What an item calls itself, or its first words. */
function titleOf(item: string): string {
  const line = item.replace(MARK, '').split('\n', 1)[0] ?? '';
  const title = /^(?:\*\*|__)?([^*:.]{3,60}?)(?:\*\*|__|:)/.exec(line)?.[1] ?? line;
  const words = title
    .replace(/\*\*|__|`/g, '')
    .trim()
    .split(/\s+/);
  return words.length > MOST_WORDS ? `${words.slice(0, MOST_WORDS).join(' ')} …` : words.join(' ');
}

/** Names tell criteria apart in votes and checkpoints: an empty or repeated one is numbered. */
function distinct(given: readonly Criterion[]): readonly Criterion[] {
  const seen = new Set<string>();
  return given.map((criterion, i) => {
    const plain = criterion.name.trim();
    const name = plain === '' || seen.has(plain) ? `${i + 1}. ${plain || titleOf(criterion.text)}` : plain;
    seen.add(name);
    return { ...criterion, name };
  });
}
