/** How long an agent may go on: as the flags say, else as the suite does, else as for any task. */
import type { Suite } from '../core/suite.ts';
import type { RunFlags } from './run-flags.ts';

export type BoundedFlags = RunFlags & { readonly maxSteps: number; readonly maxTokens: number };

const MOST_TURNS = 200;
/** A runaway stops here: some thirty times what a long episode takes. */
const MOST_TOKENS = 5_000_000;

export function bounded(flags: RunFlags, { bounds }: Suite): BoundedFlags {
  return {
    ...flags,
    maxSteps: flags.maxSteps ?? bounds?.turns ?? MOST_TURNS,
    maxTokens: flags.maxTokens ?? bounds?.tokens ?? MOST_TOKENS,
  };
}
