/** Completion by how often and for how long faults come: a grid over runs that differ in nothing else. */
import { MODES, type Mode } from '../core/plan.ts';
import { type Cell, cellOf } from './cell.ts';
import type { Lineup, Part } from './contenders.ts';

export interface Severity {
  readonly grids: readonly SeverityGrid[];
}

export interface SeverityGrid {
  readonly name: string;
  readonly model: string | null;
  readonly mode: Mode;
  /** Null where no clean run is among those given. */
  readonly clean: Cell | null;
  /** Spells in an episode, and calls in a spell, as far as they occur. */
  readonly counts: readonly number[];
  readonly durations: readonly number[];
  readonly cells: readonly { readonly count: number; readonly duration: number; readonly cell: Cell }[];
}

/** Takes a lineup over `faults`. */
export function severityOf({ contenders }: Lineup): Severity {
  const grids = contenders
    .filter(({ agent }) => agent !== 'idle')
    .flatMap(({ name, model, parts }) =>
      MODES.filter((mode) => mode !== 'E0' && parts.some((part) => hasMode(part, mode))).map((mode): SeverityGrid => {
        const clean = parts.filter(({ isClean }) => isClean).flatMap(({ scores }) => scores);
        const cells = parts
          .filter((part) => hasMode(part, mode))
          .map(({ aspects, scores }) => ({
            ...terms(aspects.faults),
            cell: cellOf(scores.filter((score) => score.mode === mode)),
          }));
        const ascending = (values: readonly number[]): readonly number[] => [...new Set(values)].sort((a, b) => a - b);
        return {
          name,
          model,
          mode,
          clean: clean.length === 0 ? null : cellOf(clean),
          counts: ascending(cells.map((cell) => cell.count)),
          durations: ascending(cells.map((cell) => cell.duration)),
          cells,
        };
      }),
    );
  return { grids };
}

function hasMode({ isClean, scores }: Part, mode: Mode): boolean {
  return !isClean && scores.some((score) => score.mode === mode);
}

function terms(faults: string): { readonly count: number; readonly duration: number } {
  const [count = 0, duration = 0] = faults.split(' × ').map(Number);
  return { count, duration };
}
