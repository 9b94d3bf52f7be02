/** What the brief says, as data. */
import { z } from 'zod';

export const askedSchema = z.object({
  requests: z.string(),
  policy: z.string(),
  /** The folder of letters of consent. */
  consents: z.string(),
  table: z.string(),
  output: z.string(),
});
