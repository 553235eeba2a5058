import type { RequestContext } from '../../contract/context.js';
import type { ReadScope, RunCommand, Settlement } from '../../contract/operations.js';
import type { Reference, StoredRecord } from '../../contract/record.js';
import type { ResourceRegistry } from '../../metadata/resource-registry.js';
import { referenceTo } from '../../records/references.js';
import { isInTransaction } from '../../util/is-in-transaction.js';
import type { MergeDraft } from './merge-draft.js';
import { isDue, isPublishable, publishedOf } from './publication.js';

/** A draft whose moment has come, and the row it goes into. */
export interface DuePair {
  readonly draft: Reference;
  readonly published: Reference;
}

export interface DueDrafts extends Settlement {
  /**
   * Merges each pair in a transaction of its own; a failure is logged and the published row goes on being served. A read
   * inside a write merges nothing: there is no second transaction in a first one.
   */
  settle(pairs: readonly DuePair[], scope: ReadScope): Promise<void>;
  readonly readSettled: ReadSettled;
}

/**
 * Reads, publishes what `dueOf` finds due in the result, and reads again: once when nothing is due. What the second reading
 * shows for the first time is published too; a pair that could not be merged is not tried twice.
 */
export type ReadSettled = <Result>(
  read: () => Promise<Result>,
  dueOf: (result: Result) => readonly DuePair[],
  scope: ReadScope,
) => Promise<Result>;

/** Scheduled publishing: reads merge the due drafts they come upon, once, under a lock (contract decision 32). */
export function createDueDrafts(deps: {
  readonly registry: ResourceRegistry;
  readonly merge: MergeDraft;
  readonly run: RunCommand;
}): DueDrafts {
  const { registry, merge, run } = deps;

  async function mergeEach(pairs: readonly DuePair[], context: RequestContext): Promise<void> {
    for (const pair of pairs) {
      try {
        await run(context, (scope) => merge(pair, scope));
      } catch (err) {
        const { type, id } = pair.draft;
        context.log.error({ msg: 'a due draft could not be published', type, id, err });
      }
    }
  }

  async function settle(pairs: readonly DuePair[], { session, context }: ReadScope): Promise<void> {
    if (!isInTransaction(session)) await mergeEach(pairs, context);
  }

  const readSettled: ReadSettled = async (read, dueOf, scope) => {
    const tried = new Set<string>();
    for (;;) {
      const result = await read();
      const pairs = dueOf(result).filter(({ draft }) => !tried.has(draft.id));
      if (pairs.length === 0 || isInTransaction(scope.session)) return result;
      for (const { draft } of pairs) tried.add(draft.id);
      await mergeEach(distinct(pairs), scope.context);
    }
  };

  return {
    name: 'due drafts',
    appliesTo: ({ publishable }) => publishable !== undefined,
    settle,
    readSettled,
    isDue: (candidates, { now }) => candidates.some((record) => duePair(record, registry, now) !== undefined),

    async settleItem(candidates, _id, context) {
      const pairs = candidates.flatMap((record) => duePair(record, registry, context.now) ?? []);
      await mergeEach(pairs, context);
      return pairs[0]?.published.id;
    },

    async settleCollection({ name }, { session, context }) {
      const base = registry.require(name).baseTable;
      if (base === null) return undefined;
      // Rows in: the drafts of the type. Rows out: those that are due, and the next moment of the others.
      const sql = `select d.id as id, d.published_resource_id as published_id, d.published_at as published_at
from ${session.table(base)} d
where d.dtype = :type and d.published_at is not null and d.published_resource_id is not null and d.published_at <= :now
union all
select null as id, null as published_id, min(s.published_at) as published_at
from ${session.table(base)} s
where s.dtype = :type and s.published_at > :now`;
      const { dialect } = session;
      const rows = await session.all(sql, { type: name, now: dialect.encode('datetime', context.now) });
      const pairs = rows.flatMap(({ id, published_id: publishedId }) =>
        id == null
          ? []
          : {
              draft: referenceTo({ type: name, id: String(id) }),
              published: referenceTo({ type: name, id: String(publishedId) }),
            },
      );
      // Inside a write, and where a merge fails, the filter keeps due drafts out of sight.
      await settle(pairs, { session, context });
      const next = rows.find(({ id }) => id == null)?.published_at;
      return (dialect.decode('datetime', next) as Date | null) ?? undefined; // decodes to a date
    },
  };
}

/** A draft may be named in several places. */
function distinct(pairs: readonly DuePair[]): readonly DuePair[] {
  return [...new Map(pairs.map((pair) => [pair.draft.id, pair])).values()];
}

function duePair(record: StoredRecord, registry: ResourceRegistry, now: Date): DuePair | undefined {
  const resource = registry.require(record.type);
  if (!isPublishable(resource) || !isDue(resource, record, now)) return undefined;
  const published = publishedOf(resource, record);
  return published === null ? undefined : { draft: referenceTo(record), published };
}
