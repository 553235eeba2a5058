// Generated from schemas/ by `cms generate`, which overwrites this file.

import { at } from './addresses.js';
const MERGE_PATCH = 'application/merge-patch+json';
/** Creates the functions for webhooks from a client. */
export function webhooksOf({ request }) {
    const one = (id, rest = '') => at `/_/webhooks/${id}` + rest;
    return {
        list: () => request('GET', '/_/webhooks'),
        create: (input) => request('POST', '/_/webhooks', { body: input }),
        get: (id) => request('GET', one(id)),
        change: (id, members) => request('PATCH', one(id), { body: members, headers: { 'content-type': MERGE_PATCH } }),
        remove: (id) => request('DELETE', one(id)),
        rotateSecret: (id) => request('POST', one(id, '/rotate-secret')),
        test: (id) => request('POST', one(id, '/test')),
        deliveries: (id) => request('GET', one(id, '/deliveries')),
    };
}
