import type { RequestContext } from '../contract/context.js';
import type { Origin, SqlSession } from '../contract/database/database.js';
import { stateKey } from '../util/async/state.js';

/** Use case that a request is currently in. */
const CURRENT = stateKey((): { origin: Origin | undefined } => ({ origin: undefined }));

/** Attributes all further statements of the context to this use case. */
export function beginUseCase(
  { name, resource }: { readonly name: string; readonly resource?: { readonly name: string } },
  { state, log, readsWith = state, assertWanted }: RequestContext,
): void {
  const named = resource === undefined ? {} : { resource: resource.name };
  state.of(CURRENT).origin = { useCase: name, ...named, log, request: readsWith, assertWanted };
}

/**
 * Allows further statements of the context even if its request is abandoned. Work after a transaction, such
 * as purges and file deletions, must be completed.
 */
export function outliveRequest({ state }: Pick<RequestContext, 'state'>): void {
  const current = state.of(CURRENT);
  if (current.origin !== undefined) current.origin = { ...current.origin, assertWanted: undefined };
}

/** Returns the origin of a context's statements; undefined before its first use case. */
export const originOf = ({ state }: Pick<RequestContext, 'state'>): Origin | undefined =>
  state.of(CURRENT).origin;

/**
 * Returns the session for a context's reads outside transactions, with statements attributed to its use case.
 */
export function sessionFor(
  database: { during(origin: Origin): SqlSession } & SqlSession,
  context: Pick<RequestContext, 'state' | 'replica' | 'partOf'>,
): SqlSession {
  if (context.partOf !== undefined) return context.partOf.reads;
  const { replica: read = database } = context;
  const origin = originOf(context);
  return origin === undefined ? read : read.during(origin);
}
