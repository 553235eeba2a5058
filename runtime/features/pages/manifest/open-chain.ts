import type { RequestContext } from '../../../kernel/contract/context.js';
import type { SqlSession } from '../../../kernel/contract/database/database.js';
import type { ReadScope } from '../../../kernel/contract/records/operations.js';
import type { Reference } from '../../../kernel/contract/records/record.js';
import { denied, notFound } from '../../../kernel/errors/catalog.js';
import { effectiveLiveAt, type RoutableFacts } from '../routes/route-liveness.js';
import type { RouteAccess, RouteAccessOf } from '../routes/route-visibility.js';

export interface OpenChainDeps {
  readonly accessOf: RouteAccessOf;
  /** Whether the caller may see the content of a page or page data record. */
  isContentVisible(asked: {
    readonly subject: 'page' | 'page_data';
    readonly id: string;
    readonly context: RequestContext;
    readonly session: SqlSession;
  }): Promise<boolean>;
  /** Whether the rule of its type lets the caller read a record; a statement only where there is such a rule. */
  passesTypeSecurity(record: Reference, scope: ReadScope): Promise<boolean>;
}

type Chain = readonly RoutableFacts[];

/** A record that was asked for by its id, its ancestors as far as the caller may see them, and when there are more. */
export interface OpenChain {
  readonly chain: Chain;
  readonly moments: readonly Date[];
}

/**
 * A record that the caller may not see does not exist for it under any address; only a live route that a rule refuses is
 * reported as such (contract decision 72).
 * @throws AppError 404, 401/403
 */
export async function openChain(chain: Chain, scope: ReadScope, deps: OpenChainDeps): Promise<OpenChain> {
  await assertOpen(chain, scope, deps);
  const shown = await openRouted(await openAncestors(chain, scope, deps), scope, deps);
  return { chain: shown, moments: liveMoments(chain, shown, deps.accessOf(scope.context)) };
}

/**
 * The record of a route that the caller may open, and its ancestors: all that the rules of their types let it read.
 * @throws AppError 404, to administrators 403, when the record itself is not.
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

/** Whether the caller may see the content of a record; what a preview reveals keeps the rules for its own path. */
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

/** Whether the dates of its own route and of those above have come. */
function isRecordLive(chain: Chain, { now }: RequestContext): boolean {
  const date = effectiveLiveAt({ liveAt: chain[0]?.route?.liveAt ?? null, chain });
  return date !== null && date <= now;
}

/**
 * The record and the ancestors whose content the caller may see. Behind a route of its own that it may open all of them
 * are; above another record each is asked for, of which there are as many as the site is deep.
 */
async function openAncestors(chain: Chain, scope: ReadScope, deps: OpenChainDeps): Promise<Chain> {
  const [record, ...ancestors] = chain;
  const route = record?.route;
  if (route != null && deps.accessOf(scope.context).mayOpen(route.path)) return chain;
  const isVisible = await Promise.all(ancestors.map((ancestor) => isOpen(ancestor, scope, deps)));
  return chain.filter((_one, index) => index === 0 || isVisible[index - 1]);
}

/** The moments at which ancestors that are left out go live. */
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
