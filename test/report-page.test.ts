/** The report page in a real browser: it stands alone, works without a network, and shows hostile text as text. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Model } from '../src/core/model.ts';
import { NO_USAGE } from '../src/core/model.ts';
import { ledgerOf } from '../src/report/ledger.ts';
import { renderPage } from '../src/report/page.ts';
import { summaryOf } from '../src/report/summary.ts';
import { writeWhole } from '../src/run/directory.ts';
import { readAttempts } from '../src/run/log-reader.ts';
import { run } from '../src/run/run.ts';
import { canSkipBrowser, chromiumPath } from './chromium.ts';
import { shopRun } from './shop-run.ts';

const HOSTILE = '</script><script>document.title = "owned"</script><img src=x onerror="document.title=\'owned\'">';

/** A model whose every word is an attack on whoever shows it. */
const attacker: Model = {
  name: 'attacker<b>',
  generate: async () => ({ parts: [{ type: 'text', text: HOSTILE }], finish: 'stop', usage: NO_USAGE }),
};

describe.skipIf(canSkipBrowser)('report.html in Chromium', () => {
  const place = mkdtempSync(join(tmpdir(), 'practicum-page-'));
  const path = join(place, 'report.html');
  const troubles: string[] = [];
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    const options = await shopRun({
      path: join(place, 'run'),
      agents: ['oracle', 'hasty', 'idle', 'model'],
      modes: ['E0', 'E2'],
      trials: 2,
      model: attacker,
    });
    await run(options);
    const ledger = ledgerOf(options.plan, readAttempts(options.directory.segments));
    writeWhole(path, renderPage(summaryOf(ledger), ledger));
    browser = await chromium.launch({ executablePath: chromiumPath ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
    page = await browser.newPage();
    page.on('console', (message) => troubles.push(message.text()));
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith('file:')) troubles.push(`asked for ${request.url()}`);
    });
    await page.goto(pathToFileURL(path).href);
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(place, { recursive: true, force: true });
  });

  it('stands alone: one file, no requests, no errors', () => {
    expect(readdirSync(place).sort()).toEqual(['report.html', 'run']);
    expect(troubles).toEqual([]);
  });

  it('shows hostile text as text', async () => {
    expect(await page.title()).not.toContain('owned');
    expect(await page.locator('body').textContent()).toContain('attacker<b>');
    expect(await page.locator('img').count()).toBe(0);
  });

  it('filters the episodes', async () => {
    const visible = (): Promise<number> => page.locator('.episode:visible').count();
    expect(await visible()).toBe(4 * 3 * 2 * 2);
    await page.selectOption('select[name=agent]', 'oracle');
    expect(await visible()).toBe(3 * 2 * 2);
    await page.selectOption('select[name=outcome]', 'failed');
    expect(await visible()).toBe(0);
  });

  it('fits a phone without sideways scrolling of the page', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(390);
  });
});
