import type { Migration, MigrationStatement } from '../../../kernel/contract/database/migration.js';
import type { TableDefinition } from '../../../kernel/contract/database/table.js';

/**
 * Returns the reasons why processes of the previous release must be stopped before a migration. It removes or
 * changes something their statements refer to, or rejects rows they write. Empty if they may continue to run.
 */
export function stopReasons({ up }: Pick<Migration, 'up'>): readonly string[] {
  const tables = new Set(up.flatMap((one) => (one.kind === 'createTable' ? [one.table.name] : [])));
  const columns = new Set(
    up.flatMap((one) => (one.kind === 'addColumn' ? [`${one.table}.${one.column.name}`] : [])),
  );
  const isNew: IsNew = (table, names) =>
    tables.has(table) || (names.length > 0 && names.every((name) => columns.has(`${table}.${name}`)));
  return [...new Set(up.flatMap((statement) => reasonOf(statement, isNew) ?? []))];
}

/**
 * Returns types that the previous release does not know; it responds with 503 for content that includes their
 * records.
 */
export function newTypes({ types }: Pick<Migration, 'types'>): readonly string[] {
  if (types === undefined) return [];
  const previous = new Set(types.was.map(({ name }) => name));
  return types.is.map(({ name }) => name).filter((name) => !previous.has(name));
}

/**
 * Returns whether the migration creates the table, or all of these columns, which the previous release does
 * not write.
 */
type IsNew = (table: TableDefinition['name'], columns: readonly string[]) => boolean;

function reasonOf(statement: MigrationStatement, isNew: IsNew): string | undefined {
  switch (statement.kind) {
    case 'createTable':
    case 'dropIndex':
    case 'dropForeignKey':
      return undefined;
    case 'addColumn': {
      const { nullable, default: value, name } = statement.column;
      if (nullable || (value !== undefined && value !== null) || isNew(statement.table, [])) return undefined;
      return `${statement.table}.${name} is required`;
    }
    case 'addIndex':
      return !statement.index.unique || isNew(statement.table, statement.index.columns)
        ? undefined
        : `${statement.table}: ${statement.index.columns.join(', ')} become unique`;
    case 'addForeignKey':
      return isNew(statement.table, statement.foreignKey.columns)
        ? undefined
        : `${statement.table}: ${statement.foreignKey.columns.join(', ')} must reference existing rows`;
    case 'limitValues':
      return widens(statement) || isNew(statement.table, [statement.column])
        ? undefined
        : `${statement.table}.${statement.column} allows fewer values`;
    case 'dropTable':
      return `${statement.table.name} is dropped`;
    case 'renameTable':
      return `${statement.from} is renamed to ${statement.to}`;
    case 'dropColumn':
      return `${statement.table}.${statement.column.name} is dropped`;
    case 'renameColumn':
      return `${statement.table}.${statement.from} is renamed to ${statement.to}`;
    case 'alterColumn':
      return `${statement.table}.${statement.from.name} changes its type`;
    case 'columnToLinks':
    case 'linksToColumn':
      return `${statement.table}.${statement.column} moves to another table`;
    case 'setPublishing':
      return `drafts of ${statement.table} change`;
    case 'replaceValue':
    case 'replaceListItem':
    case 'replaceClass':
    case 'replaceIri':
      return `${statement.from} is renamed to ${statement.to}`;
    case 'sql':
      return 'it has hand-written SQL';
  }
}

const widens = ({ from, to, unchecked }: Extract<MigrationStatement, { kind: 'limitValues' }>): boolean =>
  unchecked === true || to === null || (from !== null && from.every((value) => to.includes(value)));
