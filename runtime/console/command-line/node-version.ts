import { packageDocument } from '../../kernel/util/packages/package-root.js';

/**
 * Returns a message if the Node version is too old, or undefined. It runs before anything else is loaded, because an
 * older Node cannot parse all modules. `create/node-version.ts` does the same for a separate package, so neither can
 * import the other.
 */
export function nodeVersionFault(running: string): string | undefined {
  // `>=20.20`
  const wanted = packageDocument().engines.node.replace('>=', '');
  if (!isOlder(running, wanted)) return undefined;
  const [major = wanted] = wanted.split('.');
  return `cms requires Node.js ${wanted} or newer, but this is Node.js ${running}. Install a newer version from https://nodejs.org or with a version manager (for example \`nvm install ${major}\`).`;
}

/** Compares versions number by number: a locale-aware comparison takes longer to load than the whole command line. */
function isOlder(running: string, wanted: string): boolean {
  const [own, other] = [running, wanted].map((version) => version.split('.').map(Number));
  const at = other?.findIndex((number, index) => number !== (own?.[index] ?? 0)) ?? -1;
  return at >= 0 && (own?.[at] ?? 0) < (other?.[at] ?? 0);
}
