/** How numbers are written, the same in the terminal and on the page. What is not known is written as a dash. */
import type { Mode } from '../core/plan.ts';
import type { Rate } from './cell.ts';

export const UNKNOWN = '–';

export const MODE_NAMES: { readonly [mode in Mode]: string } = {
  E0: 'clean',
  E1: 'explicit',
  E2: 'implicit',
  E3: 'both',
};

/** `83.3 %`; a full or an empty share without a decimal, and never one that is merely rounded to it. */
export function percent(share: number | null): string {
  if (share === null) return UNKNOWN;
  if (share === 0 || share === 1) return `${share * 100} %`;
  return `${Math.min(99.9, Math.max(0.1, share * 100)).toFixed(1)} %`;
}

/** `[55–95]`, in whole percent. */
export function percentInterval({ low, high }: Rate): string {
  return low === null || high === null ? '' : `[${Math.round(low * 100)}–${Math.round(high * 100)}]`;
}

export function ratio(value: number | null): string {
  return value === null ? UNKNOWN : value.toFixed(2);
}

export function ratioInterval({ low, high }: Rate): string {
  return low === null || high === null ? '' : `[${low.toFixed(2)}–${high.toFixed(2)}]`;
}

/** `1,234`. */
export function count(value: number | null): string {
  return value === null ? UNKNOWN : value.toLocaleString('en-US', { maximumFractionDigits: 0 });
}

export function decimal(value: number | null): string {
  return value === null ? UNKNOWN : value.toFixed(1);
}

/** `950`, `12.3 k`, `4.56 M`. */
export function tokens(value: number | null): string {
  if (value === null) return 'unknown';
  if (value < 1000) return String(value);
  return value < 1e6 ? `${(value / 1e3).toFixed(1)} k` : `${(value / 1e6).toFixed(2)} M`;
}

/** `$0.0042` below a cent, `$12.34` above. */
export function dollars(value: number | null): string {
  if (value === null) return 'unknown';
  return value > 0 && value < 0.01 ? `$${value.toPrecision(2)}` : `$${value.toFixed(2)}`;
}

export function seconds(value: number): string {
  if (value < 60) return `${value.toFixed(value < 10 ? 2 : 1)} s`;
  const minutes = Math.floor(value / 60);
  return minutes < 60
    ? `${minutes} min ${Math.round(value % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `p = 0.031`; very small ones as `p < 0.001`. */
export function pValue(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${p < 0.1 ? p.toFixed(3) : p.toFixed(2)}`;
}

/** `1 task`, `12 tasks`. */
export function plural(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
}
