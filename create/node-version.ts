/**
 * The message for somebody whose Node is too old, or undefined.
 * @param wanted `engines` of a package: `>=20.20`
 */
export function nodeVersionFault(running: string, wanted: string): string | undefined {
  const oldest = wanted.replace('>=', '');
  if (!isOlder(running, oldest)) return undefined;
  const [major = oldest] = oldest.split('.');
  return `create-cms-api-components needs Node ${oldest} or newer; this is Node ${running}. Install a newer one from https://nodejs.org, or switch with your version manager (for example \`nvm install ${major}\`).`;
}

function isOlder(running: string, oldest: string): boolean {
  const parts = running.split('.').map(Number);
  for (const [index, part] of oldest.split('.').map(Number).entries()) {
    const own = parts[index] ?? 0;
    if (own !== part) return own < part;
  }
  return false;
}
