import type { Actor, RequestContext } from '../context.js';
import type { SqlParameters, SqlSession } from '../database/database.js';
import type { JsonValue } from '../json.js';
import type { StoredRecord } from './record.js';
import type { CompleteDescriptor, FieldDescriptor } from '../schema/resource.js';

/** A descriptor as the registry completes it; `field` finds any member, base members included. */
export interface OperationResource extends CompleteDescriptor {
  readonly field: (name: string) => FieldDescriptor | undefined;
}

/** The session and the context of a read: the pool, or the transaction of the write that shows its result. */
export interface ReadScope {
  readonly session: SqlSession;
  readonly context: RequestContext;
}

/** One record on its way to the client. Extensions add to it; the serializer prints it. */
export interface Representation {
  readonly record: StoredRecord;
  /** Replaces stored members: `undefined` leaves the member out, `null` is printed. */
  readonly members: Record<string, unknown>;
  /** Added to `_metadata`. */
  readonly metadata: Record<string, JsonValue>;
  /** IRIs beyond the obvious ones that this document contains or depends on. */
  readonly tags: Set<string>;
  /** Names added to `Vary`, for example `path`. */
  readonly vary: Set<string>;
  /** Response headers of item answers. */
  readonly headers: Record<string, string>;
  /** Next moment at which the document changes by itself. */
  expiresAt: Date | undefined;
}

export interface LeftOut {
  readonly conditions: readonly string[];
  /** Parameters that only these conditions need. */
  readonly parameters: SqlParameters;
}

/** `t` is the type's table, `b` its base table. The text must be constant for a set of parameter names. */
export interface SqlCondition {
  readonly sql: string;
  readonly parameters: SqlParameters;
  /**
   * The same condition as counts ask it, where another text suits them better: a page stops at its limit, so it is best asked
   * row by row, and a count goes over all rows. Over the same parameters, of which it may leave some out.
   */
  readonly counted?: string;
  /** The condition that counts use when there is no other one: as many rows fulfil it, but not the same ones. */
  readonly countedAlone?: string;
  /** An SQL expression for the number of records that fulfil it, from stored counts. Drafts of other records do not count. */
  readonly total?: string;
  /**
   * Conditions for the records that it leaves out; no two hold for one record. With the `total` of another condition they
   * give the count without reading the counted records. Empty when it shows each record once, as itself or as its draft.
   */
  readonly leftOut?: LeftOut;
  /** Select of the next moment at which its answer changes by itself, over the same parameters; read with the count. */
  readonly nextChange?: string;
}

/**
 * The purpose of a read. `embedded`: other records show the rows or parts of them; no voter judges each row, so a
 * condition must be as strict as an item read. `named`: other records show their IRIs.
 */
export type ReadPurpose = 'item' | 'collection' | 'embedded' | 'named';

/** Narrows what a caller can see; ANDed to every read of the types it restricts. */
export interface QueryExtension {
  appliesTo(resource: OperationResource): boolean;
  restrict(
    resource: OperationResource,
    purpose: ReadPurpose,
    context: RequestContext,
  ): SqlCondition | undefined;
}

/** Chooses which row an item request addresses: a published row's IRI leads permitted callers to its draft. */
export interface ItemSelector {
  appliesTo(resource: OperationResource): boolean;
  /** Rows that could be meant by `:id`; replaces `t.id = :id`. */
  readonly condition: string;
  choose(
    candidates: readonly StoredRecord[],
    wanted: { readonly id: string; readonly operation: ItemOperation },
    context: RequestContext,
  ): StoredRecord | undefined;
}

export type ItemOperation = 'read' | 'update' | 'delete';

export interface VoteScope extends ReadScope {
  /** Whether the record meets the voter's condition; undefined where it was loaded without. */
  readonly isMet?: boolean | undefined;
}

/** Judges what a caller may do with records of a type. @throws AppError 401/403 (`denied`) or 404 (`notFound`). */
export interface ItemVoter {
  /** It refuses callers for what they are, whatever the record is: none of it is ever hidden from visitors. */
  readonly isOfCallers?: true;
  appliesTo(resource: OperationResource): boolean;
  /**
   * A condition over the row of a record that decides for this voter. The read of the record evaluates it too (`isMet`),
   * so that it needs no statement of its own. Undefined when this caller needs no condition.
   */
  condition?(context: RequestContext): SqlCondition | undefined;
  /** Judges one loaded record. */
  assertGranted(record: StoredRecord, operation: ItemOperation, scope: VoteScope): Promise<void>;
  /** Refuses who may not even know that there is no such record. @throws AppError 401/403 (`denied`). */
  assertMayMiss?(context: RequestContext, resource: OperationResource, operation: ItemOperation): void;
  /** Refuses who may not list the type at all, before anything is read. @throws AppError 401/403 */
  assertMayList?(resource: OperationResource, context: RequestContext): void;
  /** Refuses who may not create records of the type, before a body is read. @throws AppError 401/403 */
  assertMayCreate?(resource: OperationResource, context: RequestContext): void;
  /**
   * Whether the caller may do it with some record of the type, as far as that can be said without one: what the service tells its
   * callers of their rights. Absent where it takes a record to say.
   */
  mayEver?(resource: OperationResource, operation: ItemOperation, context: RequestContext): boolean;
}

/**
 * The use of a document: an item, a member of a list, the answer to a write, or the answer to a submission, to which the
 * endpoint itself adds the submission.
 */
export type Purpose = 'item' | 'collection' | 'write' | 'submission';

/** The parameters of a list, and its default order. */
export type DeclaredParameters = Pick<
  CompleteDescriptor,
  'order' | 'orderFields' | 'searchFields' | 'filters'
>;

/** The page a request asks for; `enabled: false` answers every row. */
export type PageRequest =
  { readonly enabled: false } | { readonly enabled: true; readonly page: number; readonly perPage: number };

/** One page of a list as the caller may see it. */
export interface CollectionResult {
  readonly resource: OperationResource;
  /** The parameters that the caller may use. */
  readonly declared: DeclaredParameters;
  readonly members: readonly Representation[];
  readonly totalItems: number;
  readonly page: PageRequest;
  /** Next moment at which the list changes by itself, members apart. */
  readonly expiresAt: Date | undefined;
  /** Parameters whose values no member can have; they match nothing (contract decision 85). */
  readonly useless: readonly string[];
  /** Types of the records beside the listed ones that decide what is listed, and in which order. */
  readonly dependsOn: readonly OperationResource[];
}

/**
 * Reads the list that `context.asked.list` asks for.
 * @throws AppError 401/403 when the caller may not list the type at all.
 */
export type ReadCollection = (resource: OperationResource, scope: ReadScope) => Promise<CollectionResult>;

/** The scope in which records become documents; a document may show a list. */
export interface RepresentationScope extends ReadScope {
  readonly readCollection: ReadCollection;
}

/** Adds computed members to records about to be shown; a fixed number of statements whatever the number of records. */
export interface RepresentationExtension {
  /** Whether documents inside other ones have it too, as they do by default. */
  readonly inNested?: boolean;
  appliesTo(resource: OperationResource): boolean;
  extend(
    representations: readonly Representation[],
    purpose: Purpose,
    scope: RepresentationScope,
  ): Promise<void>;
}

/**
 * Headers that every refusal (4xx) at a path below the API prefix carries, by who is refused; undefined where nobody gets
 * any, so that the caller need not be known.
 */
export type RefusalHeaders = (
  path: string,
) => ((actor: Actor) => Readonly<Record<string, string>>) | undefined;
