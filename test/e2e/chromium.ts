import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const CANDIDATES = [
  process.env['CHROMIUM_PATH'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const executablePath = CANDIDATES.find((path) => path !== '' && existsSync(path));

/** A browser on a busy machine. */
export const SLOW = 120_000;

export const hasChromium = executablePath !== undefined;

/** The title of tests that need the browser: it says so where there is none. */
export const browserTitle = (title: string): string =>
  hasChromium ? title : `${title} (skipped: no chromium found)`;

/** The browser with arguments beside those of every test. */
export function launchChromium(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: executablePath ?? '',
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', ...args],
    timeout: SLOW,
  });
}
