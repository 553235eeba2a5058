// Generated from schemas/ by `cms generate`, which overwrites this file.

/** Creates the functions for batch requests and duplicates from a client. */
export function batchesOf({ request }) {
    return {
        async run(operations, options) {
            const sent = { body: { operations }, ...options };
            const { results } = await request('POST', '/_/batch', sent);
            return results;
        },
        duplicate: (_type, record, members = {}, options) => request('POST', addressOf(record), { below: '/duplicate', body: members, ...options }),
    };
}
const addressOf = (record) => typeof record === 'string' ? record : record['@id'];
