/** Finds a Chromium to test pages with. On a user's machine its absence skips the test; under CI it fails it. */
import { existsSync } from 'node:fs';

const PLACES = [
  process.env.CHROMIUM_PATH ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export const chromiumPath = PLACES.find((path) => path !== '' && existsSync(path)) ?? null;

export const canSkipBrowser = chromiumPath === null && process.env.CI === undefined;
