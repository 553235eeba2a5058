import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const CANDIDATES = [
  process.env['CHROMIUM_PATH'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const executablePath = CANDIDATES.find((path) => path !== '' && existsSync(path));

/** Timeout of a browser on a busy machine. */
export const SLOW = 120_000;

export const hasChromium = executablePath !== undefined;

/** Title of tests that need the browser. It includes the reason if they are skipped. */
export const browserTitle = (title: string): string =>
  hasChromium ? title : `${title} (skipped: no chromium found)`;

/** Starts the browser with additional arguments. */
export function launchChromium(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: executablePath ?? '',
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', ...args],
    timeout: SLOW,
  });
}
