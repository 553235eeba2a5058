// Generated from schemas/ by `cms generate`, which overwrites this file.

const PATH = '/_/access_tokens';
const MERGE_PATCH = 'application/merge-patch+json';
/** Makes the functions for tokens of the API of a client. */
export function accessTokensOf({ request }) {
    return {
        create: (input) => request('POST', PATH, { body: input }),
        list: () => request('GET', PATH),
        next: async ({ next }) => (next === undefined ? undefined : request('GET', next)),
        read: (id) => request('GET', `${PATH}/${id}`),
        change: (id, to) => request('PATCH', `${PATH}/${id}`, { body: to, headers: { 'content-type': MERGE_PATCH } }),
        revoke: (id) => request('DELETE', `${PATH}/${id}`),
    };
}
