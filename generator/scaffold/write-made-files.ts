import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ScaffoldError, type MadeFiles } from './scaffold.js';

/**
 * Writes the files of a maker into a project.
 * @throws ScaffoldError if one of them exists; nothing is written then.
 */
export async function writeMadeFiles(projectRoot: string, made: MadeFiles): Promise<void> {
  assertNew(projectRoot, made);
  for (const { path, content } of made.files) {
    await mkdir(dirname(join(projectRoot, path)), { recursive: true });
    await writeFile(join(projectRoot, path), content, { flag: 'wx' });
  }
}

/** @throws ScaffoldError if one of the files exists. */
export function assertNew(projectRoot: string, { files }: MadeFiles): void {
  const taken = files.filter(({ path }) => existsSync(join(projectRoot, path))).map(({ path }) => path);
  if (taken.length > 0) {
    throw new ScaffoldError(
      `${taken.join(', ')} already exists, so nothing was written. Choose another name.`,
    );
  }
}
