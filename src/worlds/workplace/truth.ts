/** What only judges know of a scenario: for each assignment what is right, and where that could have been found out. */
import { z } from 'zod';
import type { JsonObject } from '../../core/json.ts';
import type { Clue } from './family.ts';

export interface ScenarioTruth {
  readonly assignments: readonly AssignmentTruth[];
  /** For each day, the most weight that any order of work finishes in time. */
  readonly best: readonly number[];
}

export interface AssignmentTruth {
  readonly id: string;
  readonly family: string;
  /** From 0. */
  readonly day: number;
  readonly difficulty: 1 | 2 | 3;
  readonly title: string;
  /** What late work is worth, in percent; 0 where it is refused. */
  readonly latePercent: number;
  /** Whether it was called off: then nothing is judged. */
  readonly isCancelled: boolean;
  readonly truth: JsonObject;
  readonly clues: readonly Clue[];
  /** Titles of the meetings that it asks to be called. */
  readonly bookings: readonly string[];
  /** How many assignments the day has: the more there are, the harder the day. */
  readonly concurrent: number;
  /** What it counts for in a schedule, by its priority. */
  readonly weight: number;
  /** What a competent person needs. */
  readonly minutes: number;
  /** Whether something it rests on was otherwise on an earlier day. */
  readonly isDrifted: boolean;
}

const clueSchema = z.object({
  id: z.string(),
  kind: z.enum(['file', 'person', 'system', 'meeting', 'picture']),
  at: z.string(),
  topic: z.string(),
  after: z.array(z.string()),
  secrets: z.array(z.string()),
});

const truthSchema = z.object({
  best: z.array(z.number()),
  assignments: z.array(
    z.object({
      id: z.string(),
      family: z.string(),
      day: z.int(),
      difficulty: z.union([z.literal(1), z.literal(2), z.literal(3)]),
      title: z.string(),
      latePercent: z.number(),
      isCancelled: z.boolean(),
      truth: z.record(z.string(), z.json()),
      clues: z.array(clueSchema),
      bookings: z.array(z.string()).default([]),
      concurrent: z.int(),
      weight: z.number(),
      minutes: z.number(),
      isDrifted: z.boolean().default(false),
    }),
  ),
});

export function readTruth(truth: JsonObject): ScenarioTruth {
  return truthSchema.parse(truth) as ScenarioTruth;
}
