import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { ProjectError } from './project-error.js';

/**
 * The message for when a file of the project imports a package that is not installed; undefined for any other failure. @param
 * files absolute paths of the files that were run
 */
export async function missingPackage(
  error: unknown,
  root: string,
  files: readonly string[],
): Promise<ProjectError | undefined> {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_MODULE_NOT_FOUND')
    return undefined;
  const name = nameIn(error.message, join(root, 'node_modules/'));
  if (name === undefined) return undefined;
  const importing = await firstThatImports(name, files);
  const where = importing === undefined ? 'A file of the project' : relative(root, importing);
  const message = `${where} imports the package "${name}", which is not installed. Run \`npm install ${name}\`, then the command again.`;
  return new ProjectError(message, { cause: error });
}

/** Some versions of Node name the package, some the whole specifier; one that was named by address is not in the folder. */
function nameIn(message: string, folder: string): string | undefined {
  const [, kind, path = ''] = /Cannot find (package|module) '([^']+)/.exec(message) ?? [];
  const isAddress = path.startsWith(folder);
  if (kind === 'module' && !isAddress) return undefined;
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(isAddress ? path.slice(folder.length) : path)?.[0];
  return name === undefined || existsSync(join(folder, name)) ? undefined : name;
}

async function firstThatImports(name: string, files: readonly string[]): Promise<string | undefined> {
  const specifier = new RegExp(`['"]${name.replaceAll(/[^\w@/-]/g, '\\$&')}(?:/[^'"]*)?['"]`);
  for (const file of files) if (specifier.test(await readFile(file, 'utf8').catch(() => ''))) return file;
  return undefined;
}
