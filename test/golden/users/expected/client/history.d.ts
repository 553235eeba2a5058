// Generated from schemas/ by `cms generate`, which overwrites this file.

import type { Client, Resource, ResourceTypes, Target } from './core.js';
import type { AnyDocument, Iri, PageTypes } from './page.js';
/** Revision: a change of records, or an entry of the audit log. */
export interface Revision {
    readonly number: number;
    /** Time in ISO 8601. */
    readonly madeAt: string;
    /** Name of the user; null if unknown or not visible to the caller. */
    readonly author: string | null;
    readonly reason: string | null;
    readonly requestId: string | null;
    readonly useCase: string | null;
}
/** Change of one record in a revision. */
export interface RecordRevision extends Revision {
    readonly '@id': Iri;
    readonly kind: 'created' | 'updated' | 'deleted';
    readonly isDraft: boolean;
    /** Names of the changed members. */
    readonly members: readonly string[];
}
/** Revision in the list of the whole site. */
export interface SiteRevision extends Revision {
    readonly kind: 'change' | 'sign-in' | 'failed-sign-in' | 'sign-out' | 'refusal' | 'export' | 'account' | 'access-token' | 'webhook';
    /** Number of records in a `change`. */
    readonly changes?: number;
    /** User that was changed. */
    readonly account?: Iri;
    readonly details?: string;
}
export interface RevisionList<Entry extends Revision> {
    readonly revisions: readonly Entry[];
    /** URL of the next page. */
    readonly next?: Iri;
}
/** Part of a text or list: unchanged, added or removed. */
export interface Part {
    readonly value: string;
    readonly added?: true;
    readonly removed?: true;
}
/** Member before and after; null if it is absent. Details are omitted if the values are too different. */
export interface MemberComparison {
    readonly member: string;
    readonly before: unknown;
    readonly after: unknown;
    /** Differences of a text. Parts of HTML are not valid HTML. */
    readonly words?: readonly Part[];
    /** Differences of a list of references or texts. */
    readonly entries?: readonly Part[];
    /** Differences of other JSON; `path` is a JSON Pointer. */
    readonly paths?: readonly {
        readonly path: string;
        readonly before?: unknown;
        readonly after?: unknown;
    }[];
}
export interface Comparison {
    readonly from: number;
    readonly to: number;
    readonly members: readonly MemberComparison[];
}
/** Revision with a page of up to 100 changed records. */
export interface RevisionRecords extends Revision {
    readonly kind: 'change';
    /** Total number of changed records. */
    readonly changes: number;
    readonly records: readonly {
        /** Absent if the type no longer exists. */
        readonly '@id'?: Iri;
        readonly type: string;
        readonly kind: RecordRevision['kind'];
        readonly isDraft: boolean;
    }[];
    /** URL of the next page. */
    readonly next?: Iri;
}
export interface RevisionFilter {
    /** Id of a user. */
    readonly author?: string;
    readonly kind?: SiteRevision['kind'];
    /** Name of a changed type. */
    readonly type?: string;
    readonly from?: Date;
    readonly until?: Date;
}
export interface Undone {
    readonly number: number;
    readonly records: readonly Iri[];
    /** Members that were not restored. */
    readonly leftOut: readonly string[];
}
/** Result of restoring a page. */
export interface RestoredPage {
    readonly at: string;
    readonly records: readonly Iri[];
    /** Components that are also on other pages and were not changed. */
    readonly shared: readonly Iri[];
    /** Members that were not restored. */
    readonly leftOut: readonly string[];
}
export interface WriteOptions {
    /** Reason, up to 500 characters. */
    readonly reason?: string;
}
/** Functions for the history of records and of the site, with the permissions of the signed-in user. */
export interface History {
    /** Lists the revisions of a record, the newest first. */
    list(record: Target<AnyDocument>): Promise<RevisionList<RecordRevision>>;
    /** Lists the revisions of the site, the newest first. Requires an administrator. */
    site(filter?: RevisionFilter): Promise<RevisionList<SiteRevision>>;
    /**
     * Reads the next page of a list.
     * @returns undefined after the last page
     */
    next<Entry extends Revision>(list: RevisionList<Entry>): Promise<RevisionList<Entry> | undefined>;
    /** Lists the changed records of a revision. Pass the previous page to read the next one. Requires an administrator. */
    records(revision: number | RevisionRecords): Promise<RevisionRecords | undefined>;
    /** Reads a record at a revision, without computed members. */
    read<Of extends ResourceTypes>(type: Resource<Of>, record: Target<Of['document']>, number: number): Promise<Partial<Of['document']>>;
    /** Returns the members that differ between revisions `from` and `to`. */
    compare(record: Target<AnyDocument>, revisions: {
        readonly from: number;
        readonly to: number;
    }): Promise<Comparison>;
    /** Restores a record with an ordinary write. A published record gets a draft. With a document, its version is required. */
    restore<Of extends ResourceTypes>(type: Resource<Of>, target: Target<Of['document']>, number: number, options?: WriteOptions): Promise<Of['document']>;
    /**
     * Restores a page or page data record and its content to a given time.
     * @throws ApiError 409 like `undo`
     */
    restorePage(page: Target<AnyDocument>, at: Date, options?: WriteOptions): Promise<RestoredPage>;
    /**
     * Undoes a revision.
     * @throws ApiError 409 if records were changed since; `conflicts` of its body lists them
     */
    undo(number: number, options?: WriteOptions): Promise<Undone>;
}
/** Part of a client that this module and `previews` use. */
export type Requests = Pick<Client<PageTypes, object>, 'request'>;
/** Creates the functions for the history from a client. */
export declare function historyOf({ request }: Requests): History;
