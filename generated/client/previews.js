// Generated from schemas/ by `cms generate`, which overwrites this file.

import { at } from './addresses.js';
/** Creates the functions for preview links from a client. */
export function previewsOf({ request }) {
    return {
        create: (input) => request('POST', '/_/previews', { body: input }),
        list: () => request('GET', '/_/previews'),
        next: async ({ next }) => (next === undefined ? undefined : request('GET', next)),
        revoke: (id) => request('DELETE', at `/_/previews/${id}`),
        open: (token) => request('GET', at `/_/previews/${token}`),
    };
}
