/**
 * Assignments as reports count them: units of a run with what their judge said beside the outcome. What belongs to the assignment and
 * not to how it was done (family, difficulty) is known also where an episode ended without a verdict, if any other has one.
 */
import { z } from 'zod';
import { type Score, taskKey } from './scores.ts';

const dataSchema = z.object({
  family: z.string(),
  difficulty: z.number(),
  concurrent: z.number(),
  cluesNeeded: z.number(),
  cluesFound: z.number(),
  guesses: z.number(),
  earned: z.number(),
  full: z.number(),
  isLate: z.boolean(),
  weight: z.number().optional(),
  bestWeight: z.number().optional(),
  isDrifted: z.boolean().optional(),
});

export interface WorkplaceItem {
  readonly score: Score;
  /** From 1. */
  readonly day: number;
  readonly family: string;
  readonly difficulty: number;
  /** Assignments of the day. */
  readonly concurrent: number;
  /** What it counts for in a schedule, and the most that its day allows; undefined where the judge does not say. */
  readonly weight: number | undefined;
  readonly bestWeight: number | undefined;
  /** Whether something it rests on was otherwise on an earlier day. */
  readonly isDrifted: boolean;
  /** Null where there is no verdict. */
  readonly work: Work | null;
}

export interface Work {
  readonly cluesNeeded: number;
  readonly cluesFound: number;
  readonly guesses: number;
  readonly earned: number;
  readonly isLate: boolean;
}

type Data = z.output<typeof dataSchema>;

/** Makes items of scores, knowing all runs' assignments. Scores that are of none give none. */
export function itemMaker(known: readonly Score[]): (scores: readonly Score[]) => readonly WorkplaceItem[] {
  const read = new Map(known.map((score) => [score, dataIn(score)]));
  const byItem = new Map<string, Data>();
  for (const [score, data] of read) if (data !== undefined) byItem.set(itemKey(score), data);
  return (scores) =>
    scores.flatMap((score): readonly WorkplaceItem[] => {
      const own = read.get(score) ?? dataIn(score);
      const data = own ?? byItem.get(itemKey(score));
      return data === undefined ? [] : [itemOf(score, data, own ?? null)];
    });
}

function itemOf(score: Score, data: Data, own: Data | null): WorkplaceItem {
  const { family, difficulty, concurrent, weight, bestWeight, isDrifted = false } = data;
  return { score, day: dayOf(score), family, difficulty, concurrent, weight, bestWeight, isDrifted, work: own };
}

function dataIn({ item, data }: Score): Data | undefined {
  return item === null || data === undefined ? undefined : dataSchema.safeParse(data).data;
}

/** Ids begin with the day: `d2-expense-audit`. */
function dayOf({ item }: Score): number {
  return Number(/^d(\d+)-/.exec(item ?? '')?.[1] ?? 1);
}

/** One assignment, whoever does it. */
function itemKey({ task, item }: Score): string {
  return JSON.stringify([taskKey(task), item]);
}
