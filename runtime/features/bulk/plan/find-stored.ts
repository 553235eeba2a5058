import type { Kernel } from '../../../kernel/kernel.js';
import type { Reference } from '../../../kernel/contract/records/record.js';
import { idLists } from '../../../kernel/records/id-lists.js';
import { groupBy } from '../../../kernel/util/group-by.js';

type Deps = Pick<Kernel, 'registry' | 'iris' | 'reader' | 'database'>;

/** Finds stored records by IRI, with one statement per type. */
export async function findByIris(
  iris: Iterable<string>,
  deps: Deps,
): Promise<ReadonlyMap<string, Pick<Reference, 'type' | 'id'>>> {
  const items = [...new Set(iris)].flatMap((iri) => {
    const target = deps.iris.parse(iri);
    return target?.kind === 'item' ? [{ iri, ...target }] : [];
  });
  const found = new Map<string, Pick<Reference, 'type' | 'id'>>();
  for (const [resource, some] of groupBy(items, (item) => item.resource)) {
    const keys = some.map(({ key }) => key);
    const byKey = await deps.reader.resolveMany(deps.database, resource, keys);
    for (const { iri, key } of some) {
      const reference = byKey.get(key);
      if (reference !== undefined) found.set(iri, reference);
    }
  }
  return found;
}

/** Returns the types of stored records by id. Sends one statement per accepted type and thousand ids. */
export async function findTypes(
  named: Iterable<{ readonly id: string; readonly target: string }>,
  { registry, reader, database }: Deps,
): Promise<ReadonlyMap<string, string>> {
  const types = new Map<string, string>();
  for (const [target, some] of groupBy(named, (each) => each.target))
    for (const resource of registry.all.filter(({ name }) => registry.accepts(target, name)))
      for (const ids of idLists(some.map(({ id }) => id).filter((id) => !types.has(id))))
        for (const [id] of await reader.resolveMany(database, resource, ids)) types.set(id, resource.name);
  return types;
}
