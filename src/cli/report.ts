/** `practicum report`: table, report.html and the derived files again, from the log alone. */
import { openCatalog } from '../catalog/catalog.ts';
import { UsageError } from '../core/errors.ts';
import { LISTED_PRICES, parsePrices, withPrices } from '../models/price.ts';
import { isOriginalRun } from '../report/occubench-results.ts';
import { rowMaker } from '../report/row.ts';
import type { Wanted } from '../report/trajectories.ts';
import { derivedFiles } from '../run/derived.ts';
import { runDirectory } from '../run/directory.ts';
import { readAttempts } from '../run/log-reader.ts';
import { readPlan } from '../run/plan-file.ts';
import { EXIT } from './exit.ts';
import { readJsonFile } from './players.ts';
import { reportRuns } from './reporting.ts';
import { exportTrajectories } from './trajectory-files.ts';
import { settingFrom } from './trajectory-setting.ts';

export interface ReportOptions {
  readonly prices?: string;
  readonly json: boolean;
  readonly trajectories?: string;
  readonly outcome?: Wanted['outcome'];
  readonly minScore?: number;
}

export async function report(runs: readonly string[], options: ReportOptions): Promise<number> {
  const { prices, json, trajectories, outcome = 'passed', minScore = 0 } = options;
  if (trajectories === undefined && (options.outcome !== undefined || options.minScore !== undefined))
    throw new UsageError('--outcome and --min-score choose trajectories: add --trajectories DIR.');
  const directories = runs.map(runDirectory);
  for (const directory of directories) {
    if (isOriginalRun(directory.path)) continue;
    derivedFiles(directory, readAttempts(directory.segments), rowMaker(readPlan(directory)));
  }
  const own = prices === undefined ? LISTED_PRICES : withPrices(LISTED_PRICES, parsePrices(readJsonFile(prices)));
  reportRuns({ directories, prices: own, json, isDemonstration: false });
  if (trajectories !== undefined) {
    const catalog = openCatalog(process.env);
    const settingOf = settingFrom(catalog, catalog.prompts(null));
    const wanted = { outcome, minScore };
    for (const told of await exportTrajectories({ directories, into: trajectories, wanted, settingOf }))
      console.error(told);
  }
  return EXIT.done;
}
