import { ConfigError } from '../../errors/config-error.js';
import { packageDocument } from './package-root.js';

/** What a setting needs that not every project has installed. */
export interface OptionalPackages {
  /** Packages that `package.json` names as optional peers. */
  readonly names: readonly string[];
  /** The setting that asks for them. */
  readonly key: string;
  /** What it is set to: `says "s3"`. */
  readonly setting: string;
}

/**
 * Loads what imports optional packages: projects install the database driver, the image library and the S3 client that they
 * use, and no others (ADR 72).
 * @throws ConfigError that says which packages to install
 */
export async function loadOptional<Module>(
  { names, key, setting }: OptionalPackages,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error, names)) throw error;
    const { peerDependencies = {} } = packageDocument();
    const wanted = names.map((name) => `${name}@${(peerDependencies[name] ?? 'latest').replace('^', '')}`);
    throw new ConfigError([
      {
        key,
        problem: `${setting}, which requires a package that is not installed`,
        advice: `run \`npm install ${wanted.join(' ')}\``,
      },
    ]);
  }
}

function isMissing(error: unknown, names: readonly string[]): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  const isNotFound = error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND';
  return isNotFound && names.some((name) => error.message.includes(`'${name}'`));
}
