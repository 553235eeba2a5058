import { projectTables } from '../../../runtime/project/project-types.js';
import { columnName, foreignKeyColumn } from '../../model/naming.js';
import { type CheckContext, fieldKind, isToMany } from '../schema-set.js';
import { type DeclaredField, type FieldOwner, fieldOwners, fieldsOf } from './owners.js';

/** Columns that every table of PostgreSQL, MariaDB or SQLite has already, beside those that are declared. */
const SYSTEM_COLUMNS: ReadonlySet<string> = new Set([
  ...['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid'],
  ...['db_row_id', 'db_trx_id', 'db_roll_ptr', 'fts_doc_id'],
  ...['rowid', '_rowid_', 'oid'],
]);

/** Every stored member has a column of its own, whatever the database. */
export function checkColumns(context: CheckContext): void {
  for (const owner of fieldOwners(context)) {
    if (owner.kind === 'embedded') continue;
    checkColumnsDiffer(context, owner);
  }
}

function checkColumnsDiffer(context: CheckContext, owner: FieldOwner): void {
  const first = new Map<string, string>([['id', 'id'], ...ownColumns(context, owner)]);
  for (const declared of fieldsOf(owner)) {
    const column = columnOf(declared);
    if (column === undefined) continue;
    const { name, place } = declared;
    if (SYSTEM_COLUMNS.has(column)) {
      place.report(
        `The column ${JSON.stringify(column)} is one that databases give to every table.`,
        'Choose another name, or set "x-column": { "name": "..." }.',
      );
    }
    const other = first.get(column);
    if (other === undefined) first.set(column, name);
    else if (name !== 'id' && name !== other) {
      place.report(
        `The fields ${JSON.stringify(other)} and ${JSON.stringify(name)} share the column ${JSON.stringify(column)}.`,
        'Set "x-column": { "name": "..." } in one of them.',
      );
    }
  }
}

function columnOf({ name, field }: DeclaredField): string | undefined {
  const kind = fieldKind(field);
  if (kind === 'computed' || kind === 'upload' || (kind === 'relation' && isToMany(field))) return undefined;
  const { 'x-column': column, 'x-relation': relation } = field;
  return (
    column?.name ??
    (kind === 'relation' ? (relation?.joinColumn ?? foreignKeyColumn(name)) : columnName(name))
  );
}

/** Columns that the platform keeps in the table of the type: users have many, records their time stamps. */
function ownColumns(context: CheckContext, { kind, title }: FieldOwner): readonly [string, string][] {
  if (kind === 'user') {
    const columns = projectTables([]).find(({ name }) => name === 'user')?.columns ?? [];
    return columns.map(({ name }) => [name, name]);
  }
  const stamps = context.byTitle.get(title)?.definition['x-timestamped'];
  if (kind !== 'record' || stamps === undefined || stamps === false) return [];
  const { createdAtField = 'createdAt', modifiedAtField = 'modifiedAt' } = stamps === true ? {} : stamps;
  return [
    ['created_at', createdAtField],
    ['modified_at', modifiedAtField],
  ];
}
