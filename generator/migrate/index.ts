export { canonicalTables } from '../../runtime/kernel/contract/canonical-tables.js';
export { diffSnapshots } from './diff-snapshots.js';
export {
  ChangedKindError,
  DestructiveMigrationError,
  MigrationConflictError,
  MigrationFolderError,
} from './errors.js';
export { schemaStates } from './schema-states.js';
export { printSnapshot } from './migration-folder.js';
export { NO_MIGRATION, planMigration } from './write-migration.js';
export type { MigrationPlan, MigrationRequest } from './write-migration.js';
