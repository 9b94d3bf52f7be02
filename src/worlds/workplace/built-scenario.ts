/** A scenario on disk: what is public and what only judges may see, apart. Written once, read as it is. */
import { z } from 'zod';
import { UserError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { Scenario } from './compose.ts';
import type { Instance } from './instance.ts';
import { readTruth } from './truth.ts';

const FORMAT = 1;
const json = z.record(z.string(), z.json());
const builtSchema = z.object({
  format: z.literal(FORMAT),
  asked: json,
  instance: z.looseObject({ version: z.literal(1), name: z.string(), seed: z.string(), days: z.array(json).min(1) }),
  truth: json,
});

export function formatScenario({ instance, truth, asked }: Scenario): string {
  const record = { format: FORMAT, instance, asked, truth };
  return `${JSON.stringify(record as unknown as Json, null, 1)}\n`;
}

export function readScenario(content: unknown, name: string): Scenario {
  const read = builtSchema.safeParse(content);
  if (!read.success) {
    throw new UserError(
      `The scenario ${name} was made by another version. Make it again with practicum generate workplace.`,
    );
  }
  const { instance, truth, asked } = read.data;
  return { instance: instance as unknown as Instance, truth: readTruth(truth), asked };
}
