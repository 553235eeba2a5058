import { loadFolders, schemaFolders } from './schema-folders.js';

/** Folders of the built-in features. Import it late, because it loads the code that generates their files. */
export const BUILT_IN_FOLDERS = await loadFolders(schemaFolders());
