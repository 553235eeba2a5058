import { isVisitor } from '../../kernel/authorization/acting-token.js';
import type { Replica } from '../../kernel/contract/database/database.js';
import type { HttpHooks } from '../../kernel/contract/http/http-hooks.js';
import { type Exchange, isRead } from './exchange.js';

export interface ReplicaReadsDeps {
  /** Returns a replica that is available now; absent if none is configured. */
  readonly replica?: (() => Replica | undefined) | undefined;
  readonly hooks: readonly Pick<HttpHooks, 'isFill'>[];
}

/** Processes a request with `read` on a replica if possible; `undefined` is the primary. */
export type ReadAnywhere = <Answer>(
  exchange: Exchange,
  read: (replica: Replica | undefined) => Promise<Answer>,
) => Promise<Answer>;

/**
 * Sends anonymous reads to replicas if their responses will not be cached (ADR 85). All reads of a request
 * use the same replica. If one fails, the whole request is repeated on the primary.
 */
export function createReadAnywhere({ replica, hooks }: ReplicaReadsDeps): ReadAnywhere {
  if (replica === undefined) return (_exchange, read) => read(undefined);
  const isFill = (exchange: Exchange): boolean => hooks.some((hook) => hook.isFill?.(exchange) === true);
  return async (exchange, read) => {
    const { isIdentified, actor, reveals } = exchange;
    const isAnonymous = isIdentified && isVisitor(actor) && reveals === undefined;
    const chosen = isAnonymous && isRead(exchange) && !isFill(exchange) ? replica() : undefined;
    if (chosen === undefined) return read(undefined);
    exchange.isOfReplica = true;
    try {
      const answer = await read(chosen);
      if (!chosen.hasFailed()) return answer;
    } catch (error) {
      if (!chosen.hasFailed()) throw error;
    }
    exchange.isOfReplica = false;
    return read(undefined);
  };
}
