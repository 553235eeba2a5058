// Generated from schemas/ by `cms generate`, which overwrites this file.

/** Resolves addresses against the API of a client. No credentials are ever sent to an address that is not below it. */
export interface Addresses {
    /**
     * @param address an IRI, which begins with the prefix of the API, a path below the prefix, or a whole URL of the API
     * @param below appended to it: `/upload`, `/revisions/2?compare=1`
     * @throws TypeError where the address does not lead to the API.
     */
    urlOf(address: string, below?: string): URL;
}
/** @param baseUrl of the API, its prefix included */
export declare function addressesOf(baseUrl: string): Addresses;
/** An address with values in it. Each value is one segment of its path. @throws TypeError for a value that cannot be one */
export declare function at(strings: TemplateStringsArray, ...values: readonly (string | number)[]): string;
/** A page, and what its Collections are read with. */
export interface PageAddress {
    readonly manifest: string;
    /** `?page=2`, or nothing. */
    readonly query: string;
}
/** @param path of a route, with or without percent-encoding, or the id of a page or of page data; and the query of its Collections */
export declare function pageAddress(path: string): PageAddress;
