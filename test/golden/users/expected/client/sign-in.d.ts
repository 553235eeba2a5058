// Generated from schemas/ by `cms generate`, which overwrites this file.

import type { Requests } from './history.js';
/** Provider for single sign-on. */
export interface SignInProvider {
    readonly name: string;
    /** Label for a button. */
    readonly label: string;
}
/** Link between the user and a provider. */
export interface Identity {
    readonly provider: string;
    readonly label: string;
    /** Creation time in ISO 8601. */
    readonly createdAt: string;
    /** Time of the last sign-in with the provider. */
    readonly lastUsedAt: string | null;
}
/** Reason of a failed sign-in or link: `sign_in_error` of the URL. */
export type SignInError = 'denied' | 'failed' | 'unavailable' | 'address_not_verified' | 'account_not_verified' | 'account_not_found' | 'account_refused' | 'linked_to_another';
/** Functions for single sign-on and the linked providers of the signed-in user. */
export interface SignIn {
    providers(): Promise<readonly SignInProvider[]>;
    identities(): Promise<readonly Identity[]>;
    /**
     * Starts to link the user to a provider. Navigate the browser to the returned URL.
     * @param redirect target after linking
     */
    link(provider: string, redirect?: string): Promise<string>;
    unlink(provider: string): Promise<void>;
}
/** Creates the functions for single sign-on from a client. */
export declare function signInOf({ request }: Requests): SignIn;
/**
 * Returns the URL that starts a sign-in with a provider in a browser.
 * @param baseUrl URL of the API, as for the client
 * @param redirect target after the sign-in: a path of the front end, or a complete URL; default: the home page
 */
export declare const signInUrl: (baseUrl: string, provider: string, redirect?: string) => string;
/** Returns the URL that signs a browser out, also from the provider. */
export declare const signOutUrl: (baseUrl: string, provider: string, redirect?: string) => string;
