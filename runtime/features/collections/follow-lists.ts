import type { Kernel } from '../../kernel/kernel.js';
import type { FollowsChanges } from '../../kernel/unit-of-work/announce.js';

/** Components that list a type of which a record changed count as updated (core.md section 1.8, point 8); a project may have none. */
export function createFollowLists({ registry }: Pick<Kernel, 'registry'>, type: string): FollowsChanges {
  return {
    async follow({ lookups: { collections }, session }) {
      const resource = registry.get(type);
      if (resource === undefined || collections.length === 0) return {};
      const rows = await session.all<{ readonly id: string }>(
        `select t.id as id from ${session.table(resource.table)} t where ${session.dialect.anyOf('t.resource_iri', 'iris', 'string')}`,
        { iris: collections },
      );
      return { references: rows.map(({ id }) => ({ type, id, key: id })) };
    },
  };
}
