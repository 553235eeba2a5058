import type { DialectName } from '../../../kernel/contract/database/database.js';
import { createMysqlRenderer } from './mysql.js';
import { createPostgresRenderer } from './postgres.js';
import { EXACT_COLLATIONS } from '../mysql/exact-collation.js';
import type { MigrationRenderer } from './sql-text.js';
import { createSqliteRenderer } from './sqlite.js';

/**
 * Creates the renderer of a dialect.
 * @param exactCollation collation of the server; MySQL and MariaDB only
 */
export function createRenderer(
  dialect: DialectName,
  tablePrefix: string,
  exactCollation: string = EXACT_COLLATIONS[0],
): MigrationRenderer {
  switch (dialect) {
    case 'postgres':
      return createPostgresRenderer(tablePrefix);
    case 'mysql':
    case 'mariadb':
      return createMysqlRenderer(tablePrefix, exactCollation, dialect);
    case 'sqlite':
      return createSqliteRenderer(tablePrefix);
  }
}
