/** Completion by reasoning effort: a curve for each agent over runs that differ in nothing else. */
import type { Mode } from '../core/plan.ts';
import { type Cell, cellOf } from './cell.ts';
import { type Difference, pairedDifference } from './compare.ts';
import { DEFAULT_EFFORT, type Lineup, leadingMode } from './contenders.ts';

export interface Effort {
  readonly mode: Mode;
  readonly curves: readonly EffortCurve[];
}

export interface EffortCurve {
  readonly name: string;
  readonly model: string | null;
  /** From the least effort to the most. */
  readonly levels: readonly { readonly effort: string; readonly cell: Cell }[];
  /** The most against the least, over the tasks that both scored; null where there is one level. */
  readonly gain: (Difference & { readonly from: string; readonly to: string }) | null;
}

/** As providers name them. Names that nobody knows come after these, and the unnamed default last, since it could be any. */
const LEVELS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

/** Takes a lineup over `effort`. Agents without a model have none. */
export function effortOf({ contenders, seed }: Lineup): Effort {
  const mode = leadingMode(contenders);
  const thinking = contenders.filter(({ model }) => model !== null);
  const curves = thinking.map(({ name, model, parts }): EffortCurve => {
    const own = parts.map(({ aspects, scores }) => ({
      effort: aspects.effort,
      scores: scores.filter((score) => score.mode === mode),
    }));
    const levels = own.filter(({ scores }) => scores.length > 0).sort((a, b) => place(a.effort) - place(b.effort));
    const named = levels.filter(({ effort }) => effort !== DEFAULT_EFFORT);
    const [least, most] = [named[0], named.at(-1)];
    return {
      name,
      model,
      levels: levels.map(({ effort, scores }) => ({ effort, cell: cellOf(scores) })),
      gain:
        least === undefined || most === undefined || least === most
          ? null
          : {
              from: least.effort,
              to: most.effort,
              ...pairedDifference(least.scores, most.scores, { seed, names: [name, least.effort, most.effort] }),
            },
    };
  });
  return { mode, curves };
}

function place(effort: string): number {
  const known = LEVELS.indexOf(effort);
  if (known >= 0) return known;
  return LEVELS.length + (effort === DEFAULT_EFFORT ? 1 : 0);
}
