export { openMigrationConnection } from './connection.js';
export type { MigrationConnection } from './connection.js';
export {
  DestructiveRunError,
  MigrationBranchesError,
  MigrationChangedError,
  MigrationFailedError,
  MigrationMissingError,
  MigrationBlockerError,
  TablePrefixError,
  MigrationParentError,
} from './errors.js';
export { createMigrator } from './migrator.js';
export type { Migrator, MigratorOptions } from './migrator.js';
export type { MigrationStatus } from './status.js';
export { constraintNameInDatabase } from '../../../kernel/util/database/constraint-name.js';
