import { BASE } from './page-settings.js';

/** The screens whose files the page has the browser load beside the shell. */
export type FirstScreen = 'tree' | 'page' | 'list' | 'create' | 'edit';

/** The kind of screen that the address leads to, as the routes of the application have it; others load their files themselves. */
export function firstScreen(): FirstScreen | undefined {
  const [first = '', second] = location.pathname.slice(BASE.length).split('/');
  if (first === '' || first === 'page-tree') return second === undefined ? 'tree' : 'page';
  // Types are named in capitals, other screens are not.
  if (!/^[A-Z]/.test(first)) return undefined;
  if (second === undefined) return 'list';
  return second === 'create' ? 'create' : 'edit';
}
