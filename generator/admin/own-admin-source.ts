import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findPackage } from 'cms-api-components/internal/kernel/util/packages/find-package.js';
import { ADMIN_NAME, installCommand } from 'cms-api-components/internal/kernel/util/packages/package-root.js';
import { GeneratorError } from '../errors.js';

/** Folder of a project with its admin extensions. */
export const ADMIN_FOLDER = 'admin';

const ENTRIES = ['index.tsx', 'index.ts', 'index.jsx', 'index.js'].map((name) => join(ADMIN_FOLDER, name));

/** Returns the entry file of the admin extensions, relative to the project, or undefined if there is none. */
export const ownAdminEntry = (root: string): string | undefined =>
  ENTRIES.find((path) => existsSync(join(root, path)));

/**
 * Returns the names of the packages that the admin page shares with extensions.
 * @throws GeneratorError if the admin is not installed or not built
 */
export async function sharedPackages(root: string, entry: string): Promise<readonly string[]> {
  const folder = findPackage(ADMIN_NAME, root);
  if (folder === undefined)
    throw new GeneratorError(
      `${entry} extends the admin, which is not installed. Run \`${installCommand(ADMIN_NAME)}\`, or delete ${ADMIN_FOLDER}/.`,
    );
  const path = join(folder, 'dist/shared.json');
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined)
    throw new GeneratorError(
      `${path} is missing. Reinstall the admin with \`${installCommand(ADMIN_NAME)}\`.`,
    );
  // The admin package writes this file with this shape.
  return JSON.parse(text) as readonly string[];
}
