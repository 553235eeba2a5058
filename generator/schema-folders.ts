import { FEATURES } from 'cms-api-components/internal/features.js';
import type { DeclaredFeature } from 'cms-api-components/internal/kernel/contract/features/declared-feature.js';
import type {
  SchemaFiles,
  SchemaFolder,
} from 'cms-api-components/internal/kernel/contract/features/schema-folder.js';

/** A folder of a feature, with the loaded description of its files. */
export interface LoadedFolder extends Pick<SchemaFolder, 'name'> {
  readonly files: SchemaFiles;
}

/** Returns the folders of the built-in features, and of features of the project. */
export function schemaFolders(
  ofProject: readonly Pick<DeclaredFeature, 'schemas'>[] = [],
): readonly SchemaFolder[] {
  const all: readonly Pick<DeclaredFeature, 'schemas'>[] = [...FEATURES, ...ofProject];
  return all.flatMap(({ schemas }) => schemas ?? []);
}

/** Loads the descriptions of folders. */
export function loadFolders(folders: readonly SchemaFolder[]): Promise<readonly LoadedFolder[]> {
  return Promise.all(folders.map(async ({ name, load }) => ({ name, files: (await load()).schemaFiles })));
}
