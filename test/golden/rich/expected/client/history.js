// Generated from schemas/ by `cms generate`, which overwrites this file.

import { at } from './addresses.js';
/** Creates the functions for the history from a client. */
export function historyOf({ request }) {
    const addressOf = (record) => typeof record === 'string' ? record : record['@id'];
    return {
        list: (record) => request('GET', addressOf(record), { below: '/revisions' }),
        site(filter = {}) {
            const query = new URLSearchParams();
            for (const [name, value] of Object.entries(filter))
                if (value !== undefined)
                    query.set(name, typeof value === 'string' ? value : value.toISOString());
            return request('GET', `/_/revisions?${String(query)}`);
        },
        next: async ({ next }) => (next === undefined ? undefined : request('GET', next)),
        async records(revision) {
            if (typeof revision === 'number')
                return request('GET', at `/_/revisions/${revision}`);
            return revision.next === undefined ? undefined : request('GET', revision.next);
        },
        read: (_type, record, number) => request('GET', addressOf(record), { below: at `/revisions/${number}` }),
        compare: (record, { from, to }) => request('GET', addressOf(record), { below: at `/revisions/${to}?compare=${from}` }),
        restore: (_type, target, number, options) => request('POST', target, { below: at `/revisions/${number}/restore`, ...withReason(options) }),
        restorePage: (page, at, options) => request('POST', page, { below: '/restore', body: { at: at.toISOString() }, ...withReason(options) }),
        undo: (number, options) => request('POST', at `/_/revisions/${number}/undo`, withReason(options)),
    };
}
/** Encodes the reason as UTF-8 bytes, because headers are bytes. */
function withReason({ reason } = {}) {
    if (reason === undefined)
        return {};
    const bytes = [...new TextEncoder().encode(reason)];
    return { headers: { 'x-reason': bytes.map((byte) => String.fromCharCode(byte)).join('') } };
}
