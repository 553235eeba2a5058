import type { Actor, RequestContext } from '../context.js';
import type { SqlParameters, SqlSession } from '../database/database.js';
import type { JsonValue } from '../json.js';
import type { StoredRecord } from './record.js';
import type { CompleteDescriptor, FieldDescriptor } from '../schema/resource.js';

/**
 * A descriptor as completed by the registry. `field` finds any field, including base fields.
 *
 * @example
 * const isComponent = ({ kind }: OperationResource): boolean => kind === 'component';
 */
export interface OperationResource extends CompleteDescriptor {
  readonly field: (name: string) => FieldDescriptor | undefined;
}

/**
 * Session and context of a read: the pool, or the transaction of the write whose result is shown.
 *
 * @example
 * const isFull = async ({ session }: ReadScope, id: string): Promise<boolean> =>
 *   (await session.first(`SELECT id FROM ${session.table('booking')} WHERE id = :id`, { id })) !== undefined;
 */
export interface ReadScope {
  readonly session: SqlSession;
  readonly context: RequestContext;
}

/**
 * A record on its way to the client. Extensions add to it; the serializer prints it.
 *
 * @example
 * const addLabel = ({ members, tags }: Representation): void => {
 *   members.label = 'New';
 *   tags.add('labels');
 * };
 */
export interface Representation {
  readonly record: StoredRecord;
  /** Overrides of stored fields: `undefined` omits the field, `null` is printed. */
  readonly members: Record<string, unknown>;
  /** Additions to `_metadata`. */
  readonly metadata: Record<string, JsonValue>;
  /** Further IRIs that the document contains or depends on. */
  readonly tags: Set<string>;
  /** Headers to add to `Vary`, for example `path`. */
  readonly vary: Set<string>;
  /** Response headers of single-record responses. */
  readonly headers: Record<string, string>;
  /** Next time at which the document changes on schedule. */
  expiresAt: Date | undefined;
}

export interface LeftOut {
  readonly conditions: readonly string[];
  /** Parameters used only by these conditions. */
  readonly parameters: SqlParameters;
}

/**
 * An SQL condition. `t` is the type's table, `b` its base table. The text must be constant for a set of
 * parameter names.
 *
 * @example
 * const ownOnly = (userId: string): SqlCondition => ({ sql: 't.owner_id = :owner', parameters: { owner: userId } });
 */
export interface SqlCondition {
  readonly sql: string;
  readonly parameters: SqlParameters;
  /**
   * An equivalent condition optimized for counts. A page stops at its limit, so it is checked row by row; a
   * count scans all rows. Uses the same parameters or a subset.
   */
  readonly counted?: string;
  /**
   * Condition for counts without other conditions. It matches the same number of rows, but different ones.
   */
  readonly countedAlone?: string;
  /**
   * SQL expression for the number of matching records, from stored counts. Drafts of other records are not
   * counted.
   */
  readonly total?: string;
  /**
   * Disjoint conditions for the excluded records. Subtracted from the `total` of another condition, they give
   * the count without reading the counted records. Empty if each record is shown once, as itself or as its
   * draft.
   */
  readonly leftOut?: LeftOut;
  /**
   * Select of the next time at which the result changes on schedule, with the same parameters; read with the
   * count.
   */
  readonly nextChange?: string;
}

/**
 * Purpose of a read.
 * - `embedded`: other records show the rows or parts of them. No voter checks each row, so a condition must
 *   be as strict as an item read.
 * - `named`: other records show their IRIs.
 */
export type ReadPurpose = 'item' | 'collection' | 'embedded' | 'named';

/**
 * Restricts what a caller can see; combined with every read of the types it applies to.
 *
 * @example
 * const ownBookings: QueryExtension = {
 *   appliesTo: ({ name }) => name === 'Booking',
 *   restrict: (_resource, _purpose, { actor }) => ({
 *     sql: 't.owner_id = :owner',
 *     parameters: { owner: actor.user?.id ?? null },
 *   }),
 * };
 */
export interface QueryExtension {
  appliesTo(resource: OperationResource): boolean;
  restrict(
    resource: OperationResource,
    purpose: ReadPurpose,
    context: RequestContext,
  ): SqlCondition | undefined;
}

/**
 * Selects the row that an item request addresses. The IRI of a published record leads permitted callers to
 * its draft.
 *
 * @example
 * const exact: ItemSelector = {
 *   appliesTo: ({ name }) => name === 'Booking',
 *   condition: 't.id = :id',
 *   choose: (candidates, { id }) => candidates.find((record) => record.id === id),
 * };
 */
export interface ItemSelector {
  appliesTo(resource: OperationResource): boolean;
  /** Condition for the candidate rows of `:id`; replaces `t.id = :id`. */
  readonly condition: string;
  choose(
    candidates: readonly StoredRecord[],
    wanted: { readonly id: string; readonly operation: ItemOperation },
    context: RequestContext,
  ): StoredRecord | undefined;
}

