import type { RequestContext } from '../../../kernel/contract/context.js';
import type { SqlSession } from '../../../kernel/contract/database/database.js';
import type { ReadScope } from '../../../kernel/contract/records/operations.js';
import type { Reference } from '../../../kernel/contract/records/record.js';
import { denied, notFound } from '../../../kernel/errors/catalog.js';
import { effectiveLiveAt, type RoutableFacts } from '../routes/route-liveness.js';
import type { RouteAccess, RouteAccessOf } from '../routes/route-visibility.js';

export interface OpenChainDeps {
  readonly accessOf: RouteAccessOf;
  /** Returns whether the caller may see the content of a page or page data record. */
  isContentVisible(requested: {
    readonly subject: 'page' | 'page_data';
    readonly id: string;
    readonly context: RequestContext;
    readonly session: SqlSession;
  }): Promise<boolean>;
  /**
   * Returns whether the rule of its type lets the caller read a record. Runs a statement only if there is such a
   * rule.
   */
  passesTypeSecurity(record: Reference, scope: ReadScope): Promise<boolean>;
}

type Chain = readonly RoutableFacts[];

/** A record requested by id, its visible ancestors, and the times at which further ancestors become visible. */
export interface OpenChain {
  readonly chain: Chain;
  readonly moments: readonly Date[];
}

/**
 * Checks access to a record requested by id. A hidden record is reported as missing; only a live route that a rule
 * refuses is reported as such (contract decision 72).
 * @throws AppError 404, 401/403
 */
export async function openChain(chain: Chain, scope: ReadScope, deps: OpenChainDeps): Promise<OpenChain> {
  await assertOpen(chain, scope, deps);
  const shown = await openRouted(await openAncestors(chain, scope, deps), scope, deps);
  return { chain: shown, moments: liveMoments(chain, shown, deps.accessOf(scope.context)) };
}

/**
 * Returns the record of a route that the caller may open, with those ancestors that the rules of their types let it
 * read.
 * @throws AppError 404, or 403 for administrators, if the record itself is not readable
 */
export async function openRouted(chain: Chain, scope: ReadScope, deps: OpenChainDeps): Promise<Chain> {
  const isRead = await Promise.all(chain.map(({ reference }) => deps.passesTypeSecurity(reference, scope)));
  if (isRead[0] === false) throw refusal(scope, deps);
  return chain.filter((_record, index) => isRead[index]);
}

function refusal({ context }: ReadScope, { accessOf }: OpenChainDeps): Error {
  return accessOf(context).seesNotLive ? denied(context.actor) : notFound();
}

async function assertOpen(chain: Chain, scope: ReadScope, deps: OpenChainDeps): Promise<void> {
  const { context } = scope;
  const { seesNotLive, isRevealed } = deps.accessOf(context);
  const [record] = chain;
  if (record === undefined) throw notFound();
  const seesAnyDate = seesNotLive || record.route === null || isRevealed(record.reference.id);
  if (!seesAnyDate && !isRecordLive(chain, context)) throw notFound();
  if (await isOpen(record, scope, deps)) return;
  if (record.route === null) throw refusal(scope, deps);
  throw denied(context.actor, record.templateId === null ? undefined : 'Page data access denied.');
}

/**
 * Returns whether the caller may see the content of a record. A preview does not override the rules for its own path.
 */
async function isOpen(
  record: RoutableFacts,
  { context, session }: ReadScope,
  deps: OpenChainDeps,
): Promise<boolean> {
  const { isRevealed, mayOpen } = deps.accessOf(context);
  const { route, reference } = record;
  if (route !== null && isRevealed(reference.id) && !mayOpen(route.path)) return false;
  return deps.isContentVisible({ ...subjectOf(record), context, session });
}

/** Returns whether the dates of the record's route and of all routes above it have come. */
function isRecordLive(chain: Chain, { now }: RequestContext): boolean {
  const date = effectiveLiveAt({ liveAt: chain[0]?.route?.liveAt ?? null, chain });
  return date !== null && date <= now;
}

/**
 * Returns the record and the ancestors whose content the caller may see. Behind its own open route, all are visible.
 * Otherwise each ancestor is checked; their number is the depth of the site.
 */
async function openAncestors(chain: Chain, scope: ReadScope, deps: OpenChainDeps): Promise<Chain> {
  const [record, ...ancestors] = chain;
  const route = record?.route;
  if (route != null && deps.accessOf(scope.context).mayOpen(route.path)) return chain;
  const isVisible = await Promise.all(ancestors.map((ancestor) => isOpen(ancestor, scope, deps)));
  return chain.filter((_one, index) => index === 0 || isVisible[index - 1]);
}

/** Returns the times at which hidden ancestors go live. */
function liveMoments(chain: Chain, shown: Chain, { mayOpen }: RouteAccess): readonly Date[] {
  return chain.flatMap(({ route }, index) => {
    const isLater = route !== null && !shown.some((one) => one === chain[index]) && mayOpen(route.path);
    return isLater ? (effectiveLiveAt({ liveAt: route.liveAt, chain: chain.slice(index) }) ?? []) : [];
  });
}

function subjectOf({ reference: { type, id } }: RoutableFacts): {
  readonly subject: 'page' | 'page_data';
  readonly id: string;
} {
  return { subject: type === 'Page' ? 'page' : 'page_data', id };
}
