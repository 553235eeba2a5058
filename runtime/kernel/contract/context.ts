import type { FormerTexts } from './features/former-texts.js';
import type { Logger } from '../ports/logger.js';
import type { Replica, SqlSession } from './database/database.js';
import type { State } from '../util/async/state.js';
import type { ResponseMessages } from './message.js';
import type { Asked } from './http/asked.js';

/** The caller. Roles are already expanded through the hierarchy. */
export interface Actor {
  readonly user: AuthenticatedUser | null;
  readonly roles: ReadonlySet<string>;
  /** Id of the account that acts with the rights of `user` (`_switch_user`); absent when that is `user`. */
  readonly by?: string;
  /** The machine token that acts for `user`, which it never exceeds; absent where nobody's rights are narrowed. */
  readonly token?: ActingToken;
  /** A command of the console acts, not a request: it needs no editing permission (contract decision 120). */
  readonly isCommand?: true;
}

/** What a token may be allowed to do with records of a type. */
export const TOKEN_OPERATIONS = ['read', 'create', 'update', 'delete', 'publish'] as const;

export type TokenOperation = (typeof TOKEN_OPERATIONS)[number];

/** The rights that a machine token leaves of those of its owner (contract decision 109). */
export interface ActingToken {
  readonly id: string;
  /** The name that its maker gave it. */
  readonly name: string;
  /** It may do all that its owner may, also where no type is concerned. */
  readonly isWhole: boolean;
  /** It sees drafts, and what is not live yet, where its owner does. */
  readonly seesDrafts: boolean;
  /** It creates, changes and deletes accounts where its owner may. */
  readonly managesAccounts: boolean;
  may(operation: TokenOperation, type: string): boolean;
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

/** A unit of work that several requests are parts of (contract decision 111). */
export interface LargerUnit {
  /** Reads of the parts, which see what the unit has written by then. */
  readonly reads: SqlSession;
  /** State of the unit, which ends with its transaction. */
  readonly state: State;
  /** Has work done when the unit is over, whatever became of it. */
  atEnd(work: () => Promise<void>): void;
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
  /** The unit of work of which the request is a part: it reads what that has written, and what it writes is stored with it. */
  readonly partOf?: LargerUnit;
  /** State of the request that it is a part of: what both read in one turn of the event loop leaves together. */
  readonly readsWith?: State;
  /** Absent for all that is no preview. */
  readonly reveals?: Revealed;
  /** Messages in the language of the response; absent outside requests, where they are in English. */
  readonly messages?: ResponseMessages;
  readonly log: Logger;
  /** State that belongs to this request and ends with it. */
  readonly state: State;
}

export const ANONYMOUS: Actor = Object.freeze({ user: null, roles: new Set<string>() });
