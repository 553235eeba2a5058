import { BASE } from './page-settings.js';

/** Screens whose files the browser preloads together with the shell. */
export type FirstScreen = 'tree' | 'page' | 'list' | 'create' | 'edit';

/** Returns the screen for the current address, or undefined for screens that load their own files. */
export function firstScreen(): FirstScreen | undefined {
  const [first = '', second] = location.pathname.slice(BASE.length).split('/');
  if (first === '' || first === 'page-tree') return second === undefined ? 'tree' : 'page';
  // Names of types start with a capital letter, paths of other screens do not.
  if (!/^[A-Z]/.test(first)) return undefined;
  if (second === undefined) return 'list';
  return second === 'create' ? 'create' : 'edit';
}
