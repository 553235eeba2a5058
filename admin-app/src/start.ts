/**
 * Has the browser load the files of the screen that the address leads to, and ask for what it shows, beside the shell and not behind it.
 * It runs before everything else and imports little.
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
