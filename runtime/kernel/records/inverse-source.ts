import type { SqlSession } from '../contract/database/database.js';
import type { InverseOneField, ToManyField } from '../contract/schema/resource.js';
import { ABSTRACT_COMPONENT, ABSTRACT_PAGE_DATA } from '../contract/schema/resource.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';

/**
 * The source to select the other side of a relation from, as SQL for a `from` clause without an alias. Undefined where the key
 * is in the table that all records of the target share: components and page data keep own members in a table for each type.
 * Drafts of published records are left out: a draft copies the key, and the pair is one record on this side too.
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
