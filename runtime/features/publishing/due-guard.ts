import type { ChangeSet } from '../../kernel/contract/records/change-set.js';
import { ANONYMOUS, type RequestContext } from '../../kernel/contract/context.js';
import type { SqlSession } from '../../kernel/contract/database/database.js';
import type { RunCommand, UseCaseGuard } from '../../kernel/contract/records/use-cases.js';
import { AppError } from '../../kernel/errors/app-error.js';
import { isOutage } from '../../kernel/errors/database-unavailable.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { earliest } from '../../kernel/util/dates/earliest.js';
import { referenceTo } from '../../kernel/records/references.js';
import { type DueRow, dueDraftsSql } from './due-drafts.sql.js';
import { DueDraftMet } from './due-draft-met.js';
import type { DueMemory, DuePair } from './due-memory.js';
import { forward, type Forwarding } from './forwarding.js';
import type { ExpireRecord } from './expire-record.js';
import { expiriesSql } from './expiries.sql.js';
import type { MergeDraft } from './merge-draft.js';
import type { RecentMerges } from './recent-merges.js';
import { endOf, expiryOf } from '../../kernel/metadata/expiry.js';
import { dateOf, isPublishable, publishedOf } from '../../kernel/metadata/publication-state.js';

export interface DueGuardDeps {
  readonly registry: ResourceRegistry;
  /** Session for reads outside transactions. */
  readonly session: SqlSession;
  readonly memory: DueMemory;
  readonly merge: MergeDraft;
  readonly expire: ExpireRecord;
  readonly recent: RecentMerges;
}

/** Dependencies for processing due drafts and expiries in units of work. */
type Storing = DueGuardDeps & { readonly run: RunCommand };

/** Earliest known expiry of a record. */
interface Ends {
  next: Date | undefined;
}

export interface DueGuard extends UseCaseGuard {
  /** Registers the dates stored by a committed command. */
  readonly afterCommit: (changes: ChangeSet) => void;
  /** Returns the earliest known expiry. */
  readonly nextEnd: () => Date | undefined;
}

/**
 * Implements scheduled publishing (contract decision 32, ADR 31). Instead of a timer, everything that starts outside
 * a transaction calls this first. It costs one comparison until the next date has come; then one statement finds what
 * is due. Each draft is merged, and each expired record unpublished (decision 107), in its own transaction. Failures
 * are logged and retried later, and the published row stays visible.
 */
export function createDueGuard(deps: DueGuardDeps): DueGuard {
  const { registry, memory, recent } = deps;
  const publishable = registry.all.filter(isPublishable);
  const bases = [...new Set(publishable.flatMap(({ baseTable }) => baseTable ?? []))];
  const expiring = registry.all.filter((resource) => expiryOf(resource) !== undefined);
  const selects = [...dueDraftsSql(bases, deps.session), ...expiriesSql(expiring, deps.session)];
  const sql = selects.join('\nunion all\n');
  const ends: Ends = { next: undefined };
  let running: Promise<Forwarding> | undefined;

  /** Concurrent requests share the result of one look-up. */
  async function pass(context: RequestContext, run: RunCommand): Promise<Map<string, string>> {
    const moved = new Map<string, string>();
    while (selects.length > 0 && !memory.isClear(context.now)) {
      running ??= lookUp(context, { ...deps, sql, ends, run }).finally(() => {
        running = undefined;
      });
      for (const [draft, published] of await running) moved.set(draft, published);
    }
    return moved;
  }

  return {
    isClear: (now) => selects.length === 0 || memory.isClear(now),
    nextEnd: () => ends.next,
    async enter(useCase, work, run) {
      const { context } = useCase;
      const request = { began: context.now, isRead: useCase.isRead === true };
      const moved = await pass(context, run);
      for (;;) {
        const { forwarding, last = context.now } = recent.during(request);
        const present = last <= context.now ? useCase : { ...useCase, context: { ...context, now: last } };
        const passed = forward(present, [moved, memory.unmerged, forwarding]);
        try {
          return await work(passed);
        } catch (error) {
          if (isGone(error) && recent.during(request).forwarding.size > forwarding.size) continue;
          if (!(error instanceof DueDraftMet) || moved.has(error.pair.draft.id)) throw error;
          await attempt([error.pair], context, { ...deps, run });
          moved.set(error.pair.draft.id, error.pair.published.id);
        }
      }
    },
    afterCommit({ changes }) {
      for (const change of changes) {
        const record = change.kind === 'deleted' ? change.before : change.after;
        const resource = registry.get(record.type);
        const expiry = resource && expiryOf(resource);
        if (expiry === undefined && !isPublishable(resource)) continue;
        memory.release(record.id);
        if (change.kind === 'deleted') continue;
        const end = expiry && endOf(expiry, record);
        if (end != null) {
          memory.expect(end);
          ends.next = earliest(ends.next, end);
        }
        const date =
          isPublishable(resource) && publishedOf(resource, record) ? dateOf(resource, record) : null;
        if (date !== null) memory.expect(date);
      }
      if (changes.length > 0) memory.hurry();
    },
    forget: memory.forget,
  };
}

