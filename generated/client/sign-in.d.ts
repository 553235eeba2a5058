// Generated from schemas/ by `cms generate`, which overwrites this file.

import type { Requests } from './history.js';
/** A provider by which people may sign in. */
export interface SignInProvider {
    readonly name: string;
    /** For a button. */
    readonly label: string;
}
/** A link between the own account and a provider. */
export interface Identity {
    readonly provider: string;
    readonly label: string;
    /** As the API prints dates. */
    readonly createdAt: string;
    /** When it was last signed in with. */
    readonly lastUsedAt: string | null;
}
/** Why a browser comes back from a provider without being signed in or linked: `sign_in_error` of the address. */
export type SignInError = 'denied' | 'failed' | 'unavailable' | 'address_not_verified' | 'account_not_verified' | 'account_not_found' | 'account_refused' | 'linked_to_another';
/** Signing in by others, and the links of the account that the client is signed in as. */
export interface SignIn {
    providers(): Promise<readonly SignInProvider[]>;
    identities(): Promise<readonly Identity[]>;
    /**
     * Begins to link the own account to a provider: the browser is to go to the address that is answered.
     * @param redirect where it comes back to
     */
    link(provider: string, redirect?: string): Promise<string>;
    unlink(provider: string): Promise<void>;
}
/** Makes the functions for signing in by others of the API of a client. */
export declare function signInOf({ request }: Requests): SignIn;
/**
 * The address that a browser goes to, to sign in by a provider.
 * @param baseUrl that of the client
 * @param redirect where it comes back to: a path of the front end, or a whole address; the front page by default
 */
export declare const signInUrl: (baseUrl: string, provider: string, redirect?: string) => string;
/** The address that a browser goes to, to sign out here and at a provider. */
export declare const signOutUrl: (baseUrl: string, provider: string, redirect?: string) => string;
