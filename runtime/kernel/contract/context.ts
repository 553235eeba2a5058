import type { FormerTexts } from './former-texts.js';
import type { Logger } from '../ports/logger.js';
import type { Replica } from './database.js';
import type { State } from '../util/state.js';
import type { Asked } from './asked.js';

/** The caller. Roles are already expanded through the hierarchy. */
export interface Actor {
  readonly user: AuthenticatedUser | null;
  readonly roles: ReadonlySet<string>;
  /** Id of the account that acts with the rights of `user` (`_switch_user`); absent when that is `user`. */
  readonly by?: string;
}

/** A signed-in user, as stored when the request came in. */
export interface AuthenticatedUser {
  readonly id: string;
  readonly username: string;
  readonly emailAddress: string;
  /** The roles as stored, before expansion. */
  readonly roles: readonly string[];
  /** Id of the session (`sid` claim) that authenticated this request; null for console work. */
  readonly sessionId: string | null;
  /** All user fields an expression may read as `user.<field>`; never a hash or token. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Records that a request sees whatever their dates, their publication and their place would hide: what stands on a previewed page.
 * The rules for types, members and paths hold as ever, and lists show no more for it.
 */
export interface Revealed {
  /** Whether the record with this id is one of them. */
  has(id: string): boolean;
  /** The texts that they are shown with; absent for the present ones. */
  readonly former?: FormerTexts;
}

/** Per-request state, made once and passed explicitly. */
export interface RequestContext {
  readonly actor: Actor;
  /** One instant for the whole request. */
  readonly now: Date;
  readonly asked: Asked;
  /** The page that the visitor is looking at, as the client names it: a path, a URL or an IRI; absent without that header. */
  readonly viewedPath?: string;
  /** The origin of a visitor's request; absent for the console and scaffolds, so that they send no mail. */
  readonly cameFrom?: {
    /** The page that the request says it was made from, and what says so. */
    readonly page?: { readonly url: string; readonly header: 'origin' | 'referer' };
  };
  /** The request as records of its changes name it; absent outside requests. */
  readonly request?: { readonly id: string; readonly reason: string | null };
  /** Throws when the request was given up because it takes too long: nothing more of it is to be stored. Absent outside requests. */
  readonly assertWanted?: () => void;
  /** All that is read for the request outside transactions comes from it, where it is there. */
  readonly replica?: Replica;
  /** Absent for all that is no preview. */
  readonly reveals?: Revealed;
  readonly log: Logger;
  /** State that belongs to this request and ends with it. */
  readonly state: State;
}

export const ANONYMOUS: Actor = Object.freeze({ user: null, roles: new Set<string>() });
