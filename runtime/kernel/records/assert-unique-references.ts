import type { TransactionSession } from '../contract/database/database.js';
import type { StoredRecord } from '../contract/records/record.js';
import type { UniqueDescriptor } from '../contract/schema/resource.js';
import { InternalError } from '../errors/internal-error.js';
import { validationFailed } from '../errors/catalog.js';
import { hasUniqueKey, takenViolation, uniqueRules } from '../metadata/unique-rules.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import { allForIds } from './id-lists.js';
import { holdValues } from './unique-locks.js';

/**
 * Enforces uniqueness for records of a publishable type, for which the database has no keys. Call it after
 * field `name` was written without validation. One statement per rule. @throws AppError 422 with the violated
 * rule
 */
export async function assertUniqueReferences(
  { records, name }: { readonly records: readonly StoredRecord[]; readonly name: string },
  resource: RegisteredResource,
  session: TransactionSession,
): Promise<void> {
  const rules = uniqueRules(resource).filter(
    (rule) => rule.fields.includes(name) && !hasUniqueKey(rule, resource),
  );
  if (rules.length === 0) return;
  await holdValues(
    records.flatMap(({ values }) =>
      rules
        .filter(({ fields }) => fields.every((field) => values[field] != null))
        .map(({ fields }) => ({ fields, values })),
    ),
    resource,
    session,
  );
  for (const rule of rules) {
    const found = await allForIds(session, clashes(rule, resource, session), {
      ids: records.map(({ id }) => id),
    });
    if (found.length > 0) throw validationFailed([takenViolation(rule)]);
  }
}

/** Selects rows with `ids` whose values another record also has. Nulls are never equal. */
function clashes(
  { fields }: UniqueDescriptor,
  { table, baseTable, field: fieldOf }: RegisteredResource,
  session: TransactionSession,
): string {
  if (baseTable === null) throw new InternalError(`${table} has no pairs.`);
  const { dialect } = session;
  const equals = fields.map((name) => {
    const field = fieldOf(name);
    if (field === undefined || !('column' in field)) throw new InternalError(`${name} has no column.`);
    const column = dialect.quote(field.column);
    return `o.${column} = t.${column}`;
  });
  const pairOf = (alias: string): string => `coalesce(${alias}.published_resource_id, ${alias}.id)`;
  return `select t.id as id
from ${session.table(table)} t
join ${session.table(baseTable)} b on b.id = t.id
join ${session.table(table)} o on ${equals.join(' and ')}
join ${session.table(baseTable)} p on p.id = o.id
where ${dialect.anyOf('t.id', 'ids', 'uuid')} and ${pairOf('p')} <> ${pairOf('b')}
limit 1`;
}
