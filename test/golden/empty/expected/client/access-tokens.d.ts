// Generated from schemas/ by `cms generate`, which overwrites this file.

import type { List } from './core.js';
import type { Requests } from './history.js';
import type { Iri } from './page.js';
/** Access token of a program, without its secret. */
export interface AccessToken {
    readonly '@id': Iri;
    readonly id: string;
    /** Name that describes the purpose. */
    readonly name: string;
    /** User on whose behalf the token acts. */
    readonly owner: Iri;
    /** Scopes, such as `read:Page`. */
    readonly scopes: readonly string[];
    /** Creation time in ISO 8601. */
    readonly createdAt: string;
    /** Expiry date in ISO 8601; null if the token does not expire. */
    readonly expiresAt: string | null;
    /** Time of the last use, accurate to one minute; null before the first use. */
    readonly lastUsedAt: string | null;
    /** Previews and webhooks that the token created and that are deleted with it. Not included in lists. */
    readonly made?: readonly Iri[];
}
/** New access token with its secret, for `createClient({ baseUrl, token })`. */
export interface MadeAccessToken extends AccessToken {
    readonly token: string;
}
export interface AccessTokenInput {
    readonly name: string;
    readonly scopes: readonly string[];
    /** Owner of the token; default: the caller. */
    readonly owner?: Iri;
    readonly expiresAt?: Date | null;
}
/** Page of a list of access tokens. */
export interface AccessTokenList extends Pick<List<AccessToken>, 'member' | 'totalItems'> {
    /** URL of the next page. */
    readonly next?: Iri;
}
/** Functions for access tokens. They require the session of a super administrator. */
export interface AccessTokens {
    create(input: AccessTokenInput): Promise<MadeAccessToken>;
    /** Lists the tokens of all users, the newest first. */
    list(): Promise<AccessTokenList>;
    /**
     * Reads the next page of a list.
     * @returns undefined after the last page
     */
    next(list: AccessTokenList): Promise<AccessTokenList | undefined>;
    read(id: string): Promise<AccessToken>;
    change(id: string, to: Partial<Pick<AccessTokenInput, 'name' | 'expiresAt'>>): Promise<AccessToken>;
    /** Revokes a token immediately. */
    revoke(id: string): Promise<void>;
}
/** Creates the functions for access tokens from a client. */
export declare function accessTokensOf({ request }: Requests): AccessTokens;
