import { packageDocument } from '../../kernel/util/packages/package-root.js';

/**
 * Returns a message if Node.js is too old for the package, otherwise undefined. Runs before other modules are
 * loaded, which an older version may fail to parse. `create/node-version.ts` duplicates it for a package that
 * is installed alone.
 */
export function nodeVersionFault(running: string): string | undefined {
  // Has the form `>=20.20`.
  const wanted = packageDocument().engines.node.replace('>=', '');
  if (!isOlder(running, wanted)) return undefined;
  const [major = wanted] = wanted.split('.');
  return `cms requires Node.js ${wanted} or newer, but this is Node.js ${running}. Install a newer version from https://nodejs.org or with a version manager (for example \`nvm install ${major}\`).`;
}

/**
 * Compares versions numerically without a collator, which would be slower to load than the rest of the
 * command line.
 */
function isOlder(running: string, wanted: string): boolean {
  const [own, other] = [running, wanted].map((version) => version.split('.').map(Number));
  const at = other?.findIndex((number, index) => number !== (own?.[index] ?? 0)) ?? -1;
  return at >= 0 && (own?.[at] ?? 0) < (other?.[at] ?? 0);
}
