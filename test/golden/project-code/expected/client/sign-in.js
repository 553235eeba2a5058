// Generated from schemas/ by `cms generate`, which overwrites this file.

import { addressesOf, at } from './addresses.js';
/** Creates the functions for single sign-on from a client. */
export function signInOf({ request }) {
    return {
        providers: async () => (await request('GET', '/login/oidc')).member,
        identities: async () => (await request('GET', '/me/identities')).member,
        link: async (provider, redirect) => {
            const path = at `/me/identities/${provider}` + queryOf(redirect);
            return (await request('POST', path)).location;
        },
        unlink: (provider) => request('DELETE', at `/me/identities/${provider}`),
    };
}
/**
 * Returns the URL that starts a sign-in with a provider in a browser.
 * @param baseUrl URL of the API, as for the client
 * @param redirect target after the sign-in: a path of the front end, or a complete URL; default: the home page
 */
export const signInUrl = (baseUrl, provider, redirect) => addressesOf(baseUrl).urlOf(at `/login/oidc/${provider}` + queryOf(redirect)).href;
/** Returns the URL that signs a browser out, also from the provider. */
export const signOutUrl = (baseUrl, provider, redirect) => addressesOf(baseUrl).urlOf(at `/login/oidc/${provider}/logout` + queryOf(redirect)).href;
const queryOf = (redirect) => redirect === undefined ? '' : `?redirect=${encodeURIComponent(redirect)}`;
