/** What the brief says, as data. */
import { z } from 'zod';

export const askedSchema = z.object({
  table: z.string(),
  rules: z.string(),
  articles: z.string(),
  output: z.string(),
});
