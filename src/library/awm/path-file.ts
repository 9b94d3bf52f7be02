/**
 * `paths.jsonl`: recorded solutions of tasks, step by step, which can be played again, and where somebody has written them down the
 * changes that a task may make. Where there is no such file there are none.
 */
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { UserError } from '../../core/errors.ts';
import { parseJson } from '../../core/json.ts';
import { recordedSteps } from '../recorded-path.ts';
import { normalise } from './normalise.ts';

const allowedSchema = z.strictObject({
  table: z.string(),
  kind: z.enum(['inserted', 'updated', 'deleted']).exactOptional(),
  key: z.string().exactOptional(),
  columns: z.array(z.string()).exactOptional(),
  after: z.record(z.string(), z.json()).exactOptional(),
});

const pathSchema = z.object({
  scenario: z.string(),
  task_idx: z.int().min(0),
  steps: recordedSteps,
  allowed: z.array(allowedSchema).nullable().default(null),
});
export type AwmPath = Pick<z.infer<typeof pathSchema>, 'steps' | 'allowed'>;

/** By task id. The first file that is there; the first of several paths of one task. */
export function readPaths(files: readonly string[]): ReadonlyMap<string, AwmPath> {
  const file = files.find((one) => existsSync(one));
  const paths = new Map<string, AwmPath>();
  if (file === undefined) return paths;
  const lines = readFileSync(file, 'utf8').split('\n');
  lines.forEach((line, i) => {
    if (line.trim() === '') return;
    const read = pathSchema.safeParse(parseJson(line));
    if (!read.success || read.data.steps.length === 0) {
      throw new UserError(
        `${file}, line ${i + 1} is no path: {"scenario", "task_idx", "steps": [{"call", "input"} or {"say"}]}.`,
      );
    }
    const { scenario, task_idx: task, steps, allowed } = read.data;
    const id = `${normalise(scenario)}.${task}`;
    if (!paths.has(id)) paths.set(id, { steps, allowed });
  });
  return paths;
}
