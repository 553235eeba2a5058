export { openMigrationConnection } from './connection.js';
export type { MigrationConnection } from './connection.js';
export {
  DestructiveRunError,
  MigrationChangedError,
  MigrationFailedError,
  MigrationMissingError,
} from './errors.js';
export { createMigrator } from './migrator.js';
export type { Migrator, MigrationStatus, MigratorOptions } from './migrator.js';
export type { Difference } from './next-change.js';
export { constraintNameInDatabase } from './sql-text.js';
