/** The `suite.json` of a suite of AWM environments: where its data is, and how it is played. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../core/errors.ts';
import { parseJson } from '../../core/json.ts';
import { instantOf } from './instant.ts';

const headSchema = z.object({
  kind: z.literal('awm'),
  title: z.string(),
  description: z.string(),
  /** The folder of the data, which stays where it is. */
  source: z.string(),
  /** `faithful` reproduces the original, flaws included; `repaired` mends what can be mended without changing what is asked. */
  mode: z.enum(['faithful', 'repaired']),
  /** Whether foreign keys are checked while seeds go into a database: `on` as in the original, `off` as in OpenEnv. */
  fk: z.enum(['on', 'off']),
  /** What time it is: in `faithful` mode everywhere, in `repaired` mode where nothing says when a scenario's data was made. */
  clock: z.string().refine((clock) => instantOf(clock) !== null, 'must be a time such as 2026-01-15T12:00:00Z'),
  /** Under which terms the data may be passed on, and whom to name. */
  licence: z.object({ name: z.string(), attribution: z.string() }).nullish(),
});
export type AwmHead = z.infer<typeof headSchema>;

export function readHead(folder: string): AwmHead {
  const file = join(folder, 'suite.json');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UserError(`${file} cannot be read: ${cause instanceof Error ? cause.message : cause}.`, { cause });
  }
  const read = headSchema.safeParse(parseJson(text));
  if (read.success) return read.data;
  const issues = read.error.issues.map(({ path, message }) => `${path.join('.') || 'the whole'}: ${message}`);
  throw new UserError(`${file} is not the head of an AWM suite: ${issues.join('; ')}.`);
}
