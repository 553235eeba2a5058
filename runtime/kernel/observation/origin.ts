import type { RequestContext } from '../contract/context.js';
import type { Origin, SqlSession } from '../contract/database/database.js';
import { stateKey } from '../util/async/state.js';

/** The use case that a request is in. */
const CURRENT = stateKey((): { origin: Origin | undefined } => ({ origin: undefined }));

/** From now on statements of the context are sent for this use case. */
export function beginUseCase(
  { name, resource }: { readonly name: string; readonly resource?: { readonly name: string } },
  { state, log, readsWith = state, assertWanted }: RequestContext,
): void {
  const named = resource === undefined ? {} : { resource: resource.name };
  state.of(CURRENT).origin = { useCase: name, ...named, log, request: readsWith, assertWanted };
}

/**
 * From now on the statements of the context are sent although its request may have been given up: what follows a transaction, such as
 * purges and the removal of files, is owed to others.
 */
export function outliveRequest({ state }: Pick<RequestContext, 'state'>): void {
  const current = state.of(CURRENT);
  if (current.origin !== undefined) current.origin = { ...current.origin, assertWanted: undefined };
}

/** What the statements of a context are sent for; undefined before its first use case. */
export const originOf = ({ state }: Pick<RequestContext, 'state'>): Origin | undefined =>
  state.of(CURRENT).origin;

/** The session of a context's reads outside transactions, whose statements name its use case. */
export function sessionFor(
  database: { during(origin: Origin): SqlSession } & SqlSession,
  context: Pick<RequestContext, 'state' | 'replica' | 'partOf'>,
): SqlSession {
  if (context.partOf !== undefined) return context.partOf.reads;
  const { replica: read = database } = context;
  const origin = originOf(context);
  return origin === undefined ? read : read.during(origin);
}
