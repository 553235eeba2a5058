/**
 * Has the browser load the files of the screen that the address leads to, and ask for what it shows, beside the shell and not behind it.
 * It runs before everything else and imports little.
 */
import { askAhead } from './api/ahead.js';
import { firstScreen } from './app/first-screen.js';
import { BASE, SCREEN_FILES } from './page.js';

const screen = firstScreen();
for (const file of SCREEN_FILES[screen ?? ''] ?? []) {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = `${BASE}assets/${file}`;
  document.head.append(link);
}
askAhead(screen);
