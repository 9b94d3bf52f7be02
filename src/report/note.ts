/** One sentence beside a results table, under a short label. */
export interface Note {
  /** At most eight letters: it stands in a narrow column. */
  readonly label: string;
  readonly text: string;
  /** Whether it warns. */
  readonly isBad?: boolean;
}
