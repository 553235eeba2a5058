import { VERSION_COLUMNS } from 'cms-api-components/internal/kernel/contract/database/record-version.js';
import type { Place } from '../schema/place.js';
import { USER_COLUMNS } from '../schema/reserved-names.js';
import type { CheckContext } from '../schema/schema-set.js';
import { type FieldOwner, fieldsOf, platformMembers } from './owners.js';

/** Maximum length of names, which leaves room for a table prefix in the 63 characters of PostgreSQL. */
export const MAX_NAME = 60;

/** System columns of PostgreSQL, MariaDB and SQLite tables. */
const SYSTEM_COLUMNS: ReadonlySet<string> = new Set([
  ...['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid'],
  ...['db_row_id', 'db_trx_id', 'db_roll_ptr', 'fts_doc_id'],
  ...['rowid', '_rowid_', 'oid'],
]);

/** Checks that every stored member has a unique column in every database. */
export function checkColumns(owner: FieldOwner, context: CheckContext): void {
  if (owner.kind === 'embedded') return;
  const first = new Map<string, string>([['id', 'id'], ...platformColumns(context, owner)]);
  const fields = context.fieldsOf(owner.title);
  for (const { name, place } of fieldsOf(owner)) {
    const field = fields.get(name);
    if (field?.kind !== 'scalar' && field?.kind !== 'to-one' && field?.kind !== 'upload') continue;
    const { column, kind } = field;
    const keyword = kind === 'upload' ? 'its "property"' : '"x-column": { "name": "..." }';
    if (column.length > MAX_NAME) reportLong(place, `column ${JSON.stringify(column)}`, keyword);
    if (SYSTEM_COLUMNS.has(column)) {
      place.report(
        `The column ${JSON.stringify(column)} is a system column of a supported database.`,
        `Choose another name, or set ${keyword}.`,
      );
    }
    const other = first.get(column);
    if (other === undefined) first.set(column, name);
    else if (kind === 'upload') {
      place
        .below('x-upload')
        .report(
          `The fields ${JSON.stringify(other)} and ${JSON.stringify(name)} store their paths in the same column (${column}).`,
          `Set another "property" for one of them, for example "property": "${name}Path".`,
        );
    } else if (name !== 'id' && name !== other) {
      place.report(
        `The fields ${JSON.stringify(other)} and ${JSON.stringify(name)} share the column ${JSON.stringify(column)}.`,
        `Set ${keyword} in one of them.`,
      );
    }
  }
}

/** Returns the columns of the platform in the table of a type: those of users, or timestamps and versions. */
function platformColumns(context: CheckContext, { kind, title }: FieldOwner): readonly [string, string][] {
  if (kind === 'user') return USER_COLUMNS.map((name) => [name, name]);
  const file = context.byTitle.get(title);
  if (kind !== 'record' || file === undefined) return [];
  const stamps = platformMembers(file.definition).flatMap((field): [string, string][] =>
    'column' in field ? [[field.column, field.name]] : [],
  );
  return [...stamps, ...VERSION_COLUMNS.map(({ name }): [string, string] => [name, name])];
}

/** Reports a name that is too long for some database, and the keyword that sets another one. */
export function reportLong(place: Place, what: string, keyword: string): void {
  place.report(
    `The name of the ${what} has more than ${MAX_NAME} characters.`,
    `Set ${keyword} to a shorter name.`,
  );
}
