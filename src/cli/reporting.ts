/** What is said at the end of a run, and again by `report`: the table, and where the page is. */
import { relative } from 'node:path';
import pc from 'picocolors';
import { costOf, type Prices, priceOf } from '../models/price.ts';
import { ledgerOf } from '../report/ledger.ts';
import { renderPage } from '../report/page.ts';
import { type Summary, summaryOf } from '../report/summary.ts';
import { renderSummary } from '../report/terminal.ts';
import { type RunDirectory, writeWhole } from '../run/directory.ts';
import { readAttempts } from '../run/log-reader.ts';
import { readPlan } from '../run/plan-file.ts';

export interface Reporting {
  readonly directories: readonly RunDirectory[];
  readonly prices: Prices;
  readonly json: boolean;
  readonly isDemonstration: boolean;
}

export function reportRuns({ directories, prices, json, isDemonstration }: Reporting): void {
  const summaries = directories.map((directory) => reportRun(directory, prices));
  if (json) return void console.log(JSON.stringify(summaries.length === 1 ? summaries[0] : summaries, null, 2));
  for (const [i, summary] of summaries.entries()) {
    console.log(renderSummary(summary, { colour: pc.isColorSupported }));
    console.log(`\n  Report   ${shown(directories[i]?.report ?? '')}`);
  }
  if (isDemonstration) console.log(REAL_MODEL);
}

/** How to put a real model in. */
const REAL_MODEL = `  A model  ./practicum run --agent-model gpt-5.2 --env-mode E0 E2    with OPENAI_API_KEY set, or a local
           server: --agent-model NAME --base-url http://localhost:8000/v1`;

function reportRun(directory: RunDirectory, prices: Prices): Summary {
  const ledger = ledgerOf(readPlan(directory), readAttempts(directory.segments));
  const summary = summaryOf(ledger, { cost: (_role, model, usage) => costOf(usage, priceOf(prices, model)) });
  writeWhole(directory.report, renderPage(summary, ledger));
  return summary;
}

function shown(path: string): string {
  const near = relative(process.cwd(), path);
  return near.startsWith('..') ? path : near;
}
