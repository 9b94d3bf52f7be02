/**
 * The rows of an AWM data directory, one shape for each kind of file. Only what is used is asked for, and what models wrote loosely
 * is taken loosely; other fields may be there. Joins nothing.
 */
import { z } from 'zod';

const name = z.string().min(1);
const scenario = name;

/** What a model should have written as text. */
const text = z.unknown().transform((value) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')));
const texts = z
  .array(text)
  .nullish()
  .transform((list) => list ?? []);

const tableSchema = z.object({ name: text, ddl: text, indexes: texts, examples: texts });
const seedSchema = z.object({ table_name: text, insert_statements: texts });
const index = z.union([z.int().min(0), z.string().regex(/^\d+$/).transform(Number)]);

const SHAPES = {
  scenario: z.object({ name, description: z.string().default('') }),
  tasks: z.object({ scenario, tasks: z.array(text).min(1) }),
  db: z.object({ scenario, db_schema: z.object({ tables: z.array(tableSchema) }) }),
  sample: z.object({ scenario, sample_data: z.object({ tables: z.array(seedSchema) }) }),
  spec: z.object({ scenario, api_spec: z.object({ api_groups: z.array(z.unknown()) }) }),
  envs: z.object({ scenario, full_code: z.string().min(1) }),
  verifier: z.object({
    scenario,
    task_idx: index,
    task: z.string().default(''),
    verification: z.object({
      code: z
        .string()
        .nullish()
        .transform((code) => code ?? ''),
      raw_response: z
        .string()
        .nullish()
        .transform((raw) => raw ?? ''),
    }),
  }),
} as const;

export type RecordKind = keyof typeof SHAPES;
export type AwmRecord<K extends RecordKind> = z.infer<(typeof SHAPES)[K]>;
export type DbRecord = AwmRecord<'db'>;
export type SampleRecord = AwmRecord<'sample'>;
export type VerifierRecord = AwmRecord<'verifier'>;

export type Read<T> = { readonly ok: true; readonly record: T } | { readonly ok: false; readonly problem: string };

export function readRecord<K extends RecordKind>(kind: K, line: string): Read<AwmRecord<K>> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { ok: false, problem: 'is not JSON' };
  }
  const shape: z.ZodType<AwmRecord<K>> = SHAPES[kind] as never;
  const read = shape.safeParse(value);
  if (read.success) return { ok: true, record: read.data };
  const issues = read.error.issues.map(({ path, message }) => `${path.join('.') || 'the row'}: ${message}`);
  return { ok: false, problem: issues.slice(0, 3).join('; ') };
}
