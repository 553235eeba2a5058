import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../../runtime/contract/json.js';
import type { RenameRequest } from '../scaffold/make-rename-component.js';

export interface RenamedComponent {
  /** Written and deleted paths, relative to the project. */
  readonly files: readonly string[];
  readonly deleted: readonly string[];
  readonly guidance: readonly string[];
}

/** Renames a component type of the project in `root` (accounts.md 14.4). @throws ScaffoldError, with nothing written. */
export async function renameComponent(
  root: string,
  request: Omit<RenameRequest, 'schema'>,
): Promise<RenamedComponent> {
  const { makeRenameComponent } = await import('../scaffold/make-rename-component.js');
  const { writeMadeFiles } = await import('../scaffold/write-made-files.js');
  const schema = await readSchema(root, request.oldName);
  const made = makeRenameComponent({ ...request, ...(schema === undefined ? {} : { schema }) });
  await writeMadeFiles(root, made);
  for (const path of made.obsolete) await rm(join(root, path));
  return { files: made.files.map(({ path }) => path), deleted: made.obsolete, guidance: made.guidance };
}

/** The schema file of a type; undefined when there is none, which the maker reports. */
async function readSchema(root: string, name: string): Promise<JsonObject | undefined> {
  if (!/^[A-Za-z0-9]+$/.test(name)) return undefined;
  try {
    // The generator checks the whole file when it generates; the maker only moves it.
    return JSON.parse(await readFile(join(root, 'schemas', `${name}.json`), 'utf8')) as JsonObject;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
