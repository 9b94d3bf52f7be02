/** `practicum report`: table, report.html and the derived files again, from the log alone. */
import { LISTED_PRICES, parsePrices, withPrices } from '../models/price.ts';
import { isOriginalRun } from '../report/occubench-results.ts';
import { rowMaker } from '../report/row.ts';
import { derivedFiles } from '../run/derived.ts';
import { runDirectory } from '../run/directory.ts';
import { readAttempts } from '../run/log-reader.ts';
import { readPlan } from '../run/plan-file.ts';
import { EXIT } from './exit.ts';
import { readJsonFile } from './players.ts';
import { reportRuns } from './reporting.ts';

export interface ReportOptions {
  readonly prices?: string;
  readonly json: boolean;
}

export async function report(runs: readonly string[], { prices, json }: ReportOptions): Promise<number> {
  const directories = runs.map(runDirectory);
  for (const directory of directories) {
    if (isOriginalRun(directory.path)) continue;
    derivedFiles(directory, readAttempts(directory.segments), rowMaker(readPlan(directory)));
  }
  const own = prices === undefined ? LISTED_PRICES : withPrices(LISTED_PRICES, parsePrices(readJsonFile(prices)));
  reportRuns({ directories, prices: own, json, isDemonstration: false });
  return EXIT.done;
}
