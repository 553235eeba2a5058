import { columnName, foreignKeyColumn, linkTableNames } from '../../model/naming.js';
import type { FieldDefinition, ResourceDefinition } from '../definition.js';
import type { Place } from '../place.js';
import { RESERVED_TABLES } from '../reserved-names.js';
import {
  allFields,
  type CheckContext,
  type CheckedFile,
  fieldKind,
  isToMany,
  relationTarget,
} from '../schema-set.js';
import { tableOf } from './check-names.js';

type File = CheckedFile<ResourceDefinition>;

/** Leaves room for a table prefix below the 63 characters that PostgreSQL keeps. */
const MAX_NAME = 60;

/** Names of tables and columns fit every database; a link table is no table of something else. */
export function checkTables(context: CheckContext): void {
  const routed = context.resources.filter((file) => file.definition['x-resource'] !== 'embedded');
  const owners = new Map(routed.map((file) => [tableOf(file), file.definition.title]));
  for (const file of routed) {
    const table = tableOf(file);
    if (table.length > MAX_NAME)
      reportLong(file.place.below('title'), { what: 'table', name: table, keyword: '"x-table"' });
    checkColumns(file);
  }
  for (const file of routed) checkLinks(context, file, owners);
}

function checkColumns({ definition, place }: File): void {
  for (const [name, field] of Object.entries(definition.properties ?? {})) {
    const column = ownColumn(name, field);
    if (column === undefined || column.length <= MAX_NAME) continue;
    const keyword = field['x-upload'] === undefined ? '"x-column": { "name": "..." }' : 'its "property"';
    reportLong(place.below('properties', name), { what: 'column', name: column, keyword });
  }
}

function ownColumn(name: string, field: FieldDefinition): string | undefined {
  switch (fieldKind(field)) {
    case 'scalar':
      return field['x-column']?.name ?? columnName(name);
    case 'upload':
      return columnName(field['x-upload']?.property ?? 'filename');
    case 'relation':
      if (isToMany(field) || field['x-relation']?.mappedBy !== undefined) return undefined;
      return field['x-relation']?.joinColumn ?? field['x-column']?.name ?? foreignKeyColumn(name);
    case 'computed':
      return undefined;
  }
}

interface LongName {
  readonly what: 'table' | 'column';
  readonly name: string;
  readonly keyword: string;
}

function reportLong(place: Place, { what, name, keyword }: LongName): void {
  place.report(
    `The ${what} ${JSON.stringify(name)} has a name of more than ${MAX_NAME} characters.`,
    `Set ${keyword} to a shorter one.`,
  );
}

/** Inherited lists have a link table of their own, so they count too. */
function checkLinks(context: CheckContext, file: File, owners: Map<string, string>): void {
  const { title, properties = {} } = file.definition;
  for (const [name, field] of allFields(file, context.byTitle)) {
    const isOwned = field['x-relation']?.kind !== 'oneToMany' && field['x-relation']?.mappedBy === undefined;
    if (fieldKind(field) !== 'relation' || !isToMany(field) || !isOwned) continue;
    const { table } = linkTableNames(tableOf(file), {
      owner: title,
      member: name,
      target: relationTarget(field) ?? '',
    });
    const owner = RESERVED_TABLES.has(table) ? 'the platform' : owners.get(table);
    owners.set(table, owner ?? `${title}.${name}`);
    if (owner === undefined) continue;
    const place = Object.hasOwn(properties, name)
      ? file.place.below('properties', name)
      : file.place.below('x-extends');
    place.report(
      `The link table ${JSON.stringify(table)} of ${JSON.stringify(name)} is the table of ${owner}.`,
      'Choose another name for the field, or set "x-table" in one of the types.',
    );
  }
}
