import type { Prices } from '../models/price.ts';
import type { RunDirectory } from '../run/directory.ts';

export async function reportRuns(_: {
  directories: readonly RunDirectory[];
  prices: Prices;
  json: boolean;
  isDemonstration: boolean;
}): Promise<void> {}
