/** What the brief says, as data. */
import { z } from 'zod';

export const askedSchema = z.object({ output: z.string(), guide: z.string(), onCall: z.string() });
