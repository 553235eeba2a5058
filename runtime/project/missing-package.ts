import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { ProjectError } from './project-error.js';

/**
 * What to say when a file of the project imports a package that is not installed; undefined for any other failure.
 * @param files absolute paths of the files that were run
 */
export async function missingPackage(
  error: unknown,
  root: string,
  files: readonly string[],
): Promise<ProjectError | undefined> {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_MODULE_NOT_FOUND')
    return undefined;
  // Some versions of Node name the package, some the whole specifier.
  const name = /Cannot find package '((?:@[^/']+\/)?[^/']+)/.exec(error.message)?.[1];
  if (name === undefined) return undefined;
  const importing = await firstThatImports(name, files);
  const where = importing === undefined ? 'A file of the project' : relative(root, importing);
  const message = `${where} imports the package "${name}", which is not installed. Run \`npm install ${name}\`, then the command again.`;
  return new ProjectError(message, { cause: error });
}

async function firstThatImports(name: string, files: readonly string[]): Promise<string | undefined> {
  const specifier = new RegExp(`['"]${name.replaceAll(/[^\w@/-]/g, '\\$&')}(?:/[^'"]*)?['"]`);
  for (const file of files) if (specifier.test(await readFile(file, 'utf8').catch(() => ''))) return file;
  return undefined;
}
