import type { ChangeSet } from '../../kernel/contract/records/change-set.js';
import { ANONYMOUS, type RequestContext } from '../../kernel/contract/context.js';
import type { SqlSession } from '../../kernel/contract/database/database.js';
import type { RunCommand, UseCaseGate } from '../../kernel/contract/records/use-cases.js';
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

export interface DueGateDeps {
  readonly registry: ResourceRegistry;
  /** The session in which reads outside transactions run. */
  readonly session: SqlSession;
  readonly memory: DueMemory;
  readonly merge: MergeDraft;
  readonly expire: ExpireRecord;
  readonly recent: RecentMerges;
}

/** The parts that the gate needs in order to store in units of work what is due. */
type Storing = DueGateDeps & { readonly run: RunCommand };

/** The next end of a record that is known of. */
interface Ends {
  next: Date | undefined;
}

export interface DueGate extends UseCaseGate {
  /** Notes what a committed command has stored. */
  readonly afterCommit: (changes: ChangeSet) => void;
  /** The next moment, as far as is known, at which a record expires. */
  readonly nextEnd: () => Date | undefined;
}

/**
 * Scheduled publishing (contract decision 32, ADR 31): no timer runs, so whatever starts outside a transaction passes here
 * first. It costs one comparison until the next moment has come; then one statement finds what is due. Each draft is merged, and
 * each record that has expired taken offline (decision 107), in a transaction of its own. What fails is logged and put off, and the
 * published row goes on being shown.
 */
export function createDueGate(deps: DueGateDeps): DueGate {
  const { registry, memory, recent } = deps;
  const publishable = registry.all.filter(isPublishable);
  const bases = [...new Set(publishable.flatMap(({ baseTable }) => baseTable ?? []))];
  const expiring = registry.all.filter((resource) => expiryOf(resource) !== undefined);
  const selects = [...dueDraftsSql(bases, deps.session), ...expiriesSql(expiring, deps.session)];
  const sql = selects.join('\nunion all\n');
  const ends: Ends = { next: undefined };
  let running: Promise<Forwarding> | undefined;

  /** Requests that come while one looks wait for what it finds. */
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

/** The nil UUID, which sorts below every id. */
const NIL = '00000000-0000-0000-0000-000000000000';

/** Stores what is due; answers where the addresses of drafts that were due lead, merged or not. */
async function lookUp(
  context: RequestContext,
  deps: Storing & { readonly sql: string; readonly ends: Ends },
): Promise<Forwarding> {
  const { session, memory, sql, ends } = deps;
  const { now } = context;
  memory.begin();
  const rows = await session.all<DueRow>(sql, {
    now: session.dialect.encode('datetime', now),
    // Databases refuse a parameter that no statement names: there is no draft where no type has any.
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

/** A record that has expired has no draft to give way to: it stands on both sides. */
function pairOf({ dtype: type, id, published_id: publishedId }: DueRow): readonly DuePair[] {
  if (type === null || id === null) return [];
  return [{ draft: referenceTo({ type, id }), published: referenceTo({ type, id: publishedId ?? id }) }];
}

const isExpiry = ({ draft, published }: DuePair): boolean => draft.id === published.id;

/** What fails is no failure of the request; without a database no more is tried. */
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
      // Whoever comes first is not who publishes it.
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
