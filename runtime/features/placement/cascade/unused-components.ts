import type { SqlSession } from '../../../kernel/contract/database/database.js';
import type { Reference, StoredRecord } from '../../../kernel/contract/records/record.js';
import { allForIds } from '../../../kernel/records/id-lists.js';
import type { LockRecords } from '../../../kernel/records/lock-records.js';
import type { RemovalSet } from './removal-set.js';
import { usageSql } from './usage.js';

/** Uses of a component in the whole database, including deleted ones. */
interface CountedUses {
  readonly uses: number;
  /** The published row of a draft. */
  readonly published: string | null;
}

/**
 * Finds the components that nothing uses after the deletion. They are locked before they are counted, so that no
 * position or page data can start to use one.
 */
export type FindUnused = (
  candidates: readonly Reference[],
  removal: RemovalSet,
  session: SqlSession,
) => Promise<StoredRecord[]>;

export function createFindUnused(locks: LockRecords): FindUnused {
  return async (candidates, removal, session) => {
    if (candidates.length === 0) return [];
    await locks.lock(session, candidates);
    const counted = await countUses(
      candidates.map(({ id }) => id),
      session,
    );
    const staying = [...counted.values()].flatMap(({ published }) =>
      published === null || counted.has(published) || removal.has(published) ? [] : [published],
    );
    const others = await countUses(staying, session);
    const left = (id: string): number => (counted.get(id) ?? others.get(id))?.uses ?? 0;
    /** The uses of a draft's published version count as well: moving a position must not discard the draft. */
    const isUnused = ({ id }: Reference): boolean => {
      const found = counted.get(id);
      if (found === undefined) return false; // deleted by a parallel request
      const { published } = found;
      const ids = published === null || removal.has(published) ? [id] : [id, published];
      return ids.every((each) => left(each) <= removal.releasedUses(each));
    };
    return locks.load(session, candidates.filter(isUnused));
  };

  async function countUses(
    ids: readonly string[],
    session: SqlSession,
  ): Promise<ReadonlyMap<string, CountedUses>> {
    const { positions, slots } = usageSql(session, { id: 'c.id', holders: 'rows' });
    const table = session.table('abstract_component');
    const where = session.dialect.anyOf('c.id', 'ids', 'uuid');
    const sql = `select c.id as id, c.published_resource_id as published, ${positions} + ${slots} as uses\nfrom ${table} c\nwhere ${where}`;
    const counted = new Map<string, CountedUses>();
    const rows = await allForIds<{ id: string; published: string | null; uses: number }>(session, sql, {
      ids,
    });
    for (const { id, published, uses } of rows) counted.set(id, { uses: Number(uses), published });
    return counted;
  }
}
