/** The paper's analyses over one's own runs, by name. Plain JSON comes out: what `--json` prints and what is rendered as text. */
import { MODES, type Mode } from '../core/plan.ts';
import { stream } from '../core/random.ts';
import { type Cell, cellOf } from './cell.ts';
import type { Run } from './compare.ts';
import { type Aspect, type Lineup, leadingMode, lineupOf } from './contenders.ts';
import { type Effort, effortOf } from './effort.ts';
import { difficultyProfile, industryProfile, type Profile } from './profile.ts';
import { type Robustness, robustnessOf } from './robustness.ts';
import { type Scaling, scalingOf } from './scaling.ts';
import { type Severity, severityOf } from './severity.ts';
import { type Simulators, simulatorsOf } from './simulators.ts';

export const ANALYSES = [
  'industry',
  'robustness',
  'severity',
  'effort',
  'difficulty',
  'scaling',
  'simulators',
] as const;
export type AnalysisKind = (typeof ANALYSES)[number];

/** What each analysis varies on purpose; in all else, contenders must be alike. */
const OVER: { readonly [kind in AnalysisKind]: readonly Aspect[] } = {
  industry: [],
  robustness: [],
  severity: ['faults'],
  effort: ['effort'],
  difficulty: [],
  scaling: [],
  simulators: ['simulator', 'judge'],
};

export interface RobustnessAcross {
  readonly modes: readonly Mode[];
  readonly contenders: readonly {
    readonly name: string;
    readonly model: string | null;
    readonly cells: readonly (Cell | null)[];
    readonly robustness: Robustness | null;
  }[];
}

export type Findings =
  | ({ readonly kind: 'industry' } & Profile)
  | ({ readonly kind: 'robustness' } & RobustnessAcross)
  | ({ readonly kind: 'severity' } & Severity)
  | ({ readonly kind: 'effort' } & Effort)
  | ({ readonly kind: 'difficulty' } & Profile)
  | ({ readonly kind: 'scaling' } & Scaling)
  | ({ readonly kind: 'simulators' } & Simulators);

export type Analysis = Findings & { readonly runs: readonly string[]; readonly warnings: readonly string[] };

export interface AnalysisOptions {
  /** For `scaling`: names from small to large. */
  readonly families?: readonly (readonly string[])[];
}

/** These look at faulty modes. The others look at one mode, the clean one where it was played, and at nothing else. */
const OF_FAULTS: ReadonlySet<AnalysisKind> = new Set(['robustness', 'severity']);

export function analysisOf(kind: AnalysisKind, runs: readonly Run[], options: AnalysisOptions = {}): Analysis {
  const lineup = lineupOf(OF_FAULTS.has(kind) ? runs : inLeadingMode(runs), OVER[kind]);
  return {
    ...findingsOf(kind, lineup, options),
    runs: runs.map(({ plan }) => plan.run),
    warnings: lineup.warnings,
  };
}

function inLeadingMode(runs: readonly Run[]): readonly Run[] {
  const mode = leadingMode(runs);
  return runs.map(({ plan, scores }) => ({ plan, scores: scores.filter((score) => score.mode === mode) }));
}

function findingsOf(kind: AnalysisKind, lineup: Lineup, { families = [] }: AnalysisOptions): Findings {
  switch (kind) {
    case 'industry':
      return { kind, ...industryProfile(lineup) };
    case 'robustness':
      return { kind, ...robustnessAcross(lineup) };
    case 'severity':
      return { kind, ...severityOf(lineup) };
    case 'effort':
      return { kind, ...effortOf(lineup) };
    case 'difficulty':
      return { kind, ...difficultyProfile(lineup) };
    case 'scaling':
      return { kind, ...scalingOf(lineup, families) };
    case 'simulators':
      return { kind, ...simulatorsOf(lineup) };
  }
}

function robustnessAcross({ contenders, seed }: Lineup): RobustnessAcross {
  const present = new Set(contenders.flatMap(({ scores }) => scores.map(({ mode }) => mode)));
  const modes = MODES.filter((mode) => present.has(mode));
  return {
    modes,
    contenders: contenders
      .filter(({ agent }) => agent !== 'idle')
      .map(({ name, model, scores }) => {
        const own = Map.groupBy(scores, ({ mode }) => mode);
        const met = modes.filter((mode) => own.has(mode));
        return {
          name,
          model,
          cells: modes.map((mode) => (own.has(mode) ? cellOf(own.get(mode) ?? []) : null)),
          robustness: robustnessOf(scores, met, stream(seed, 'bootstrap', 'robustness', name)),
        };
      }),
  };
}
