import { packageDocument } from '../../../kernel/util/package-root.js';

/**
 * The message for somebody whose Node is too old for the package, or undefined. Looked at before anything else is loaded: an
 * older Node cannot even read some of it.
 */
export function nodeVersionFault(running: string): string | undefined {
  const wanted = wantedVersion();
  if (!isOlder(running, wanted)) return undefined;
  return `cms needs Node ${wanted} or newer; this is Node ${running}. Install a newer one from https://nodejs.org, or switch with your version manager (for example \`nvm install ${wanted.split('.')[0] ?? wanted}\`).`;
}

/** `engines` of the package: `>=20.20` */
function wantedVersion(): string {
  return packageDocument().engines.node.replace('>=', '');
}

function isOlder(running: string, wanted: string): boolean {
  const parts = running.split('.').map(Number);
  for (const [index, part] of wanted.split('.').map(Number).entries()) {
    const own = parts[index] ?? 0;
    if (own !== part) return own < part;
  }
  return false;
}
