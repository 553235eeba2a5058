import { isVisitor } from '../../kernel/authorization/acting-token.js';
import type { Replica } from '../../kernel/contract/database/database.js';
import type { HttpHooks } from '../../kernel/contract/http/http-hooks.js';
import { type Exchange, isRead } from './exchange.js';

export interface ReplicaReadsDeps {
  /** A replica that may be read at now; absent where none is configured. */
  readonly replica?: (() => Replica | undefined) | undefined;
  readonly hooks: readonly Pick<HttpHooks, 'isFill'>[];
}

/** Answers a request by `read`, at a replica where that may be; `undefined` stands for the database itself. */
export type ReadAnywhere = <Answer>(
  exchange: Exchange,
  read: (replica: Replica | undefined) => Promise<Answer>,
) => Promise<Answer>;

/**
 * Sends anonymous reads whose answers nobody keeps to replicas (ADR 85). All that a request reads comes from the same one; when a
 * read fails there, the request is answered anew from the database itself, whatever it would have been answered with.
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
