/**
 * Preloads the files of the screen for the current address, and its data, in parallel with the shell. It runs first, so
 * it imports little.
 */
import { prefetch } from './api/prefetch.js';
import { firstScreen } from './api/first-screen.js';
import { BASE, SCREEN_FILES } from './api/page-settings.js';

const screen = firstScreen();
for (const file of SCREEN_FILES[screen ?? ''] ?? []) {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = `${BASE}assets/${file}`;
  document.head.append(link);
}
prefetch(screen);
