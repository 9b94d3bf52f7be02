/**
 * What the OccuBench paper published, to be drawn beside one's own numbers and marked as theirs. The figures are facts from its
 * tables; the caveats go wherever they go. They were made with a harness that is not public, so nobody should expect to meet them.
 */
import numbers from './paper-numbers.json' with { type: 'json' };

/** Rates in percent, as published. */
export const PAPER: PaperNumbers = numbers;

export interface PaperNumbers {
  readonly source: string;
  readonly simulator: string;
  readonly tasks: number;
  readonly caveats: readonly string[];
  /** `mean` is over the models without GPT-5.2. */
  readonly categories: readonly {
    readonly short: string;
    readonly name: string;
    readonly tasks: number;
    readonly mean: number;
  }[];
  /** Clean, in the order of the categories. */
  readonly industry: readonly PaperRow[];
  /** In the order of the modes. */
  readonly robustness: readonly (Omit<PaperRow, 'average'> & { readonly r: number })[];
  /** In E3. */
  readonly severity: readonly {
    readonly model: string;
    readonly count: number;
    readonly duration: number;
    readonly rate: number;
  }[];
  readonly effort: readonly { readonly model: string; readonly effort: string; readonly rate: number }[];
  readonly families: readonly {
    readonly family: string;
    readonly small: string;
    readonly large: string;
    readonly gap: number;
  }[];
  readonly simulators: {
    readonly names: readonly string[];
    readonly agents: readonly Omit<PaperRow, 'average'>[];
    /** Simulators by index. */
    readonly agreement: readonly {
      readonly a: number;
      readonly b: number;
      readonly same: number;
      readonly pairs: number;
    }[];
  };
}

interface PaperRow {
  readonly model: string;
  readonly average: number;
  readonly rates: readonly number[];
}

/** The paper's name for a model that goes by one of its API names: `anthropic/claude-opus-4-6` is Claude Opus 4.6. */
export function paperModel(name: string): string | null {
  const wanted = plain(name);
  return PAPER.industry.find(({ model }) => plain(model) === wanted)?.model ?? null;
}

/** Without provider, date, `preview` and punctuation. */
function plain(name: string): string {
  return name
    .slice(name.lastIndexOf('/') + 1)
    .toLowerCase()
    .replace(/-(\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, '')
    .replace(/-preview$/, '')
    .replace(/[^a-z0-9]/g, '');
}
