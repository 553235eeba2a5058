// Generated from schemas/ by `cms generate`, which overwrites this file.

import { at } from './addresses.js';
const PATH = '/_/access_tokens';
const one = (id) => PATH + at `/${id}`;
const MERGE_PATCH = 'application/merge-patch+json';
/** Creates the functions for access tokens from a client. */
export function accessTokensOf({ request }) {
    return {
        create: (input) => request('POST', PATH, { body: input }),
        list: () => request('GET', PATH),
        next: async ({ next }) => (next === undefined ? undefined : request('GET', next)),
        read: (id) => request('GET', one(id)),
        change: (id, to) => request('PATCH', one(id), { body: to, headers: { 'content-type': MERGE_PATCH } }),
        revoke: (id) => request('DELETE', one(id)),
    };
}
