// Generated from schemas/ by `cms generate`, which overwrites this file.

import { addressesOf, at } from './addresses.js';
/** Makes the functions for signing in by others of the API of a client. */
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
 * The address that a browser goes to, to sign in by a provider.
 * @param baseUrl that of the client
 * @param redirect where it comes back to: a path of the front end, or a whole address; the front page by default
 */
export const signInUrl = (baseUrl, provider, redirect) => addressesOf(baseUrl).urlOf(at `/login/oidc/${provider}` + queryOf(redirect)).href;
/** The address that a browser goes to, to sign out here and at a provider. */
export const signOutUrl = (baseUrl, provider, redirect) => addressesOf(baseUrl).urlOf(at `/login/oidc/${provider}/logout` + queryOf(redirect)).href;
const queryOf = (redirect) => redirect === undefined ? '' : `?redirect=${encodeURIComponent(redirect)}`;
