// Generated from schemas/ by `cms generate`, which overwrites this file.

/** @param baseUrl of the API, its prefix included */
export function addressesOf(baseUrl) {
    const { origin, pathname } = new URL(baseUrl);
    const prefix = pathname.replace(/\/$/, '');
    const isBelow = (path) => path === prefix || path.startsWith(`${prefix}/`);
    const resolve = (address) => {
        // Anything else is relative to something: ":1234/x" to a host, "x" to a page.
        if (!/^(?:https?:\/)?\//i.test(address))
            return undefined;
        const [path = ''] = address.split(/[?#]/);
        const isShort = path.startsWith('/') && !isBelow(path);
        return parse(isShort ? prefix + address : address, origin);
    };
    return {
        urlOf(address, below = '') {
            const url = resolve(address);
            if (url !== undefined)
                append(url, below);
            // The parsed URL decides: "/\host", "//host" and "/prefix/../x" do not show in their text where they lead.
            if (url === undefined || url.origin !== origin || url.username !== '' || !isBelow(url.pathname))
                throw new TypeError(`"${address}${below}" is not an address of the API at ${origin}${prefix}.`);
            return url;
        },
    };
}
/** An address with values in it. Each value is one segment of its path. @throws TypeError for a value that cannot be one */
export function at(strings, ...values) {
    const segments = values.map((value) => {
        if (/^(?:\.{0,2})$/.test(String(value)))
            throw new TypeError(`"${value}" cannot be part of an address.`);
        return encodeURIComponent(value);
    });
    return strings.map((text, index) => text + (segments[index] ?? '')).join('');
}
/** @param path of a route, with or without percent-encoding, or the id of a page or of page data; and the query of its Collections */
export function pageAddress(path) {
    const [address = ''] = path.split('#');
    const start = address.includes('?') ? address.indexOf('?') : address.length;
    const query = String(new URLSearchParams(address.slice(start)));
    return {
        manifest: `/_/resource_manifest/${encodedPath(address.slice(0, start))}?embed=documents`,
        query: query === '' ? '' : `?${query}`,
    };
}
/** Dot segments are resolved, as browsers do before they request a page. */
function encodedPath(path) {
    const url = new URL('http://site.invalid');
    url.pathname = path
        .split('/')
        .map((segment) => (isEncoded(segment) ? segment : segment.replaceAll('%', '%25')))
        .join('/');
    return path.startsWith('/') ? url.pathname : url.pathname.slice(1);
}
function isEncoded(segment) {
    try {
        decodeURIComponent(segment);
        return true;
    }
    catch {
        return false;
    }
}
function append(url, below) {
    const [path = '', query] = below.split('?');
    url.pathname += path;
    if (query !== undefined)
        url.search = query;
}
function parse(address, origin) {
    try {
        return new URL(address, origin);
    }
    catch {
        return undefined;
    }
}
