// Generated from schemas/ by `cms generate`, which overwrites this file.

/** An answer of 400 or more. */
export class ApiError extends Error {
    status;
    body;
    name = 'ApiError';
    constructor(status, body) {
        super(String(body['detail'] ?? body['description'] ?? body['message'] ?? `The API answered ${status}`));
        this.status = status;
        this.body = body;
    }
    /** Whether somebody has to sign in first. */
    get isSignedOut() {
        return this.status === 401;
    }
}
/** A body that breaks rules (422). */
export class ValidationError extends ApiError {
    name = 'ValidationError';
    get violations() {
        return (this.body['violations'] ?? []);
    }
    /** The messages about one member. */
    of(propertyPath) {
        return this.violations.filter((one) => one.propertyPath === propertyPath).map(({ message }) => message);
    }
}
const LD_JSON = 'application/ld+json';
const MERGE_PATCH = 'application/merge-patch+json';
/** Makes the client of one API; `generated/client` gives it the types of a project. */
export function createClient(options) {
    const { baseUrl, cookie, token } = options;
    const fetch = options.fetch ?? globalThis.fetch;
    const base = baseUrl.replace(/\/$/, '');
    const { origin } = new URL(base);
    let hub;
    /** Of an IRI, which begins with the prefix, or of a path below it. */
    const urlOf = (address) => {
        const prefix = base.slice(origin.length);
        return address.startsWith(`${prefix}/`) ? origin + address : base + address;
    };
    async function send(method, address, request = {}) {
        const { body, type = LD_JSON, path, published, signal } = request;
        const url = new URL(urlOf(address));
        if (published !== undefined)
            url.searchParams.set('published', String(published));
        const isForm = body instanceof FormData;
        const answer = await fetch(url, {
            method,
            credentials: 'include',
            headers: {
                accept: LD_JSON,
                ...(body === undefined || isForm ? {} : { 'content-type': type }),
                ...(path === undefined ? {} : { path }),
                ...(cookie === undefined ? {} : { cookie }),
                ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
            },
            ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
            ...(signal === undefined ? {} : { signal }),
        });
        hub = /<([^>]+)>;\s*rel="?mercure"?/.exec(answer.headers.get('link') ?? '')?.[1] ?? hub;
        const text = await answer.text();
        const parsed = readJson(text);
        if (answer.ok)
            return parsed;
        throw answer.status === 422 ? new ValidationError(422, parsed) : new ApiError(answer.status, parsed);
    }
    // The types say what the API answers: the generator made them of the schemas that made the API.
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
        const address = `/_/resource_manifest/${encodeURI(path)}?embed=documents`;
        const manifest = await document('GET', address, signal === undefined ? {} : { signal });
        return treeOf(manifest);
    }
    return {
        list,
        all,
        page,
        get: (_type, address, read = {}) => document('GET', address, read),
        create: (type, input) => document('POST', type.path, { body: input }),
        update: (_type, address, patch) => document('PATCH', address, { body: patch, type: MERGE_PATCH }),
        replace: (_type, address, input) => document('PUT', address, { body: input }),
        delete: async (_type, address) => void (await send('DELETE', address)),
        publish: (_type, address, at = new Date()) => document('PATCH', address, { body: { publishedAt: at.toISOString() }, type: MERGE_PATCH }),
        unpublish: (_type, address) => document('PATCH', address, { body: { publishedAt: null }, type: MERGE_PATCH, published: true }),
        upload(_type, address, files) {
            const body = new FormData();
            for (const [member, file] of Object.entries(files))
                body.append(member, file);
            return document('POST', `${address}/upload`, { body });
        },
        downloadUrl: (_type, address, member) => urlOf(`${address}/download/${member}`),
        submit: (_type, form, body) => document('POST', `${form}/submit`, { body }),
        login: async (username, password) => void (await send('POST', '/login', { body: { username, password } })),
        logout: async () => void (await send('POST', '/logout')),
        me: () => document('GET', '/me').catch((error) => {
            if (error instanceof ApiError && error.isSignedOut)
                return null;
            throw error;
        }),
        watch(path, changed) {
            let updates;
            let isOver = false;
            let shown = new Set();
            const refresh = async () => {
                const tree = await page(path);
                if (isOver)
                    return;
                shown = new Set(tree.documents.keys());
                if (updates === undefined && hub !== undefined)
                    follow(hub);
                changed(tree);
            };
            const follow = (url) => {
                // It connects again by itself, and names the last event that it got.
                updates = new EventSource(`${url}?match=*`, { withCredentials: true });
                updates.onmessage = ({ data }) => {
                    if (shown.has(JSON.parse(data)['@id']))
                        void refresh().catch(() => undefined);
                };
            };
            void refresh().catch(() => undefined);
            return () => {
                isOver = true;
                updates?.close();
            };
        },
    };
}
function readJson(text) {
    try {
        return text === '' ? {} : JSON.parse(text);
    }
    catch {
        return { detail: text };
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
/** The nodes of a manifest with their documents in their places; what the caller may not read is left out. */
function treeOf({ resource_iris, documents: all }) {
    const documents = new Map(all.map((document) => [document['@id'], document]));
    const typed = (node, type) => documents.get(node.iri)?.['@type'] === type;
    const groupsOf = (nodes) => nodes
        .filter((node) => typed(node, 'ComponentGroup'))
        .map(({ iri, children }) => ({
        group: documents.get(iri),
        positions: children.filter((node) => typed(node, 'ComponentPosition')).map(positionOf),
    }));
    const positionOf = ({ iri, children }) => {
        const shown = children.find((node) => documents.has(node.iri));
        return {
            position: documents.get(iri),
            ...(shown === undefined ? {} : { component: documents.get(shown.iri) }),
            groups: groupsOf(shown?.children ?? []),
        };
    };
    const depthOf = (root) => {
        const route = [root, ...root.children].find((node) => typed(node, 'Route'));
        const record = route === root ? root.children[0] : root;
        const isPage = record !== undefined && typed(record, 'Page');
        const page = isPage ? record : record?.children.find((node) => typed(node, 'Page'));
        const layout = page?.children.find((node) => typed(node, 'Layout'));
        return {
            ...(route === undefined ? {} : { route: documents.get(route.iri) }),
            ...(page === undefined ? {} : { page: documents.get(page.iri) }),
            ...(isPage || record === undefined ? {} : { pageData: documents.get(record.iri) }),
            ...(layout === undefined ? {} : { layout: documents.get(layout.iri) }),
            layoutGroups: groupsOf(layout?.children ?? []),
            groups: groupsOf(page?.children ?? []),
        };
    };
    const depths = resource_iris.map(depthOf);
    const own = depths.at(-1)?.route;
    return {
        ...(own?.redirectPath === undefined ? {} : { redirectPath: own.redirectPath }),
        depths,
        documents,
    };
}
