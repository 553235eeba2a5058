import type { ResourceDefinition } from '../schema/definition.js';
import { RESERVED_TABLES } from '../schema/reserved-names.js';
import { type CheckContext, type CheckedFile, tableOf } from '../schema/schema-set.js';
import { MAX_NAME, reportLong } from './check-columns.js';

type File = CheckedFile<ResourceDefinition>;

/** Checks that table names fit every database and that link tables don't conflict with other tables. */
export function checkTables(context: CheckContext): void {
  const routed = context.resources.filter((file) => file.definition['x-resource'] !== 'embedded');
  const owners = new Map(routed.map((file) => [tableOf(file.definition), file.definition.title]));
  for (const file of routed) {
    const table = tableOf(file.definition);
    if (table.length > MAX_NAME)
      reportLong(file.place.below('title'), `table ${JSON.stringify(table)}`, '"x-table"');
  }
  for (const file of routed) checkLinks(context, file, owners);
}

/** Checks link tables, including those of inherited lists, which have their own table. */
function checkLinks(context: CheckContext, file: File, owners: Map<string, string>): void {
  const { title, properties = {} } = file.definition;
  for (const { name, ...field } of context.fieldsOf(title).values()) {
    if (field.kind !== 'to-many' || field.through.kind !== 'link' || !field.through.owner) continue;
    const { table } = field.through;
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
