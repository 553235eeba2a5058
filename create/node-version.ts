/**
 * The message for somebody whose Node is too old, or undefined. `cms` has its own: this package is installed alone, and has no
 * dependency to share it with.
 * @param wanted `engines` of the package: `>=20.20`
 */
export function nodeVersionFault(running: string, wanted: string): string | undefined {
  const oldest = wanted.replace('>=', '');
  if (running.localeCompare(oldest, 'en', { numeric: true }) >= 0) return undefined;
  const [major = oldest] = oldest.split('.');
  return `create-cms-api-components needs Node ${oldest} or newer; this is Node ${running}. Install a newer one from https://nodejs.org, or switch with your version manager (for example \`nvm install ${major}\`).`;
}
