import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Imports a module that the project has no room for; nothing stays of it. It names packages by their address, since it
 * stands beside none. Node finds the lines that people wrote in files only: memory is for where no file can be written.
 */
export async function importUncached(code: string): Promise<unknown> {
  const folder = await temporaryFolder();
  if (folder === undefined)
    return import(/* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
  try {
    const file = join(folder, 'module.mjs');
    await writeFile(file, code);
    return await import(/* @vite-ignore */ pathToFileURL(file).href);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A folder that nobody else could have put code into. */
function temporaryFolder(): Promise<string | undefined> {
  return mkdtemp(join(tmpdir(), 'cms-')).catch(() => undefined);
}
