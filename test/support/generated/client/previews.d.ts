// Generated from schemas/ by `cms generate`, which overwrites this file.

import type { List } from './core.js';
import type { Requests } from './history.js';
import type { Iri } from './page.js';
/** A link that shows one page before it is public, without its token. */
export interface Preview {
    readonly id: string;
    /** The user who made it. */
    readonly maker: Iri;
    /** The machine token that made it, with which it ends; absent if a person made it. */
    readonly accessToken?: Iri;
    readonly page?: Iri;
    readonly pageData?: Iri;
    readonly route?: Iri;
    /** The revision whose texts it shows in place of the present ones. */
    readonly revision?: number;
    /** As the API prints dates. */
    readonly createdAt: string;
    readonly expiresAt: string;
}
/** A link as the answer shows it that made it; `createClient({ baseUrl, preview: token })` reads with it. */
export interface MadePreview extends Preview {
    readonly token: string;
}
/** What a link shows, and until when. */
export interface OpenedPreview extends Omit<Preview, 'id' | 'maker' | 'accessToken'> {
    /** Path of the route that leads to the page; absent where it has none. */
    readonly path?: string;
}
/** One of page, page data and route. */
export type PreviewInput = ({
    readonly page: Iri;
} | {
    readonly pageData: Iri;
} | {
    readonly route: Iri;
}) & {
    /** In seven days by default. */
    readonly expiresAt?: Date;
    /** Shows texts as a revision left them. */
    readonly revision?: number;
};
/** A page of a list of links. */
export interface PreviewList extends Pick<List<Preview>, 'member' | 'totalItems'> {
    /** Leads to older ones. */
    readonly next?: Iri;
}
/** Links to previews, by the rights of whoever the client is signed in as. */
export interface Previews {
    create(input: PreviewInput): Promise<MadePreview>;
    /** The links that are not over, the newest first: the own ones, to administrators those of everybody. */
    list(): Promise<PreviewList>;
    /** The rest of such a list. @returns undefined when that was all */
    next(list: PreviewList): Promise<PreviewList | undefined>;
    /** Ends a link. */
    revoke(id: string): Promise<void>;
    /** Has the browser read with a link, by a cookie; only where nobody is signed in. */
    open(token: string): Promise<OpenedPreview>;
}
/** Makes the functions for previews of the API of a client. */
export declare function previewsOf({ request }: Requests): Previews;
