import type { SqlSession } from '../../kernel/contract/database/database.js';
import { expiryOf } from '../../kernel/metadata/expiry.js';
import type { RegisteredResource } from '../../kernel/metadata/resource-registry.js';
import { groupBy } from '../../kernel/util/group-by.js';

/**
 * Rows in: the records of types with an expiry date. Rows out, like the selects of `dueDraftsSql`: records that are
 * live at `:now` and have expired, and for each table the next expiry. Cost: the stored expiries, by their index;
 * unpublished records have none.
 */
export function expiriesSql(
  resources: readonly RegisteredResource[],
  session: Pick<SqlSession, 'table'>,
): readonly string[] {
  const ofTable = groupBy(
    resources,
    ({ table, baseTable }) => baseTable ?? table,
    (resource) => resource,
  );
  return [...ofTable].flatMap(([table, types]) => {
    const [{ baseTable } = { baseTable: null }] = types;
    // The names come from descriptors, not from users.
    const names = types.map(({ name }) => `'${name}'`).join(', ');
    const type = baseTable === null ? names : 'expiring.dtype';
    const ofTypes =
      baseTable === null
        ? ''
        : ` and expiring.dtype in (${names}) and expiring.published_resource_id is null`;
    const [start, end] = columnsOf(types[0]);
    const from = `from ${session.table(table)} expiring`;
    return [
      `select 'end' as kind, ${type} as dtype, expiring.id as id, null as published_id, expiring.${end} as moment
${from} where expiring.${end} <= :now and expiring.${start} <= :now${ofTypes}`,
      `select 'end' as kind, null as dtype, null as id, null as published_id, min(expiring.${end}) as moment
${from} where expiring.${end} > :now`,
    ];
  });
}

/** Returns the columns of a table, which are the same for all its types. */
function columnsOf(resource: RegisteredResource | undefined): readonly string[] {
  const expiry = resource && expiryOf(resource);
  if (resource === undefined || expiry === undefined) return [];
  return [expiry.startField, expiry.endField].flatMap((name) =>
    resource.fields.flatMap((field) => (field.name === name && field.kind === 'scalar' ? field.column : [])),
  );
}
