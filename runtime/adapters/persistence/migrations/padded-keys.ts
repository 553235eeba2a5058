import type { ColumnDefinition, TableDefinition } from '../../../kernel/contract/database/table.js';
import { PADDED_COLLATION } from '../mysql/exact-collation.js';
import type { MigrationSession } from './apply-migration.js';

interface PaddedColumns {
  readonly table: string;
  readonly columns: readonly ColumnDefinition[];
}

type Session = Pick<MigrationSession, 'connection' | 'renderer'>;

/** Describes key columns that the next run converts. No migration covers them, because the tables are the same. */
export async function describePaddedKeys(
  session: Session,
  tables: readonly TableDefinition[],
): Promise<readonly string[]> {
  const found = await findPaddedKeys(session, tables);
  return found.flatMap(({ table, columns }) =>
    columns.map(({ name }) => `${table}.${name} (compared without trailing blanks)`),
  );
}

/**
 * Changes these columns to a collation that treats trailing blanks as significant. Unequal values stay
 * unequal, so it cannot fail. After an interruption, the next run continues.
 */
export async function convertPaddedKeys(session: Session, tables: readonly TableDefinition[]): Promise<void> {
  const { connection, renderer } = session;
  for (const { table, columns } of await findPaddedKeys(session, tables))
    for (const sql of renderer.restateColumns(table, columns)) await connection.query(sql);
}

/**
 * Finds key columns that MySQL compares without trailing blanks, because they were created before the server was
 * upgraded to 8.0.17. Columns of a foreign key are skipped, because both ends would have to change together. No
 * field of a type is one.
 */
async function findPaddedKeys(
  { connection, renderer }: Session,
  tables: readonly TableDefinition[],
): Promise<readonly PaddedColumns[]> {
  const { exactCollation } = connection;
  if (exactCollation === undefined || exactCollation === PADDED_COLLATION) return [];
  const rows = await connection.query(
    `select c.table_name as place, c.column_name as name from information_schema.columns c
      where c.table_schema = database() and c.collation_name = ? and not exists (
        select 1 from information_schema.key_column_usage k
        where k.referenced_table_schema = database() and (
          (k.table_schema = c.table_schema and k.table_name = c.table_name and k.column_name = c.column_name)
          or (k.referenced_table_name = c.table_name and k.referenced_column_name = c.column_name)))`,
    [PADDED_COLLATION],
  );
  const padded = new Set(rows.map(({ place, name }) => `\`${String(place)}\`.${String(name)}`));
  return tables.flatMap(({ name: table, columns }) => {
    const isPadded = ({ name, binary }: ColumnDefinition): boolean =>
      binary === true && padded.has(`${renderer.names.table(table)}.${name}`);
    const found = columns.filter(isPadded);
    return found.length === 0 ? [] : [{ table, columns: found }];
  });
}