export type ItemOperation = 'read' | 'update' | 'delete';

export interface VoteScope extends ReadScope {
  /** Whether the record meets the voter's condition; undefined if it was loaded without. */
  readonly isMet?: boolean | undefined;
}

/**
 * Authorizes operations of a caller on records of a type. @throws AppError 401/403 (`denied`) or 404
 * (`notFound`).
 *
 * @example
 * const errors = defineErrors({
 *   closed: {
 *     code: 'BOOKING.CLOSED',
 *     status: 403,
 *     when: 'The event is over.',
 *     remedy: 'Choose another event.',
 *     answer: 'Bookings are closed.',
 *   },
 * });
 * const open: ItemVoter = {
 *   appliesTo: ({ name }) => name === 'Booking',
 *   async assertGranted({ values }, operation) {
 *     if (operation === 'update' && values.isClosed === true) throw errors.closed();
 *   },
 * };
 */
export interface ItemVoter {
  /** Set if the decision depends on the caller only, so that no record is hidden from permitted callers. */
  readonly isOfCallers?: true;
  appliesTo(resource: OperationResource): boolean;
  /**
   * Condition on a record's row that decides for this voter. The read of the record evaluates it too
   * (`isMet`), which saves a statement. Undefined if this caller needs no condition.
   */
  condition?(context: RequestContext): SqlCondition | undefined;
  /** Authorizes an operation on one loaded record. */
  assertGranted(record: StoredRecord, operation: ItemOperation, scope: VoteScope): Promise<void>;
  /** Rejects callers who may not learn that a record does not exist. @throws AppError 401/403 (`denied`). */
  assertMayMiss?(context: RequestContext, resource: OperationResource, operation: ItemOperation): void;
  /** Rejects callers who may not list the type, before anything is read. @throws AppError 401/403 */
  assertMayList?(resource: OperationResource, context: RequestContext): void;
  /**
   * Rejects callers who may not create records of the type, before a body is read. @throws AppError 401/403
   */
  assertMayCreate?(resource: OperationResource, context: RequestContext): void;
  /**
   * Returns whether the caller may perform the operation on some record of the type, if that is known without
   * a record. Shown to callers as their rights. Absent if the decision always depends on the record.
   */
  mayEver?(resource: OperationResource, operation: ItemOperation, context: RequestContext): boolean;
}

/**
 * Use of a document: an item, a list member, the response to a write, or the response to a submission. In the
 * last case the endpoint adds the submission.
 */
export type Purpose = 'item' | 'collection' | 'write' | 'submission';

/** Query parameters and default order of a list. */
export type DeclaredParameters = Pick<
  CompleteDescriptor,
  'order' | 'orderFields' | 'searchFields' | 'filters'
>;

/** The requested page; `enabled: false` returns every row. */
export type PageRequest =
  { readonly enabled: false } | { readonly enabled: true; readonly page: number; readonly perPage: number };

/** One page of a list, as visible to the caller. */
export interface CollectionResult {
  readonly resource: OperationResource;
  /** The query parameters available to the caller. */
  readonly declared: DeclaredParameters;
  readonly members: readonly Representation[];
  readonly totalItems: number;
  readonly page: PageRequest;
  /** Next time at which the list changes on schedule, apart from its members. */
  readonly expiresAt: Date | undefined;
  /** Parameters whose values no record can have, so they match nothing (contract decision 85). */
  readonly useless: readonly string[];
  /** Other types whose records determine the members or the order of the list. */
  readonly dependsOn: readonly OperationResource[];
}

/**
 * Reads the list described by `context.asked.list`.
 * @throws AppError 401/403 if the caller may not list the type.
 */
export type ReadCollection = (resource: OperationResource, scope: ReadScope) => Promise<CollectionResult>;

/** Scope in which records are turned into documents, which may contain lists. */
export interface RepresentationScope extends ReadScope {
  readonly readCollection: ReadCollection;
}

/**
 * Adds computed members to records before they are shown. The number of statements does not depend on the
 * number of records.
 *
 * @example
 * const labels: RepresentationExtension = {
 *   appliesTo: ({ name }) => name === 'Booking',
 *   async extend(representations) {
 *     for (const { members } of representations) members.label = 'New';
 *   },
 * };
 */
export interface RepresentationExtension {
  /** Whether it applies to nested documents too; default true. */
  readonly inNested?: boolean;
  appliesTo(resource: OperationResource): boolean;
  extend(
    representations: readonly Representation[],
    purpose: Purpose,
    scope: RepresentationScope,
  ): Promise<void>;
}

/**
 * Returns the headers of every 4xx response at a path below the API prefix, by caller; undefined if there are
 * none, so that the caller need not be authenticated.
 *
 * @example
 * const hint: RefusalHeaders = (path) => (path.startsWith('/bookings') ? () => ({ 'X-Hint': 'Sign in first.' }) : undefined);
 */
export type RefusalHeaders = (
  path: string,
) => ((actor: Actor) => Readonly<Record<string, string>>) | undefined;
