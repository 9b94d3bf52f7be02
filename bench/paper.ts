/** Where figures are written: one line each, with its target and its ratio to a yardstick where there is one. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** The same work done plainly, measured in the same run. */
  readonly yardstick?: number;
  readonly atMost?: number;
  readonly atLeast?: number;
}

export interface Paper {
  heading(text: string): void;
  figure(figure: Figure): void;
  remark(text: string): void;
}

/** A sample is too small to say whether a target is met. */
export function paperOn(write: (line: string) => void, { isSample }: { readonly isSample: boolean }): Paper {
  return {
    heading: (text) => write(`\n${text}`),
    remark: (text) => write(`  ${text}`),
    figure: ({ what, value, unit, yardstick, atMost, atLeast }) => {
      const ratio = yardstick === undefined ? '' : `${rounded(value / yardstick)} × yardstick`;
      const isMet = value <= (atMost ?? value) && value >= (atLeast ?? value);
      const verdict = isSample ? '' : isMet ? ': met' : ': missed';
      const bound =
        atMost === undefined ? (atLeast === undefined ? null : `≥ ${rounded(atLeast)}`) : `≤ ${rounded(atMost)}`;
      const target = bound === null ? '' : `target ${bound}${verdict}`;
      const columns = [what.padEnd(50), `${rounded(value).padStart(9)} ${unit.padEnd(10)}`, ratio.padEnd(20), target];
      write(`  ${columns.join(' ')}`.trimEnd());
    },
  };
}

/** Three significant digits, never in exponents. */
function rounded(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return String(value);
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(Math.min(digits, 6));
}
