/** The plan on disk. It is written once; the same name with other settings is refused, so that results never mix. */
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { UserError } from '../core/errors.ts';
import { canonical, equal, type Json, type JsonObject } from '../core/json.ts';
import { MODES, PLAN_VERSION, type Plan } from '../core/plan.ts';
import { readAsked, writeAsked } from './asked-file.ts';
import { type RunDirectory, writeJson } from './directory.ts';

const jsonObject = z.record(z.string(), z.json());
const planSchema = z.object({
  version: z.literal(PLAN_VERSION),
  run: z.string(),
  suite: z.string(),
  source: z.string(),
  tasks: z.array(
    z.object({
      suite: z.string(),
      id: z.string(),
      hash: z.string(),
      title: z.string(),
      world: z.string(),
      family: z.string(),
      category: z.string(),
      domain: z.string(),
      scenario: z.string(),
      difficulty: z.union([z.literal(1), z.literal(2), z.literal(3)]).nullable(),
      length: z.int().nullable(),
    }),
  ),
  agents: z.array(z.object({ name: z.string(), model: z.string().nullable(), settings: jsonObject })),
  modes: z.array(z.enum(MODES)),
  faultCount: z.int(),
  faultDuration: z.int(),
  trials: z.int(),
  seed: z.string(),
  withPlan: z.boolean(),
  worldModel: z.string().nullable(),
  verifierModel: z.string().nullable(),
  styles: z.object({
    prompts: z.enum(['clean', 'reference']),
    state: z.enum(['free', 'tracked']),
    faults: z.enum(['injected', 'prompted']),
    rubric: z.enum(['atomic', 'whole']),
    votes: z.int().min(1),
    memory: z.enum(['notes', 'feedback']).exactOptional(),
    hints: z.enum(['topic', 'person', 'file', 'full']).exactOptional(),
    colleagues: z.string().exactOptional(),
  }),
  prompts: z.record(z.string(), z.string()),
  versions: z.object({ practicum: z.string(), events: z.int() }),
});

export function readPlan(directory: RunDirectory): Plan {
  if (!existsSync(directory.plan)) {
    throw new UserError(
      `There is no run in ${directory.path}: it has no plan.json. Give a run's directory, such as results/NAME.`,
    );
  }
  const read = planSchema.safeParse(parse(readFileSync(directory.plan, 'utf8')));
  if (!read.success)
    throw new UserError(`${directory.plan} is not a plan that this version can read. Choose another --run-name.`);
  const asked = readAsked(directory);
  return { ...(read.data as Plan), ...(asked === null ? {} : { asked }) };
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}

/** What may differ between two starts of one run: the version of the program, and where the suite stands. */
const INCIDENTAL: ReadonlySet<string> = new Set(['versions', 'source']);

/** Writes the plan of a new run; checks that an old run was asked the same. */
export function keepPlan(directory: RunDirectory, plan: Plan): Plan {
  if (!existsSync(directory.plan)) {
    const { asked, ...fixed } = plan;
    writeJson(directory.plan, fixed as unknown as Json);
    if (asked !== undefined) writeAsked(directory, asked);
    return plan;
  }
  const old = readPlan(directory);
  const { asked: _asked, ...fixed } = plan;
  const differences = differing(old, fixed);
  if (differences.length === 0) return old;
  throw new UserError(
    `The run ${directory.path} was made with other settings: ${differences.join('; ')}. ` +
      'Choose another --run-name for the new settings, or repeat the old ones to go on with that run.',
  );
}

function differing(old: Plan, plan: Plan): readonly string[] {
  const before = old as unknown as JsonObject;
  const now = plan as unknown as JsonObject;
  return Object.keys(now)
    .filter((key) => !INCIDENTAL.has(key) && !equal(before[key] ?? null, now[key] ?? null))
    .map((key) =>
      key === 'tasks'
        ? 'other tasks, or tasks that were edited'
        : `${key} was ${brief(before[key])}, now ${brief(now[key])}`,
    );
}

function brief(value: Json | undefined): string {
  const words = canonical(value ?? null);
  return words.length > 80 ? `${words.slice(0, 77)}…` : words;
}
