import type { ChangeSet } from '../../kernel/contract/change-set.js';
import { ANONYMOUS, type RequestContext } from '../../kernel/contract/context.js';
import type { SqlSession } from '../../kernel/contract/database.js';
import type { RunCommand, UseCaseGate } from '../../kernel/contract/use-cases.js';
import { AppError } from '../../kernel/errors/app-error.js';
import { DatabaseUnavailable } from '../../kernel/errors/database-unavailable.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { referenceTo } from '../../kernel/records/references.js';
import { type DueDraftRow, dueDraftsSql } from './due-drafts.sql.js';
import { DueDraftMet } from './due-draft-met.js';
import type { DueMemory, DuePair } from './due-memory.js';
import { forward, type Forwarding } from './forwarding.js';
import type { MergeDraft } from './merge-draft.js';
import type { RecentMerges } from './recent-merges.js';
import { dateOf, isPublishable, publishedOf } from '../../kernel/metadata/publication-state.js';

export interface DueGateDeps {
  readonly registry: ResourceRegistry;
  /** The session in which reads outside transactions run. */
  readonly session: SqlSession;
  readonly memory: DueMemory;
  readonly merge: MergeDraft;
  readonly recent: RecentMerges;
}

/** The parts that the gate needs in order to merge drafts in units of work. */
type Merging = DueGateDeps & { readonly run: RunCommand };

export interface DueGate extends UseCaseGate {
  /** Notes what a committed command has stored. */
  readonly afterCommit: (changes: ChangeSet) => void;
}

/**
 * Scheduled publishing (contract decision 32, ADR 31): no timer runs, so whatever starts outside a transaction passes here
 * first. It costs one comparison until the next moment has come; then one statement finds what is due, and each draft is
 * merged in a transaction of its own. What cannot be merged is logged and put off, and its published row goes on being shown.
 */
export function createDueGate(deps: DueGateDeps): DueGate {
  const { registry, memory, recent } = deps;
  const publishable = registry.all.filter(isPublishable);
  const bases = [...new Set(publishable.flatMap(({ baseTable }) => baseTable ?? []))];
  const sql = dueDraftsSql(bases, deps.session);
  let running: Promise<Forwarding> | undefined;

  /** Requests that come while one looks wait for what it finds. */
  async function pass(context: RequestContext, run: RunCommand): Promise<Map<string, string>> {
    const moved = new Map<string, string>();
    while (bases.length > 0 && !memory.isClear(context.now)) {
      running ??= lookUp(context, { ...deps, sql, run }).finally(() => {
        running = undefined;
      });
      for (const [draft, published] of await running) moved.set(draft, published);
    }
    return moved;
  }

  return {
    isClear: (now) => bases.length === 0 || memory.isClear(now),
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
        if (!isPublishable(resource)) continue;
        memory.release(record.id);
        const date = change.kind === 'deleted' ? null : dateOf(resource, record);
        if (date !== null && publishedOf(resource, record) !== null) memory.expect(date);
      }
      if (changes.length > 0) memory.hurry();
    },
    forget: memory.forget,
  };
}

const isGone = (error: unknown): boolean => error instanceof AppError && error.status === 404;

/** The nil UUID, which sorts below every id. */
const NIL = '00000000-0000-0000-0000-000000000000';

/** Merges what is due; answers where the addresses of those drafts lead, merged or not. */
async function lookUp(
  context: RequestContext,
  deps: Merging & { readonly sql: string },
): Promise<Forwarding> {
  const { session, memory, sql } = deps;
  const { now } = context;
  memory.begin();
  const rows = await session.all<DueDraftRow>(sql, {
    now: session.dialect.encode('datetime', now),
    before_all: session.dialect.encode('uuid', NIL),
  });
  const due = rows.flatMap(pairOf);
  const tried = due.filter((pair) => !memory.isPaused(pair, now));
  await attempt(tried, context, deps);
  const dates = rows
    .filter(({ id }) => id === null)
    .flatMap(({ published_at: raw }) => session.dialect.decode('datetime', raw) ?? []);
  const [next] = (dates as Date[]).sort((left, right) => Number(left) - Number(right)); // datetimes decode to dates
  memory.finish(now, { next, due });
  return new Map(tried.map(({ draft, published }) => [draft.id, published.id]));
}

function pairOf({ dtype: type, id, published_id: publishedId }: DueDraftRow): readonly DuePair[] {
  if (type === null || id === null || publishedId === null) return [];
  return [{ draft: referenceTo({ type, id }), published: referenceTo({ type, id: publishedId }) }];
}

/** A merge that fails is no failure of the request; without a database no more of them are tried. */
async function attempt(
  pairs: readonly DuePair[],
  context: RequestContext,
  { memory, merge, recent, run }: Merging,
): Promise<void> {
  let isAway = false;
  for (const pair of pairs) {
    if (isAway) {
      memory.putOff(pair, context.now);
      continue;
    }
    try {
      // Whoever comes first is not who publishes it.
      await run({ ...context, actor: ANONYMOUS }, (scope) => merge(pair, scope));
      memory.release(pair.draft.id);
      recent.note(pair);
    } catch (err) {
      const { type, id } = pair.draft;
      context.log.error({ msg: 'a due draft could not be published', type, id, err });
      memory.putOff(pair, context.now);
      isAway = err instanceof DatabaseUnavailable && (err.kind === 'away' || err.kind === 'exhausted');
    }
  }
}
