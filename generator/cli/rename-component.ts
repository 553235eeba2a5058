import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pluralName } from '../text/naming.js';
import { readSchemas } from '../schema/load-schemas.js';
import {
  makeRenameComponent,
  schemaPath,
  type MadeRename,
  type RenameRequest,
} from '../scaffold/make-rename-component.js';
import { assertNew } from '../scaffold/write-made-files.js';
import { changeSchemas, type ProjectChanges } from './change-project.js';

/** Flags that replace the questions on a terminal. */
interface RenameFlags {
  readonly 'old-iri'?: string | undefined;
  readonly 'new-iri'?: string | undefined;
}

export interface RequestedRename {
  readonly oldName: string;
  readonly newName: string;
  readonly flags: RenameFlags;
}

/** Returns the missing options with their inferred values, as flags. */
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

/** Returns the collection path of a type, or undefined if no schema file declares it. */
function folderIn(root: string, name: string): string | undefined {
  const path = join(root, schemaPath(name));
  if (!existsSync(path)) return undefined;
  const [, kind] = /"x-resource"\s*:\s*"(component|record)"/.exec(readFileSync(path, 'utf8')) ?? [];
  return kind && `/${kind}`;
}

/** Plans renaming a component type of the project in `root`. @throws ScaffoldError */
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
 * Renames as planned, runs the generator and returns the written paths. Pending schema changes get their own migration
 * first, so that the rename can be reverted alone.
 * @throws ScaffoldError, with nothing written.
 */
export async function applyRename(root: string, made: MadeRename): Promise<readonly string[]> {
  // If the file was renamed before, the schemas are consistent only after the other steps.
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
