// Generated from schemas/ by `cms generate`, which overwrites this file.

/** Makes the functions for previews of the API of a client. */
export function previewsOf({ request }) {
    return {
        create: (input) => request('POST', '/_/previews', { body: input }),
        list: () => request('GET', '/_/previews'),
        next: async ({ next }) => (next === undefined ? undefined : request('GET', next)),
        revoke: (id) => request('DELETE', `/_/previews/${id}`),
        open: (token) => request('GET', `/_/previews/${token}`),
    };
}
