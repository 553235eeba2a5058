import type { Logger } from '../ports/logger.js';
import type { Replica, SqlSession } from './database/database.js';
import type { State } from './state.js';
import type { ResponseMessages } from './message.js';
import type { Requested } from './http/requested.js';

/**
 * The caller. Its roles are already expanded through the hierarchy.
 *
 * @example
 * const isEditor = ({ roles }: Actor): boolean => roles.has('ROLE_EDITOR');
 */
export interface Actor {
  readonly user: AuthenticatedUser | null;
  readonly roles: ReadonlySet<string>;
  /** Id of the account that impersonates `user` (`_switch_user`); absent without impersonation. */
  readonly by?: string;
  /** The machine token that acts for `user` and never exceeds its rights; absent if no token was used. */
  readonly token?: ActingToken;
  /** Set for console commands, which need no editing permission (contract decision 120). */
  readonly isCommand?: true;
}

/** Operations that a token can be granted on a type. */
export const TOKEN_OPERATIONS = ['read', 'create', 'update', 'delete', 'publish'] as const;

export type TokenOperation = (typeof TOKEN_OPERATIONS)[number];

/** Rights of a machine token, a subset of its owner's rights (contract decision 109). */
export interface ActingToken {
  readonly id: string;
  /** Name that its creator gave it. */
  readonly name: string;
  /** Whether it has all rights of its owner, including those not tied to a type. */
  readonly isWhole: boolean;
  /** Whether it sees drafts and content that is not live yet, if its owner does. */
  readonly seesDrafts: boolean;
  /** Whether it may create, change and delete accounts, if its owner may. */
  readonly managesAccounts: boolean;
  may(operation: TokenOperation, type: string): boolean;
}

/**
 * A signed-in user, as stored when the request arrived.
 *
 * @example
 * const greet = ({ username }: AuthenticatedUser): string => `Hello ${username}`;
 */
export interface AuthenticatedUser {
  readonly id: string;
  readonly username: string;
  readonly emailAddress: string;
  /** The roles as stored, before expansion. */
  readonly roles: readonly string[];
  /** Id of the session (`sid` claim) that authenticated this request; null for console commands. */
  readonly sessionId: string | null;
  /** The user fields that expressions may read as `user.<field>`; never a hash or token. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A revision whose texts a preview shows instead of the current ones. */
export interface PreviousTexts {
  readonly revision: number;
  /** Returns whether the creator of the preview may read previous states of a type. */
  mayShow(type: string): boolean;
}

/**
 * Records that a request may see regardless of dates, publication and path restrictions: the content of a
 * previewed page. Rules for types, fields and paths still apply, and lists are not extended.
 */
export interface Revealed {
  /** Returns whether the record with this id is revealed. */
  has(id: string): boolean;
  /** The previous texts to show; absent for the current ones. */
  readonly previous?: PreviousTexts;
}

/** A unit of work made of several requests (contract decision 111). */
export interface LargerUnit {
  /** Read session of the parts; sees what the unit has written so far. */
  readonly reads: SqlSession;
  /** State of the unit, discarded with its transaction. */
  readonly state: State;
  /** Runs work after the unit has ended, whatever its outcome. */
  atEnd(work: () => Promise<void>): void;
}

/**
 * Per-request state, created once and passed explicitly.
 *
 * @example
 * const isSignedIn = ({ actor }: RequestContext): boolean => actor.user !== null;
 */
export interface RequestContext {
  readonly actor: Actor;
  /** The current time, fixed for the whole request. */
  readonly now: Date;
  readonly requested: Requested;
  /** The viewed page as sent by the client: a path, a URL or an IRI; absent without that header. */
  readonly viewedPath?: string;
  /** Origin of a visitor's request; absent for console commands and scaffolds, so that they send no mail. */
  readonly cameFrom?: {
    /** The page that the request was sent from, and the header that names it. */
    readonly page?: { readonly url: string; readonly header: 'origin' | 'referer' };
  };
  /** Request id and reason for the change history; absent outside requests. */
  readonly request?: { readonly id: string; readonly reason: string | null };
  /** Throws if the request has timed out and must not store anything more. Absent outside requests. */
  readonly assertWanted?: () => void;
  /** Replica for the reads outside transactions, if one is used. */
  readonly replica?: Replica;
  /**
   * The unit of work that the request is part of. It reads what the unit has written, and its writes are
   * stored with the unit.
   */
  readonly partOf?: LargerUnit;
  /** State of the surrounding request. Reads of both in one tick of the event loop are sent together. */
  readonly readsWith?: State;
  /** Records revealed by a preview; absent otherwise. */
  readonly reveals?: Revealed;
  /** Messages in the language of the response; absent outside requests, which use English. */
  readonly messages?: ResponseMessages;
  readonly log: Logger;
  /** State of this request, discarded with it. */
  readonly state: State;
}

export const ANONYMOUS: Actor = Object.freeze({ user: null, roles: new Set<string>() });
