/** What a campaign assignment asks for, as data. */
import { z } from 'zod';

export const askedSchema = z.object({
  code: z.string(),
  budget: z.number(),
  channels: z.string(),
  handbook: z.string(),
  output: z.string(),
  maps: z.array(z.object({ group: z.string(), path: z.string() })),
});
export type Asked = z.output<typeof askedSchema>;
