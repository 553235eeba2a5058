import type { ColumnDefinition, TableDefinition } from '../../../kernel/contract/table.js';
import { PADDED_COLLATION } from '../mysql/exact-collation.js';
import type { MigrationSession } from './carry-out.js';

type Session = Pick<MigrationSession, 'connection' | 'renderer'>;

interface PaddedColumns {
  readonly table: string;
  readonly columns: readonly ColumnDefinition[];
}

/**
 * Columns of keys that MySQL or MariaDB compares as if blanks at the end were nothing, as earlier versions made them. Those that
 * a foreign key needs stay as they are: both its ends would have to change at once. No member of a type is one.
 */
export async function findPaddedTexts(
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

/**
 * Gives those columns the collation that takes such blanks for letters. What was unequal stays so, so nothing is refused; a run
 * that is interrupted leaves each table with one or the other, and the next goes on.
 */
export async function unpadTexts(session: Session, tables: readonly TableDefinition[]): Promise<void> {
  const { connection, renderer } = session;
  for (const { table, columns } of await findPaddedTexts(session, tables))
    for (const sql of renderer.restateColumns(table, columns)) await connection.query(sql);
}
