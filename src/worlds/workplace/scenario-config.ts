/**
 * Configs from which scenarios are made: ours, and the original's older shape (`scenarios → days → tasks` with `name`, `arguments`,
 * `deadline`). What is wrong with one is said in a sentence. It makes nothing.
 */
import { z } from 'zod';
import { UserError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { minuteIn } from './day-state.ts';
import type { Costs, Minute } from './instance.ts';

export interface ScenarioConfig {
  readonly name: string;
  readonly seed: string;
  readonly companySize: number;
  readonly days: readonly DayConfig[];
  /** Null where acts cost what the tools say. */
  readonly costs?: Costs | null;
}

export interface DayConfig {
  readonly tasks: readonly TaskConfig[];
}

export interface TaskConfig {
  readonly family: string;
  /** Null to draw them. */
  readonly arguments: JsonObject | null;
  readonly difficulty: 1 | 2 | 3;
  /** Null to make it from the slack. */
  readonly due: Minute | null;
  readonly arrives: Minute | null;
  /** Whether its arguments are those drawn for the same task of the first day. */
  readonly repeats?: boolean;
}

export interface Config {
  readonly scenarios: readonly ScenarioConfig[];
  /** How much longer than needed there is time for an assignment: 1 is twice as long. */
  readonly slack: number;
}

const difficulty = z.union([z.literal(1), z.literal(2), z.literal(3)]).default(2);
const taskSchema = z.object({
  /** The original calls it `name`. */
  family: z.string().optional(),
  name: z.string().optional(),
  arguments: z.record(z.string(), z.json()).nullish(),
  difficulty,
  deadline: z.string().optional(),
  arrives: z.string().optional(),
  repeats: z.boolean().default(false),
});
const minutes = z.int().min(0).max(240);
const costsSchema = z.strictObject({
  failedCall: minutes.default(1),
  tools: z.record(z.string(), minutes).default({}),
});
const configSchema = z.object({
  seed: z.union([z.string(), z.number()]).default('0'),
  slack: z.number().min(0).max(10).default(1),
  companySize: z.int().min(10).max(200).default(50),
  /** In minutes: of calls that fail to be read, and of tools by name. */
  costs: costsSchema.optional(),
  scenarios: z
    .array(
      z.object({
        name: z.string().min(1),
        seed: z.union([z.string(), z.number()]).optional(),
        companySize: z.int().min(10).max(200).optional(),
        days: z.array(z.object({ tasks: z.array(taskSchema).min(1) })).min(1),
      }),
    )
    .min(1),
});

export function readConfig(content: unknown, where: string): Config {
  const read = configSchema.safeParse(content);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new UserError(`${where} is no scenario config: ${issue?.path.join('.') || 'the whole'}: ${issue?.message}.`);
  }
  const { scenarios, seed, slack, companySize, costs = null } = read.data;
  const twice = scenarios.find(({ name }, i) => scenarios.findIndex((other) => other.name === name) !== i);
  if (twice) throw new UserError(`${where} has two scenarios with the name "${twice.name}".`);
  return {
    slack,
    scenarios: scenarios.map((scenario) => ({
      name: scenario.name,
      seed: String(scenario.seed ?? seed),
      companySize: scenario.companySize ?? companySize,
      costs,
      days: scenario.days.map(({ tasks }) => ({ tasks: tasks.map((task) => taskConfig(task, where)) })),
    })),
  };
}

function taskConfig(task: z.output<typeof taskSchema>, where: string): TaskConfig {
  const family = task.family ?? task.name;
  if (family === undefined) throw new UserError(`${where}: a task has neither "family" nor "name".`);
  return {
    family,
    arguments: task.arguments ?? null,
    difficulty: task.difficulty,
    due: timeIn(task.deadline, where),
    arrives: timeIn(task.arrives, where),
    repeats: task.repeats,
  };
}

/** `17:30`, or the time of an ISO date-time as the original writes it. */
function timeIn(words: string | undefined, where: string): Minute | null {
  if (words === undefined) return null;
  const minute = minuteIn(words);
  if (minute === null) throw new UserError(`${where}: "${words}" is no time; write HH:MM.`);
  return minute;
}
