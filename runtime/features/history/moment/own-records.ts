import type { SqlSession } from '../../../kernel/contract/database/database.js';
import type { StoredRecord } from '../../../kernel/contract/records/record.js';
import type { Kernel } from '../../../kernel/kernel.js';
import { findHolders } from '../../../kernel/records/find-holders.js';
import { createIncomingColumns } from '../../../kernel/records/incoming-columns.js';
import { referencesIn } from '../../../kernel/records/references.js';
import { isPublishable } from '../../../kernel/metadata/publication-state.js';
import type { Address, Tree } from './tree.js';

/** Returns the current parents of each record by id. */
export type FindParents = (
  records: readonly StoredRecord[],
  session: SqlSession,
) => Promise<ReadonlyMap<string, readonly Address[]>>;

/** Members that refer to the parents of a record. */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  ComponentPosition: ['componentGroup'],
  ComponentGroup: ['layouts', 'pages', 'components'],
  Route: ['page', 'pageData', 'redirect'],
};

export function createFindParents({ registry, indexes }: Pick<Kernel, 'registry' | 'indexes'>): FindParents {
  const columns = createIncomingColumns({ registry, indexes });

  function namedIn({ type, values }: StoredRecord): readonly Address[] {
    const resource = registry.require(type);
    const published = isPublishable(resource) ? [resource.publishable.publishedAssociation] : [];
    return [...(PARENTS[type] ?? []), ...published].flatMap((name) => referencesIn(values[name]));
  }

  return async (records, session) => {
    const parents = new Map<string, Address[]>(records.map((record) => [record.id, [...namedIn(record)]]));
    const components = records.filter(({ type }) => registry.require(type).kind === 'component');
    // Positions, and page data members that positions display.
    const places = columns('component').filter(
      ({ type, indexed }) => type === 'ComponentPosition' || indexed !== null,
    );
    const targets = components.map(({ id }) => id);
    for (const { type, id, target } of await findHolders(session, { columns: places, targets }))
      parents.get(target)?.push({ type, id });
    return parents;
  };
}

/** Returns the ids of records in a tree that are used nowhere outside it, directly or through their parents. */
export function ownRecords(
  root: string,
  { records }: Tree,
  parents: ReadonlyMap<string, readonly Address[]>,
): ReadonlySet<string> {
  const own = new Set(records.keys());
  const isShared = (id: string): boolean =>
    id !== root && (parents.get(id) ?? []).some((parent) => !own.has(parent.id));
  for (let left = -1; left !== own.size;) {
    left = own.size;
    for (const id of own) if (isShared(id)) own.delete(id);
  }
  return own;
}
