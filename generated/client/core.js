// Generated from schemas/ by `cms generate`, which overwrites this file.

import { addressesOf, pageAddress } from './addresses.js';
import { ApiError, errorOf } from './errors.js';
import { treeOf } from './page.js';
import { createWatch } from './watch.js';
const LD_JSON = 'application/ld+json';
/** Accepts plain JSON too, for responses that are not documents, such as health checks. */
const ACCEPTED = `${LD_JSON}, application/json;q=0.9`;
const MERGE_PATCH = 'application/merge-patch+json';
/** Creates a client. `generated/client` adds the types of the project. */
export function createClient(options) {
    const { baseUrl, token, preview } = options;
    const fetch = options.fetch ?? globalThis.fetch;
    const { urlOf } = addressesOf(baseUrl);
    let hub;
    const tags = new WeakMap();
    const cookies = new Map();
    const keep = (cookie) => {
        const [, name, value = '', attributes = ''] = /^\s*([^=;]+)(=[^;]*)(.*)/.exec(cookie) ?? [];
        if (name === undefined)
            return;
        if (/max-age=0/i.test(attributes))
            cookies.delete(name);
        else
            cookies.set(name, value);
    };
    options.cookie?.split(';').forEach(keep);
    const iriOf = (target) => typeof target === 'string' ? target : target['@id'];
    /** Returns the `ETag` of a document. */
    const tagOf = (shown) => {
        const tag = tags.get(shown);
        if (tag === undefined)
            throw new Error('This document came without its version: read it with get, or name its address.');
        return tag;
    };
    async function send(method, target, request = {}) {
        const { body, type = LD_JSON, below = '', headers, path, published, signal, idempotencyKey } = request;
        const shown = typeof target === 'string' ? undefined : target;
        const url = urlOf(iriOf(target), below);
        if (published !== undefined)
            url.searchParams.set('published', String(published));
        const isForm = body instanceof FormData;
        const answer = await fetch(url, {
            method,
            credentials: 'include',
            headers: {
                accept: ACCEPTED,
                ...(body === undefined || isForm ? {} : { 'content-type': type }),
                ...(shown === undefined ? {} : { 'if-match': tagOf(shown) }),
                ...(path === undefined ? {} : { path }),
                ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
                ...(cookies.size === 0 ? {} : { cookie: [...cookies].map((pair) => pair.join('')).join('; ') }),
                ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
                ...(preview === undefined ? {} : { preview }),
                ...headers,
            },
            ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
            ...(signal === undefined ? {} : { signal }),
        });
        hub = /<([^>]+)>;\s*rel="?mercure"?/.exec(answer.headers.get('link') ?? '')?.[1] ?? hub;
        // Browsers store cookies themselves and hide them from scripts; older ones have no `getSetCookie`.
        answer.headers.getSetCookie?.().forEach(keep);
        const text = await answer.text();
        const parsed = readJson(text);
        if (!answer.ok)
            throw errorOf(answer.status, parsed);
        // Proxies make entity tags weak when they compress; only the version matters.
        const tag = answer.headers.get('etag')?.replace('W/', '');
        if (tag !== undefined)
            tags.set(parsed, tag);
        return parsed;
    }
    // The types match the responses, because both are generated from the same schemas.
    const document = (...request) => send(...request);
    const list = (type, query = {}) => document('GET', type.path + queryOf(query));
    async function* all(type, query) {
        let found = await list(type, query);
        for (;;) {
            yield* found.member;
            const next = found.view?.next;
            if (next === undefined)
                return;
            found = await document('GET', next);
        }
    }
    async function page(path, { signal } = {}) {
        const { manifest, query } = pageAddress(path);
        const read = signal === undefined ? {} : { signal };
        const answer = await document('GET', manifest, read);
        const { resource_iris } = answer;
        const documents = await Promise.all(answer.documents.map((shown) => query === '' || shown['@type'] !== 'Collection' ? shown : document('GET', shown['@id'] + query, read)));
        return treeOf({ path, resource_iris, documents, ...(hub === undefined ? {} : { hub }) });
    }
    return {
        list,
        all,
        page,
        request: document,
        get: (_type, record, read = {}) => document('GET', iriOf(record), read),
        create: (type, input, once) => document('POST', type.path, { ...once, body: input }),
        update: (_type, target, patch) => document('PATCH', target, { body: patch, type: MERGE_PATCH }),
        replace: (_type, target, input) => document('PUT', target, { body: input }),
        delete: async (_type, target) => void (await send('DELETE', target)),
        publish: (type, target, at = new Date()) => document('PATCH', target, { body: publicationOf(type, at.toISOString()), type: MERGE_PATCH }),
        unpublish: (type, target) => document('PATCH', target, { body: publicationOf(type, null), type: MERGE_PATCH, published: true }),
        upload(_type, target, files, once) {
            const body = new FormData();
            for (const [member, file] of Object.entries(files))
                body.append(member, file);
            return document('POST', target, { ...once, body, below: '/upload' });
        },
        downloadUrl: (_type, address, member) => urlOf(address, `/download/${member}`).href,
        submit: (_type, form, body, once) => document('POST', form, { ...once, body, below: '/submit' }),
        login: async (username, password) => void (await send('POST', '/login', { body: { username, password } })),
        logout: async () => void (await send('POST', '/logout')),
        me: () => document('GET', '/me').catch((error) => {
            if (error instanceof ApiError && error.isSignedOut)
                return null;
            throw error;
        }),
        watch: createWatch(page),
    };
}
const publicationOf = ({ publicationField = 'publishedAt' }, date) => ({
    [publicationField]: date,
});
function readJson(text) {
    try {
        return text === '' ? {} : JSON.parse(text);
    }
    catch {
        // Proxies respond with HTML, which is not a message for users.
        return /^\s*</.test(text) ? {} : { detail: text };
    }
}
function queryOf({ page, perPage, search, order = {}, filter = {} }) {
    const parameters = new URLSearchParams();
    const add = (name, value) => {
        if (Array.isArray(value))
            for (const one of value)
                add(`${name}[]`, one);
        else if (typeof value === 'object' && value !== null)
            for (const [key, one] of Object.entries(value))
                add(`${name}[${key}]`, one);
        else if (value !== undefined)
            parameters.append(name, String(value));
    };
    for (const [name, value] of Object.entries({ page, perPage, search, order, ...filter }))
        add(name, value);
    const query = String(parameters);
    return query === '' ? '' : `?${query}`;
}
