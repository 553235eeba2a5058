/**
 * Has the browser load the files of the screen that the address leads to, beside the shell and not behind it. It runs before everything
 * else and imports little.
 */
import { BASE, SCREEN_FILES } from './page.js';

/** The kind of screen that an address leads to, as the routes of the application have it; others load their files themselves. */
function screenOf([first = '', second]: readonly string[]): string {
  if (first === '' || first === 'page-tree') return second === undefined ? 'tree' : 'page';
  // Types are named in capitals, other screens are not.
  if (!/^[A-Z]/.test(first)) return '';
  if (second === undefined) return 'list';
  return second === 'create' ? 'create' : 'edit';
}

const segments = location.pathname.slice(BASE.length).split('/');
for (const file of SCREEN_FILES[screenOf(segments)] ?? []) {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = `${BASE}assets/${file}`;
  document.head.append(link);
}
