/** What a benchmark is: a file in `benchmarks/` that exports one as its default. */
import type { Paper } from './paper.ts';

export interface Benchmark {
  /** In a line: what is measured. */
  readonly summary: string;
  run(setting: Setting): Promise<void>;
}

export interface Setting {
  /** A small sample, to see that the benchmark works: its figures mean little. */
  readonly quick: boolean;
  readonly paper: Paper;
}
