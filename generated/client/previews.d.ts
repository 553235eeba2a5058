// Generated from schemas/ by `cms generate`, which overwrites this file.

import type { List } from './core.js';
import type { Requests } from './history.js';
import type { Iri } from './page.js';
/** Preview link, without its token. */
export interface Preview {
    readonly id: string;
    /** User who created the link. */
    readonly maker: Iri;
    /** Access token that created the link, which is deleted with the token. Absent if a user created it. */
    readonly accessToken?: Iri;
    readonly page?: Iri;
    readonly pageData?: Iri;
    readonly route?: Iri;
    /** Revision whose texts are shown instead of the current ones. */
    readonly revision?: number;
    /** Creation time in ISO 8601. */
    readonly createdAt: string;
    readonly expiresAt: string;
}
/** New preview link with its token, for `createClient({ baseUrl, preview: token })`. */
export interface MadePreview extends Preview {
    readonly token: string;
}
/** Page of an opened link, and its expiry date. */
export interface OpenedPreview extends Omit<Preview, 'id' | 'maker' | 'accessToken'> {
    /** Path of the page; absent without a route. */
    readonly path?: string;
}
/** Target of a new link: a page, page data or a route. */
export type PreviewInput = ({
    readonly page: Iri;
} | {
    readonly pageData: Iri;
} | {
    readonly route: Iri;
}) & {
    /** Expiry date; default: in seven days. */
    readonly expiresAt?: Date;
    /** Number of the revision whose texts are shown. */
    readonly revision?: number;
};
/** Page of a list of links. */
export interface PreviewList extends Pick<List<Preview>, 'member' | 'totalItems'> {
    /** URL of the next page. */
    readonly next?: Iri;
}
/** Functions for preview links, with the permissions of the signed-in user. */
export interface Previews {
    create(input: PreviewInput): Promise<MadePreview>;
    /** Lists the active links of the caller, the newest first. Administrators see all links. */
    list(): Promise<PreviewList>;
    /**
     * Reads the next page of a list.
     * @returns undefined after the last page
     */
    next(list: PreviewList): Promise<PreviewList | undefined>;
    /** Revokes a link. */
    revoke(id: string): Promise<void>;
    /** Sets the preview cookie in a browser. It has no effect for signed-in users. */
    open(token: string): Promise<OpenedPreview>;
}
/** Creates the functions for preview links from a client. */
export declare function previewsOf({ request }: Requests): Previews;
