import type { Logger } from '../ports/logger.js';
import type { State } from '../util/state.js';
import type { Asked } from './asked.js';

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
  readonly asked: Asked;
  /** What the visitor is looking at, as the client names it: a path, a URL or an IRI; absent when it says nothing. */
  readonly viewedPath?: string;
  /** Who asked from where; absent where no visitor asks (console, scaffolds), so that no mail goes out. */
  readonly cameFrom?: {
    /** The page that the request says it was made from, and what says so. */
    readonly page?: { readonly url: string; readonly header: 'origin' | 'referer' };
  };
  readonly log: Logger;
  /** What belongs to this request and ends with it. */
  readonly state: State;
}

export const ANONYMOUS: Actor = Object.freeze({ user: null, roles: new Set<string>() });
