/** How configs write what several families take as arguments: a time of the day, a length in hours, a level. */
import { z } from 'zod';
import { minuteIn } from './day-state.ts';

export const timeArgument = z.string().transform((given, context) => {
  const minute = minuteIn(given);
  if (minute !== null) return minute;
  context.addIssue('is no time; write HH:MM');
  return z.NEVER;
});

/** Read as minutes. */
export const hoursArgument = z
  .number()
  .min(0.25)
  .max(4)
  .transform((given) => Math.round(given * 60));

const LEVELS = { 1: 1, 2: 2, 3: 3, easy: 1, medium: 2, hard: 3 } as const;

export const levelArgument = z
  .union([
    z.literal([1, 2, 3]),
    z
      .string()
      .toLowerCase()
      .pipe(z.enum(['easy', 'medium', 'hard'])),
  ])
  .transform((given) => LEVELS[given]);
