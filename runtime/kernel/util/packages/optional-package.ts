import { ConfigError } from '../../errors/config-error.js';
import { packageDocument } from './package-root.js';

/** Optional packages that a setting requires. */
export interface OptionalPackages {
  /** Packages listed as optional peers in `package.json`. */
  readonly names: readonly string[];
  /** Key of the setting. */
  readonly key: string;
  /** Value of the setting, such as `is "s3"`. */
  readonly setting: string;
}

/**
 * Imports a module that needs optional packages. Projects install only the database driver, image library and
 * S3 client that they use (ADR 72).
 * @throws ConfigError with the packages to install
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
