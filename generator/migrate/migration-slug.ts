import type { MigrationStatement } from '../../runtime/kernel/contract/migration.js';

const MAX_LENGTH = 48;

/** A file name that says what the migration is about: its weightiest statement. */
export function migrationSlug(statements: readonly MigrationStatement[]): string {
  const found = KINDS_BY_WEIGHT.flatMap(
    (kind) => statements.find((statement) => statement.kind === kind) ?? [],
  )[0];
  return (found === undefined ? 'change' : describe(found)).slice(0, MAX_LENGTH).replace(/_+$/, '');
}

const KINDS_BY_WEIGHT: readonly MigrationStatement['kind'][] = [
  'createTable',
  'renameTable',
  'dropTable',
  'addColumn',
  'renameColumn',
  'dropColumn',
  'alterColumn',
  'addIndex',
  'replaceValue',
  'setPublishing',
  'limitValues',
];

function describe(statement: MigrationStatement): string {
  switch (statement.kind) {
    case 'createTable':
      return `create_${statement.table.name}`;
    case 'dropTable':
      return `drop_${statement.table.name}`;
    case 'renameTable':
      return `rename_${statement.from}_to_${statement.to}`;
    case 'addColumn':
      return `add_${statement.table}_${statement.column.name}`;
    case 'dropColumn':
      return `drop_${statement.table}_${statement.column.name}`;
    case 'renameColumn':
      return `rename_${statement.table}_${statement.from}`;
    case 'alterColumn':
      return `alter_${statement.table}_${statement.to.name}`;
    case 'addIndex':
      return `index_${statement.table}`;
    case 'replaceValue':
      return `rename_${statement.from}_to_${statement.to}`.toLowerCase();
    case 'setPublishing':
      return `publishing_${statement.table}`;
    case 'limitValues':
      return `values_${statement.table}_${statement.column}`;
    case 'columnToLinks':
    case 'linksToColumn':
    case 'addForeignKey':
    case 'dropForeignKey':
    case 'dropIndex':
    case 'replaceListItem':
    case 'replaceClass':
    case 'replaceIri':
    case 'sql':
      return 'change';
  }
}
