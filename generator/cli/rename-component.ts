import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pluralName } from '../model/naming.js';
import { readSchemas } from '../schema/load-schemas.js';
import {
  makeRenameComponent,
  schemaPath,
  type MadeRename,
  type RenameRequest,
} from '../scaffold/make-rename-component.js';
import { assertNew } from '../scaffold/write-made-files.js';
import { changeSchemas, type ProjectChanges } from './change-project.js';

/** Options that say what a terminal would be asked for. */
interface RenameFlags {
  readonly 'old-iri'?: string | undefined;
  readonly 'new-iri'?: string | undefined;
}

export interface RequestedRename {
  readonly oldName: string;
  readonly newName: string;
  readonly flags: RenameFlags;
}

/** The options that were left out, as they would be given. */
export function missingOptions(
  root: string,
  { oldName, newName, flags }: RequestedRename,
): readonly string[] {
  const folder = folderIn(root, oldName) ?? folderIn(root, newName) ?? '/component';
  return [
    ...(flags['old-iri'] === undefined ? [`--old-iri ${folder}/${pluralName(oldName)}`] : []),
    ...(flags['new-iri'] === undefined ? [`--new-iri ${folder}/${pluralName(newName)}`] : []),
  ];
}

/** The path of a type's collection; undefined when no schema file states it. */
function folderIn(root: string, name: string): string | undefined {
  const path = join(root, schemaPath(name));
  if (!existsSync(path)) return undefined;
  const [, kind] = /"x-resource"\s*:\s*"(component|record)"/.exec(readFileSync(path, 'utf8')) ?? [];
  return kind && `/${kind}`;
}

/** Plans the renaming of a component type of the project in `root`. @throws ScaffoldError */
export async function planRename(root: string, request: Omit<RenameRequest, 'schemas'>): Promise<MadeRename> {
  const texts = await readSchemas(root);
  const made = makeRenameComponent({
    ...request,
    schemas: new Map(texts.map(({ path, text }) => [`schemas/${path}`, text])),
  });
  assertNew(root, made);
  return made;
}

/**
 * Renames as planned and generates; answers the written paths. What the schemas asked for before gets a migration of its
 * own, so that the one of the rename can be undone alone.
 * @throws ScaffoldError, with nothing written.
 */
export async function applyRename(root: string, made: MadeRename): Promise<readonly string[]> {
  // When the file was renamed before, the schemas are consistent only after the other steps.
  const isWhole = made.obsolete.length > 0;
  const before = isWhole ? (await changeSchemas(root, new Map(), {})).written : [];
  const changes: ProjectChanges = new Map([
    ...[...made.files, ...made.changed].map(({ path, content }): [string, string] => [path, content]),
    ...made.obsolete.map((path): [string, null] => [path, null]),
  ]);
  const { written } = await changeSchemas(root, changes, {});
  return [...made.files, ...made.changed]
    .map(({ path }) => path)
    .concat([...before, ...written].map((path) => `generated/${path}`));
}
