export { diffSnapshots } from './diff-snapshots.js';
export { DestructiveMigrationError, MigrationFolderError } from './errors.js';
export { readJournal } from './read-journal.js';
export { canonicalTables, printSnapshot } from './snapshot.js';
export type { NamedType } from './follow-types.js';
export { planMigration } from './write-migration.js';
export type { MigrationPlan, MigrationRequest } from './write-migration.js';
