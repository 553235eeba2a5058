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
/**
 * The address of what a page shows.
 * @param path of a route, with or without percent-encoding. Its query is for the Collections of the page.
 */
export declare function manifestPath(path: string): string;
