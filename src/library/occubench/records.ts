/** OccuBench's records of tasks and scenarios, line by line, and what ours may hold besides. Knows no environments. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Json, parseJson } from '../../core/json.ts';
import { instantOf } from './state-clock.ts';

const criterionSchema = z.object({
  name: z.string(),
  text: z.string(),
  required: z.boolean().default(true),
  points: z.number().nonnegative().default(1),
});

/** A name that is also a file's: nothing in it may lead out of the folder. */
const fileName = z.string().regex(/^[\w-][\w.-]*$/, 'must be made of letters, digits, "_", "-" and "."');

const taskSchema = z.object({
  task_id: z.union([z.int(), z.string().min(1)]).transform(String),
  difficulty_level: z.literal([1, 2, 3]).nullish().catch(null),
  task_scenario_name: z.string().min(1),
  agent_instruction: z.string().min(1),
  env_name: fileName,
  verification_plan: z.string().min(1),
  solution_plan: z.string().nullish(),
  title: z.string().nullish(),
  criteria: z.array(criterionSchema).nullish(),
  date: z
    .string()
    .refine((date) => instantOf(date) !== null, 'must be a date such as 2024-06-03')
    .nullish(),
});
export type TaskRecord = z.infer<typeof taskSchema>;

const scenarioSchema = z.object({ category: z.string(), domain: z.string(), task_scenario_name: z.string().min(1) });
export type ScenarioRecord = z.infer<typeof scenarioSchema>;

export interface Line {
  /** Counted from 1. */
  readonly number: number;
  /** As it stands in the file. */
  readonly text: string;
  /** Undefined where the text is not JSON. */
  readonly value: Json | undefined;
}

/** The lines of a file that hold something. People write these files too: the last line needs no end. */
export function linesOf(text: string): readonly Line[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line, i) => ({ number: i + 1, text: line }))
    .filter(({ text: line }) => line.trim() !== '')
    .map((line) => ({ ...line, value: parseJson(line.text) }));
}

export const readLines = (file: string): readonly Line[] => linesOf(readFileSync(file, 'utf8'));

export type Read<T> = { readonly ok: true; readonly record: T } | { readonly ok: false; readonly problem: string };

export const readTask = (line: Line): Read<TaskRecord> => read(line, taskSchema);
export const readScenario = (line: Line): Read<ScenarioRecord> => read(line, scenarioSchema);
export const isFileName = (name: string): boolean => fileName.safeParse(name).success;

function read<T>({ value }: Line, schema: z.ZodType<T>): Read<T> {
  if (value === undefined) return { ok: false, problem: 'is not JSON' };
  const result = schema.safeParse(value);
  if (result.success) return { ok: true, record: result.data };
  const issues = result.error.issues.map(({ path, message }) => `${path.join('.') || 'the record'}: ${message}`);
  return { ok: false, problem: issues.join('; ') };
}
