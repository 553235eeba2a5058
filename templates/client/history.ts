import { at } from './addresses.js';
import type { Client, Resource, ResourceTypes, Target } from './core.js';
import type { AnyDocument, Iri, PageTypes } from './page.js';

/** What was done at once: a change of records, or an entry of the audit log. */
export interface Revision {
  readonly number: number;
  /** As the API prints dates. */
  readonly madeAt: string;
  /** Name of the user; null where nobody knows, or the caller may not. */
  readonly author: string | null;
  readonly reason: string | null;
  readonly requestId: string | null;
  readonly useCase: string | null;
}

/** What a revision did to one record. */
export interface RecordRevision extends Revision {
  readonly '@id': Iri;
  readonly kind: 'created' | 'updated' | 'deleted';
  readonly isDraft: boolean;
  /** Names of the members that were written. */
  readonly members: readonly string[];
}

/** What is listed of the whole site. */
export interface SiteRevision extends Revision {
  readonly kind:
    | 'change'
    | 'sign-in'
    | 'failed-sign-in'
    | 'sign-out'
    | 'refusal'
    | 'export'
    | 'account'
    | 'access-token'
    | 'webhook';
  /** Records that a `change` wrote. */
  readonly changes?: number;
  /** The account that it was done to. */
  readonly account?: Iri;
  readonly details?: string;
}

export interface RevisionList<Entry extends Revision> {
  readonly revisions: readonly Entry[];
  /** Leads to what was before. */
  readonly next?: Iri;
}

/** A part of a text or of a list: in both states, or in one of them. */
export interface Part {
  readonly value: string;
  readonly added?: true;
  readonly removed?: true;
}

/** A member in two states, null where it is absent, and how they differ, unless they are too different for that. */
export interface MemberComparison {
  readonly member: string;
  readonly before: unknown;
  readonly after: unknown;
  /** Of a text; parts of HTML are no HTML. */
  readonly words?: readonly Part[];
  /** Of a list of references or texts. */
  readonly entries?: readonly Part[];
  /** Of other JSON; `path` is a JSON Pointer. */
  readonly paths?: readonly { readonly path: string; readonly before?: unknown; readonly after?: unknown }[];
}

export interface Comparison {
  readonly from: number;
  readonly to: number;
  readonly members: readonly MemberComparison[];
}

/** A revision with records that it wrote: a hundred at once. */
export interface RevisionRecords extends Revision {
  readonly kind: 'change';
  /** How many there were. */
  readonly changes: number;
  readonly records: readonly {
    /** Absent where the type is gone. */
    readonly '@id'?: Iri;
    readonly type: string;
    readonly kind: RecordRevision['kind'];
    readonly isDraft: boolean;
  }[];
  /** Leads to the other records. */
  readonly next?: Iri;
}

export interface RevisionFilter {
  /** The id of an account. */
  readonly author?: string;
  readonly kind?: SiteRevision['kind'];
  /** The name of a type that was changed. */
  readonly type?: string;
  readonly from?: Date;
  readonly until?: Date;
}

export interface Undone {
  readonly number: number;
  readonly records: readonly Iri[];
  /** Members that stay as they are. */
  readonly leftOut: readonly string[];
}

/** What was made as it had been, with a page. */
export interface RestoredPage {
  readonly at: string;
  readonly records: readonly Iri[];
  /** What stands on other pages too, and stays as it is. */
  readonly shared: readonly Iri[];
  /** Members that stay as they are. */
  readonly leftOut: readonly string[];
}

export interface WriteOptions {
  /** Why it is done, in up to 500 characters. */
  readonly reason?: string;
}

/** The history of records and of the site, by the rights of whoever the client is signed in as. */
export interface History {
  /** Changes of a record, the newest first. */
  list(record: Target<AnyDocument>): Promise<RevisionList<RecordRevision>>;
  /** What is done in the whole site, the newest first; for administrators. */
  site(filter?: RevisionFilter): Promise<RevisionList<SiteRevision>>;
  /** The rest of such a list. @returns undefined when that was all */
  next<Entry extends Revision>(list: RevisionList<Entry>): Promise<RevisionList<Entry> | undefined>;
  /** The records that a revision wrote; for administrators. A page before this one leads to the others. */
  records(revision: number | RevisionRecords): Promise<RevisionRecords | undefined>;
  /** A record as a revision left it, without members that are computed. */
  read<Of extends ResourceTypes>(
    type: Resource<Of>,
    record: Target<Of['document']>,
    number: number,
  ): Promise<Partial<Of['document']>>;
  /** The members in which revision `to` differs from revision `from`. */
  compare(
    record: Target<AnyDocument>,
    revisions: { readonly from: number; readonly to: number },
  ): Promise<Comparison>;
  /** Makes a record as it was, by an ordinary change: a published one gets a draft. A document stands for its version. */
  restore<Of extends ResourceTypes>(
    type: Resource<Of>,
    target: Target<Of['document']>,
    number: number,
    options?: WriteOptions,
  ): Promise<Of['document']>;
  /** Makes a page, or page data, as it stood at a moment, with all that stood on it. @throws ApiError 409 as `undo` does */
  restorePage(page: Target<AnyDocument>, at: Date, options?: WriteOptions): Promise<RestoredPage>;
  /** Takes a whole revision back. @throws ApiError 409 when something was changed since; `conflicts` of its body lists what */
  undo(number: number, options?: WriteOptions): Promise<Undone>;
}

/** The part of a client that the functions of this module and of `previews` need. */
export type Requests = Pick<Client<PageTypes, object>, 'request'>;

/** Makes the functions for the history of the API of a client. */
export function historyOf({ request }: Requests): History {
  const addressOf = (record: Target<object>): Iri =>
    typeof record === 'string' ? record : (record as AnyDocument)['@id'];
  return {
    list: (record) => request('GET', addressOf(record), { below: '/revisions' }),
    site(filter = {}) {
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(filter) as [string, string | Date | undefined][])
        if (value !== undefined) query.set(name, typeof value === 'string' ? value : value.toISOString());
      return request('GET', `/_/revisions?${String(query)}`);
    },
    next: async ({ next }) => (next === undefined ? undefined : request('GET', next)),
    async records(revision) {
      if (typeof revision === 'number') return request('GET', at`/_/revisions/${revision}`);
      return revision.next === undefined ? undefined : request('GET', revision.next);
    },
    read: (_type, record, number) => request('GET', addressOf(record), { below: at`/revisions/${number}` }),
    compare: (record, { from, to }) => request('GET', addressOf(record), { below: at`/revisions/${to}?compare=${from}` }),
    restore: (_type, target, number, options) =>
      request('POST', target, { below: at`/revisions/${number}/restore`, ...withReason(options) }),
    restorePage: (page, at, options) =>
      request('POST', page, { below: '/restore', body: { at: at.toISOString() }, ...withReason(options) }),
    undo: (number, options) => request('POST', at`/_/revisions/${number}/undo`, withReason(options)),
  };
}

/** Headers are bytes, so the text is sent as those of UTF-8. */
function withReason({ reason }: WriteOptions = {}): { readonly headers?: Readonly<Record<string, string>> } {
  if (reason === undefined) return {};
  const bytes = [...new TextEncoder().encode(reason)];
  return { headers: { 'x-reason': bytes.map((byte) => String.fromCharCode(byte)).join('') } };
}
