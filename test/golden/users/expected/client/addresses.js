// Generated from schemas/ by `cms generate`, which overwrites this file.

/**
 * Creates a resolver of addresses.
 * @param baseUrl URL of the API, including its prefix
 */
export function addressesOf(baseUrl) {
    const { origin, pathname } = new URL(baseUrl);
    const prefix = pathname.replace(/\/$/, '');
    const isBelow = (path) => path === prefix || path.startsWith(`${prefix}/`);
    const resolve = (address) => {
        // Other texts are relative: ":1234/x" to a host, "x" to a page.
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
            // The parsed URL decides, because the text of "/\host", "//host" and "/prefix/../x" is misleading.
            if (url === undefined || url.origin !== origin || url.username !== '' || !isBelow(url.pathname))
                throw new TypeError(`"${address}${below}" is not an address of the API at ${origin}${prefix}.`);
            return url;
        },
    };
}
/**
 * Builds an address from a template. Each value is one path segment.
 * @throws TypeError for a value that is not a valid segment
 */
export function at(strings, ...values) {
    const segments = values.map((value) => {
        if (/^(?:\.{0,2})$/.test(String(value)))
            throw new TypeError(`"${value}" cannot be part of an address.`);
        return encodeURIComponent(value);
    });
    return strings.map((text, index) => text + (segments[index] ?? '')).join('');
}
/**
 * Parses the address of a page.
 * @param path path of a route, or id of a page or page data record; the query applies to its Collections. Percent-encoding is
 * optional.
 */
export function pageAddress(path) {
    const [address = ''] = path.split('#');
    const start = address.includes('?') ? address.indexOf('?') : address.length;
    const query = String(new URLSearchParams(address.slice(start)));
    return {
        manifest: `/_/resource_manifest/${encodedPath(address.slice(0, start))}?embed=documents`,
        query: query === '' ? '' : `?${query}`,
    };
}
/** Encodes a path and resolves dot segments, as browsers do. */
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
