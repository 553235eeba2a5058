// Generated from schemas/ by `cms generate`, which overwrites this file.

/** Resolves addresses against the API of a client. Credentials are never sent to URLs outside the API. */
export interface Addresses {
    /**
     * @param address an IRI, which starts with the prefix of the API, a path below the prefix, or a complete URL of the API
     * @param below suffix: `/upload`, `/revisions/2?compare=1`
     * @throws TypeError if the address is outside the API
     */
    urlOf(address: string, below?: string): URL;
}
/**
 * Creates a resolver of addresses.
 * @param baseUrl URL of the API, including its prefix
 */
export declare function addressesOf(baseUrl: string): Addresses;
/**
 * Builds an address from a template. Each value is one path segment.
 * @throws TypeError for a value that is not a valid segment
 */
export declare function at(strings: TemplateStringsArray, ...values: readonly (string | number)[]): string;
/** Path of a page and the query of its Collections. */
export interface PageAddress {
    readonly manifest: string;
    /** Query such as `?page=2`, or an empty string. */
    readonly query: string;
}
/**
 * Parses the address of a page.
 * @param path path of a route, or id of a page or page data record; the query applies to its Collections. Percent-encoding is
 * optional.
 */
export declare function pageAddress(path: string): PageAddress;
