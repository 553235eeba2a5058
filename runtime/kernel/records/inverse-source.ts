import type { SqlSession } from '../contract/database/database.js';
import type { InverseOneField, ToManyField } from '../contract/schema/resource.js';
import { ABSTRACT_COMPONENT, ABSTRACT_PAGE_DATA } from '../contract/schema/resource.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';

/**
 * Returns the source of the inverse side of a relation, as SQL for a `from` clause without an alias.
 * Undefined if the key is in the base table: components and page data keep own fields in a table per type.
 * Drafts of published records are excluded, because a draft copies the key and the pair counts as one record.
 */
export function inverseSource(
  { target }: InverseOneField | ToManyField,
  column: string,
  {
    registry,
    session,
  }: { readonly registry: ResourceRegistry; readonly session: Pick<SqlSession, 'dialect' | 'table'> },
): string | undefined {
  if (target === ABSTRACT_COMPONENT || target === ABSTRACT_PAGE_DATA) return undefined;
  const { baseTable, concreteTypes } = registry.require(target);
  const owners = [...concreteTypes].map((type) => registry.require(type)).filter(hasOwn(column));
  if (baseTable === null || owners.length === 0) return undefined;
  const key = session.dialect.quote(column);
  const selects = owners.map(({ table, publishable }) => {
    const pairs = publishable === undefined ? '' : ' where i.published_resource_id is null';
    const own = `${session.table(table)} o join ${session.table(baseTable)} i on i.id = o.id`;
    return `select o.id as id, o.${key} as ${key}, i.dtype as dtype, i.created_at as created_at from ${own}${pairs}`;
  });
  return `(${selects.join(' union all ')})`;
}

const hasOwn =
  (column: string) =>
  ({ ownFields }: RegisteredResource): boolean =>
    ownFields.some((field) => field.kind === 'to-one' && field.column === column);
