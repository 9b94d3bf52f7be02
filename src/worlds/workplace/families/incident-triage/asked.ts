/** What the brief says, as data. */
import { z } from 'zod';

export const askedSchema = z.object({
  runbook: z.string(),
  /** The folder to which alerts come. */
  alerts: z.string(),
  table: z.string(),
  sweeps: z.array(z.number()),
  due: z.number(),
});
