/**
 * Returns the error message for an unsupported Node version, or undefined. Duplicates the check of `cms`, because this
 * package is installed without dependencies.
 * @param wanted `engines` of the package: `>=20.20`
 */
export function nodeVersionFault(running: string, wanted: string): string | undefined {
  const oldest = wanted.replace('>=', '');
  if (running.localeCompare(oldest, 'en', { numeric: true }) >= 0) return undefined;
  const [major = oldest] = oldest.split('.');
  return `create-cms-api-components requires Node.js ${oldest} or newer, but this is Node.js ${running}. Install a newer version from https://nodejs.org or with a version manager (for example \`nvm install ${major}\`).`;
}
