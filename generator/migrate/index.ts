export { diffSnapshots } from './diff-snapshots.js';
export { DestructiveMigrationError, MigrationFolderError } from './errors.js';
export { readJournal } from './read-journal.js';
export { createSnapshot, printSnapshot } from './snapshot.js';
export type { TypeRename } from './type-renames.js';
export { planMigration } from './write-migration.js';
export type { MigrationPlan, MigrationRequest } from './write-migration.js';