const isGone = (error: unknown): boolean => error instanceof AppError && error.status === 404;

/** Nil UUID, which sorts before every id. */
const NIL = '00000000-0000-0000-0000-000000000000';

/** Processes what is due. Returns a map from the ids of due drafts to their published rows, merged or not. */
async function lookUp(
  context: RequestContext,
  deps: Storing & { readonly sql: string; readonly ends: Ends },
): Promise<Forwarding> {
  const { session, memory, sql, ends } = deps;
  const { now } = context;
  memory.begin();
  const rows = await session.all<DueRow>(sql, {
    now: session.dialect.encode('datetime', now),
    // Databases refuse an unused parameter, and the statement has no such part if no type has drafts.
    ...(sql.includes(':before_all') ? { before_all: session.dialect.encode('uuid', NIL) } : {}),
  });
  const due = rows.flatMap(pairOf);
  const tried = due.filter((pair) => !memory.isPaused(pair, now));
  const coming = rows.filter(({ id }) => id === null);
  const momentOf = ({ moment }: DueRow): Date | undefined =>
    (session.dialect.decode('datetime', moment) as Date | null) ?? undefined; // datetimes decode to dates
  ends.next = coming
    .filter(({ kind }) => kind === 'end')
    .map(momentOf)
    .reduce(earliest, undefined);
  await attempt(tried, context, deps);
  memory.finish(now, { next: coming.map(momentOf).reduce(earliest, undefined), due });
  const drafts = tried.filter((pair) => !isExpiry(pair));
  return new Map(drafts.map(({ draft, published }) => [draft.id, published.id]));
}

/** Returns the pair of a row. For an expiry, the record is both sides of the pair. */
function pairOf({ dtype: type, id, published_id: publishedId }: DueRow): readonly DuePair[] {
  if (type === null || id === null) return [];
  return [{ draft: referenceTo({ type, id }), published: referenceTo({ type, id: publishedId ?? id }) }];
}

const isExpiry = ({ draft, published }: DuePair): boolean => draft.id === published.id;

/** Merges the pairs. A failure does not fail the request. Without a database connection, no more pairs are tried. */
async function attempt(
  pairs: readonly DuePair[],
  context: RequestContext,
  { memory, merge, expire, recent, run }: Storing,
): Promise<void> {
  let isAway = false;
  for (const pair of pairs) {
    if (isAway) {
      memory.putOff(pair, context.now);
      continue;
    }
    const isEnd = isExpiry(pair);
    try {
      // The publication must not be attributed to the user whose request happens to trigger it.
      await run({ ...context, actor: ANONYMOUS }, async (scope) =>
        isEnd ? expire(pair.draft, scope) : void (await merge(pair, scope)),
      );
      memory.release(pair.draft.id);
      if (!isEnd) recent.note(pair);
    } catch (err) {
      const { type, id } = pair.draft;
      const what = isEnd ? 'failed to unpublish an expired record' : 'failed to publish a due draft';
      context.log.error({ msg: what, type, id, err });
      memory.putOff(pair, context.now);
      isAway = isOutage(err);
    }
  }
}
