import type { DialectName } from '../../../kernel/contract/database.js';
import { createMysqlRenderer } from './mysql.js';
import { createPostgresRenderer } from './postgres.js';
import type { MigrationRenderer } from './sql-text.js';
import { createSqliteRenderer } from './sqlite.js';

/** The renderer of a dialect. */
export function createRenderer(dialect: DialectName, tablePrefix: string): MigrationRenderer {
  switch (dialect) {
    case 'postgres':
      return createPostgresRenderer(tablePrefix);
    case 'mysql':
    case 'mariadb':
      return createMysqlRenderer(tablePrefix);
    case 'sqlite':
      return createSqliteRenderer(tablePrefix);
  }
}
