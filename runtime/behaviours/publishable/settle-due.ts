import type { RequestContext } from '../../contract/context.js';
import type { Settlement, WriteScope } from '../../contract/operations.js';
import type { Reference, StoredRecord } from '../../contract/record.js';
import type { ResourceRegistry } from '../../metadata/resource-registry.js';
import type { MergeDraft } from './merge-draft.js';
import { isDue, isPublishable, publishedOf } from './publication.js';

/** A draft whose moment has come, and the row it goes into. */
export interface DuePair {
  readonly draft: Reference;
  readonly published: Reference;
}

export interface DueDrafts extends Settlement {
  /** Merges each pair in a transaction of its own; a failure is logged and the published row goes on being served. */
  settle(pairs: readonly DuePair[], context: RequestContext): Promise<void>;
}

/** Scheduled publishing: reads merge the due drafts they come upon, once, under a lock (contract decision 32). */
export function createDueDrafts(deps: {
  readonly registry: ResourceRegistry;
  readonly merge: MergeDraft;
  readonly run: (context: RequestContext, work: (scope: WriteScope) => Promise<unknown>) => Promise<unknown>;
}): DueDrafts {
  const { registry, merge, run } = deps;

  async function settle(pairs: readonly DuePair[], context: RequestContext): Promise<void> {
    for (const pair of pairs) {
      try {
        await run(context, (scope) => merge(pair, scope));
      } catch (err) {
        const { type, id } = pair.draft;
        context.log.error({ msg: 'a due draft could not be published', type, id, err });
      }
    }
  }

  return {
    name: 'due drafts',
    appliesTo: ({ publishable }) => publishable !== undefined,
    settle,
    isDue: (candidates, { now }) => candidates.some((record) => duePair(record, registry, now) !== undefined),

    async settleItem(candidates, _id, context) {
      const pairs = candidates.flatMap((record) => duePair(record, registry, context.now) ?? []);
      await settle(pairs, context);
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
          : { draft: reference(name, String(id)), published: reference(name, String(publishedId)) },
      );
      // Inside a write there is no second transaction; the filter keeps due drafts out of sight.
      if (!('run' in session)) await settle(pairs, context);
      const next = rows.find(({ id }) => id == null)?.published_at;
      return (dialect.decode('datetime', next) as Date | null) ?? undefined; // decodes to a date
    },
  };
}

function duePair(record: StoredRecord, registry: ResourceRegistry, now: Date): DuePair | undefined {
  const resource = registry.require(record.type);
  if (!isPublishable(resource) || !isDue(resource, record, now)) return undefined;
  const published = publishedOf(resource, record);
  return published === null ? undefined : { draft: reference(record.type, record.id), published };
}

const reference = (type: string, id: string): Reference => ({ type, id, key: id });
