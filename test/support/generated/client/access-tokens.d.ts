// Generated from schemas/ by `cms generate`, which overwrites this file.

import type { List } from './core.js';
import type { Requests } from './history.js';
import type { Iri } from './page.js';
/** A token with which a machine calls the API, without its secret. */
export interface AccessToken {
    readonly '@id': Iri;
    readonly id: string;
    /** What it is for. */
    readonly name: string;
    /** The account that it acts for. */
    readonly owner: Iri;
    /** What it may do, such as `read:Page`. */
    readonly scopes: readonly string[];
    /** As the API prints dates. */
    readonly createdAt: string;
    /** Null where it has no end. */
    readonly expiresAt: string | null;
    /** Up to a minute old; null before its first use. */
    readonly lastUsedAt: string | null;
    /** What it made and what ends with it, such as previews and webhooks; not in lists. */
    readonly made?: readonly Iri[];
}
/** A token as the answer shows it that made it; `createClient({ baseUrl, token })` calls with it. */
export interface MadeAccessToken extends AccessToken {
    readonly token: string;
}
export interface AccessTokenInput {
    readonly name: string;
    readonly scopes: readonly string[];
    /** The caller by default. */
    readonly owner?: Iri;
    readonly expiresAt?: Date | null;
}
/** A page of a list of tokens. */
export interface AccessTokenList extends Pick<List<AccessToken>, 'member' | 'totalItems'> {
    /** Leads to older ones. */
    readonly next?: Iri;
}
/** The tokens of machines, for super administrators who signed in. */
export interface AccessTokens {
    create(input: AccessTokenInput): Promise<MadeAccessToken>;
    /** The tokens of all accounts, the newest first. */
    list(): Promise<AccessTokenList>;
    /** The rest of such a list. @returns undefined when that was all */
    next(list: AccessTokenList): Promise<AccessTokenList | undefined>;
    read(id: string): Promise<AccessToken>;
    change(id: string, to: Partial<Pick<AccessTokenInput, 'name' | 'expiresAt'>>): Promise<AccessToken>;
    /** Ends a token at once. */
    revoke(id: string): Promise<void>;
}
/** Makes the functions for tokens of the API of a client. */
export declare function accessTokensOf({ request }: Requests): AccessTokens;
