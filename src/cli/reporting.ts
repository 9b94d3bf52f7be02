/** What is said at the end of a run, and again by `report`: the table, and where the page is. */
import { join, relative } from 'node:path';
import pc from 'picocolors';
import { openCatalog } from '../catalog/catalog.ts';
import { certifiedIn } from '../certify/simulator-certificates.ts';
import type { Plan } from '../core/plan.ts';
import { costOf, type Prices, priceOf } from '../models/price.ts';
import type { Certified } from '../report/doubts.ts';
import { ledgerOf } from '../report/ledger.ts';
import { isOriginalRun, readOriginalRun } from '../report/occubench-results.ts';
import { renderPage } from '../report/page.ts';
import { type Summary, summaryOf } from '../report/summary.ts';
import { renderSummary } from '../report/terminal.ts';
import { type RunDirectory, writeWhole } from '../run/directory.ts';
import { readAttempts } from '../run/log-reader.ts';
import { readPlan } from '../run/plan-file.ts';
import { readCertificates } from './certificate-file.ts';

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
  if (isOriginalRun(directory.path)) return reportOriginal(directory);
  const plan = readPlan(directory);
  const ledger = ledgerOf(plan, readAttempts(directory.segments));
  const summary = summaryOf(ledger, {
    cost: (_role, model, usage) => costOf(usage, priceOf(prices, model)),
    certified: certifiedFor(plan),
  });
  writeWhole(directory.report, renderPage(summary, ledger));
  return summary;
}

/** A run that the original harness wrote: nothing in its directory is touched, and the page goes beside its files. */
function reportOriginal(directory: RunDirectory): Summary {
  const original = readOriginalRun(directory.path);
  const summary = summaryOf(original.ledger, { original });
  writeWhole(directory.report, renderPage(summary, original.ledger));
  return summary;
}

/** Whether tasks are certified under the run's simulator; where there is none, the question does not arise. */
function certifiedFor({ suite, worldModel }: Plan): Certified {
  if (worldModel === null) return () => null;
  return certifiedIn(readCertificates(openCatalog(process.env).home, suite, worldModel));
}

function shown(path: string): string {
  const near = relative(process.cwd(), path);
  return near.startsWith('..') ? path : join('.', near);
}
