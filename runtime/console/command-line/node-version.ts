import { packageDocument } from '../../kernel/util/packages/package-root.js';

/**
 * The message for somebody whose Node is too old for the package, or undefined. Looked at before anything else is loaded: an
 * older Node cannot even read some of it. `create/node-version.ts` does the same for a package that is installed alone, so
 * neither can import it from the other.
 */
export function nodeVersionFault(running: string): string | undefined {
  // `>=20.20`
  const wanted = packageDocument().engines.node.replace('>=', '');
  if (!isOlder(running, wanted)) return undefined;
  const [major = wanted] = wanted.split('.');
  return `cms requires Node.js ${wanted} or newer, but this is Node.js ${running}. Install a newer version from https://nodejs.org or with a version manager (for example \`nvm install ${major}\`).`;
}

/** Number by number: what compares texts of a language takes longer to load than all else of the command line. */
function isOlder(running: string, wanted: string): boolean {
  const [own, other] = [running, wanted].map((version) => version.split('.').map(Number));
  const at = other?.findIndex((number, index) => number !== (own?.[index] ?? 0)) ?? -1;
  return at >= 0 && (own?.[at] ?? 0) < (other?.[at] ?? 0);
}
