import type { Logger } from '../ports/logger.js';
import type { QueryParameters } from './query-parameters.js';

/** Who asks. Roles are already expanded through the hierarchy. */
export interface Actor {
  readonly user: AuthenticatedUser | null;
  readonly roles: ReadonlySet<string>;
}

export interface AuthenticatedUser {
  readonly id: string;
  readonly username: string;
  readonly emailAddress: string;
  /** As stored, before expansion. */
  readonly roles: readonly string[];
  /** Id of the session (`sid` claim) that authenticated this request; null for console work. */
  readonly sessionId: string | null;
  /** All user fields an expression may read as `user.<field>`; never a hash or token. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Per-request state, made once and passed explicitly. */
export interface RequestContext {
  readonly actor: Actor;
  /** One instant for the whole request. */
  readonly now: Date;
  /** Value of the `path` request header, as sent; absent when the header was not sent. */
  readonly path?: string;
  readonly query: QueryParameters;
  /** The page that a request says it was made from; absent where no request asks (console, scaffolds). */
  readonly cameFrom?: { readonly origin?: string; readonly referer?: string };
  readonly log: Logger;
}

export const ANONYMOUS: Actor = Object.freeze({ user: null, roles: new Set<string>() });
