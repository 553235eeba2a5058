import type { SqlSession } from '../../kernel/contract/database/database.js';
import type { WriteScope } from '../../kernel/contract/records/writes.js';
import type { Reference } from '../../kernel/contract/records/record.js';
import { ANONYMOUS } from '../../kernel/contract/context.js';
import type { Kernel } from '../../kernel/kernel.js';
import { isPublishable } from '../../kernel/metadata/publication-state.js';
import type { ResourceOperations } from '../../kernel/resource-operations.js';
import { referenceTo } from '../../kernel/records/references.js';
import { createPoller } from '../../kernel/util/async/poller.js';
import { contextWithoutRequest } from '../../kernel/util/http/context-without-request.js';

/** Announces records that become public on a date, without a write. */
export interface DueAnnouncer {
  start(): void;
  /** Announces the records whose date has come. Can be called at any time. */
  check(): Promise<void>;
  /** Resolves when running work has finished. */
  close(): Promise<void>;
}

export type DueAnnouncerDeps = Pick<Kernel, 'registry' | 'reader' | 'writer' | 'clock' | 'log'> & {
  readonly operations: Pick<ResourceOperations, 'session' | 'enter' | 'run'>;
};

const CHECK_MS = 5_000;
/** Window of the first check of a process: one day, because no other process may have been running. */
const FIRST_WINDOW_MS = 86_400_000;
/** Window of later checks, which covers clock differences and failed checks. */
const WINDOW_MS = 600_000;
const MOST_AT_ONCE = 100;

interface DueRow extends Readonly<Record<string, unknown>> {
  readonly dtype: string;
  readonly id: string;
}

/**
 * Creates the announcer. A record without a published version becomes public on its date. It is announced once, as a
 * write that publishes it, which also records its modification time (contract decision 101, ADR 31). Each check also
 * merges due drafts and unpublishes expired records, so that these are announced on time.
 */
export function createDueAnnouncer(deps: DueAnnouncerDeps): DueAnnouncer {
  const { registry, operations, clock, log } = deps;
  const bases = [...new Set(registry.all.filter(isPublishable).flatMap(({ baseTable }) => baseTable ?? []))];
  let window = FIRST_WINDOW_MS;

  async function look(): Promise<void> {
    await operations.enter(
      { name: 'announceDue', context: contextWithoutRequest(ANONYMOUS, deps) },
      async () => {
        for (const base of bases) {
          let found: readonly DueRow[];
          do {
            found = await becomePublic(base, { session: operations.session, now: clock.now(), window });
            for (const row of found) await tell(base, referenceTo({ type: row.dtype, id: row.id }));
          } while (found.length === MOST_AT_ONCE);
        }
      },
    );
    window = WINDOW_MS;
  }

  function tell(base: string, reference: Reference): Promise<void> {
    return operations.run(contextWithoutRequest(ANONYMOUS, deps), async (scope) => {
      const after = await deps.reader.findLocked(scope.session, reference);
      if (after === undefined || !(await isUnannounced(base, reference, scope))) return;
      const { publishable } = registry.require(reference.type);
      const hidden = { ...after.values, ...(publishable && { [publishable.field]: null }) };
      await deps.writer.update(scope, { before: { ...after, values: hidden }, after });
    });
  }

  const poller = createPoller({
    intervalMs: CHECK_MS,
    run: look,
    onError(err, isRepeated) {
      if (!isRepeated) log.error({ msg: 'failed to announce records that became public', err });
    },
  });
  return { check: poller.run, start: poller.start, close: poller.close };
}

const UNANNOUNCED = `d.published_resource_id is null and d.published_at <= :now and d.published_at > d.modified_at`;

/**
 * Selects the records published within the window. Cost: their number, by the index of `published_resource_id` and
 * `published_at`.
 */
function becomePublic(
  base: string,
  { session, now, window }: { readonly session: SqlSession; readonly now: Date; readonly window: number },
): Promise<readonly DueRow[]> {
  const { encode } = session.dialect;
  return session.all<DueRow>(
    `select d.dtype as dtype, d.id as id
from ${session.table(base)} d
where ${UNANNOUNCED} and d.published_at > :since
order by d.published_at, d.id
limit ${MOST_AT_ONCE}`,
    {
      now: encode('datetime', now),
      since: encode('datetime', new Date(now.getTime() - window)),
    },
  );
}

/** Returns false if another process has already announced the record. */
async function isUnannounced(
  base: string,
  { id }: Reference,
  { session, context }: WriteScope,
): Promise<boolean> {
  const row = await session.first(
    `select d.id as id from ${session.table(base)} d where d.id = :id and ${UNANNOUNCED}`,
    { id, now: session.dialect.encode('datetime', context.now) },
  );
  return row !== undefined;
}
