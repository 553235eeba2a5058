import type { Actor, RequestContext } from './context.js';
import type { ChangeSet } from './change-set.js';
import type { SqlParameters, SqlSession, TransactionSession } from './database.js';
import type { JsonObject, JsonValue } from './json.js';
import type { Reference, StoredRecord } from './record.js';
import type { CompleteDescriptor, FieldDescriptor } from './resource.js';
import type { UnitHooks } from './unit-of-work.js';
import type { Violation, ViolationList } from './validation.js';

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
  readonly name: string;
  appliesTo(resource: OperationResource): boolean;
  restrict(
    resource: OperationResource,
    purpose: ReadPurpose,
    context: RequestContext,
  ): SqlCondition | undefined;
}

/** Chooses which row an item request addresses: a published row's IRI leads permitted callers to its draft. */
export interface ItemSelector {
  readonly name: string;
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

/** The input of a use case; parts that it does not have are absent. */
export interface UseCase {
  readonly context: RequestContext;
  /** Address of a record. */
  readonly key?: string;
  /** It reads what the address names, and changes nothing. */
  readonly isRead?: boolean;
  /** A parsed body, or the error that parsing it gave. */
  readonly body?: () => JsonObject;
}

/** Begins a use case; what it starts from may name other records by then, and `work` may run again. */
export type EnterUseCase = <Case extends UseCase, Result>(
  useCase: Case,
  work: (useCase: Case) => Promise<Result>,
) => Promise<Result>;

/** A gate that every use case outside a transaction passes. It first stores what is due by now (planned publications). */
export interface UseCaseGate {
  /** True when a use case would pass at that moment without a statement; without it, kept answers wait until one has passed. */
  readonly isClear?: (now: Date) => boolean;
  /** `run` is for units of work of its own. */
  readonly enter: <Case extends UseCase, Result>(
    useCase: Case,
    work: (useCase: Case) => Promise<Result>,
    run: RunCommand,
  ) => Promise<Result>;
}

export interface VoteScope extends ReadScope {
  /** True when the record meets the voter's condition; undefined where it was loaded without. */
  readonly isMet?: boolean | undefined;
}

/** Judges one loaded record. @throws AppError 401/403 (`denied`) or 404 (`notFound`). */
export interface ItemVoter {
  readonly name: string;
  appliesTo(resource: OperationResource): boolean;
  /**
   * A condition over the row of a record that decides for this voter. The read of the record evaluates it too (`isMet`),
   * so that it needs no statement of its own. Undefined when this caller needs no condition.
   */
  condition?(context: RequestContext): SqlCondition | undefined;
  assertGranted(record: StoredRecord, operation: ItemOperation, scope: VoteScope): Promise<void>;
  /** Refuses who may not even know that there is no such record. @throws AppError 401/403 (`denied`). */
  assertMayMiss?(context: RequestContext): void;
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
  /** False keeps it out of documents inside other ones; they have it by default. */
  readonly inNested?: boolean;
  readonly name: string;
  appliesTo(resource: OperationResource): boolean;
  extend(
    representations: readonly Representation[],
    purpose: Purpose,
    scope: RepresentationScope,
  ): Promise<void>;
}

/** A unit of work: what one command writes, in one transaction. Rows are written through `RowWriter` only, which records them. */
export interface WriteScope {
  readonly session: TransactionSession;
  readonly context: RequestContext;
  /** Changes so far. */
  readonly changes: ChangeSet;
  readonly hooks: readonly UnitHooks[];
  /** Work for after the commit, in this order; a failure is logged and never reaches the response. */
  readonly afterCommit: (work: () => Promise<void>) => void;
  readonly commands: Commands;
}

/** Writes inside a write, with all the rules of their types, in the transaction of the scope. */
export interface Commands {
  create(type: string, body: JsonObject, scope: WriteScope): Promise<StoredWrite>;
  /** Merges a body into a record that was loaded and locked in this transaction. */
  update(record: StoredRecord, body: JsonObject, scope: WriteScope): Promise<StoredWrite>;
  /** Stores members in place of a body, for what the platform itself changes. */
  change(type: string, change: MemberChange, scope: WriteScope): Promise<StoredWrite>;
}

/** A body with what was made of it before the transaction opened. */
export interface IncomingBody {
  readonly body: JsonObject;
  /** Values of concealed columns. */
  readonly concealed: ConcealedValues;
  readonly violations: readonly Violation[];
}

/** Values of concealed columns of a type, by column. */
export type ConcealedValues = Readonly<Record<string, unknown>>;

/** A write before it is stored: the state after the merge, still open to rules. */
export interface PendingWrite {
  readonly kind: 'create' | 'update' | 'replace';
  readonly resource: OperationResource;
  readonly id: string;
  /** Stored state, null on create. */
  readonly before: StoredRecord | null;
  /** `before` is a copy of another record, which this write stores together with what it changes in it. */
  readonly isCopy?: boolean;
  /** Merged state by member name; rules may change it. */
  readonly values: Record<string, unknown>;
  /** Body as sent, for members that a rule reads by itself. */
  readonly body: JsonObject;
  /** Writable members that the body names. */
  readonly sent: ReadonlySet<string>;
  readonly violations: ViolationList;
  /** Validation groups; rules may add. */
  readonly groups: Set<string>;
  /** Concealed columns that are stored with it; rules may add. */
  readonly concealed: Record<string, unknown>;
}

/** Values that the platform itself stores. They come from no body, so no right to send a member is checked. */
export interface MemberChange {
  /** The record as it is stored and locked; null to make one. */
  readonly before: StoredRecord | null;
  readonly values: Readonly<Record<string, unknown>>;
  readonly concealed?: ConcealedValues;
  /** Validation groups that judge it. */
  readonly groups: readonly string[];
}

/** A write that is stored, with the record before it (null for a new one) and after it. */
export interface StoredWrite {
  readonly kind: 'create' | 'update' | 'replace';
  readonly resource: OperationResource;
  readonly before: StoredRecord | null;
  readonly after: StoredRecord;
  /** Merged state as it was written; members that a rule stores by itself are still open here. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly body: JsonObject;
  readonly sent: ReadonlySet<string>;
  /** Members whose stored value differs. */
  readonly changed: readonly string[];
  /** Names of the concealed columns that were written. */
  readonly concealed: ReadonlySet<string>;
}

/** Applies a rule to new records of one type that are stored together, each as if those before it were stored already. */
export interface RuleOfMany {
  /** All is undone when one of them is refused, so that rows may be written here. */
  prepare?(writes: readonly PendingWrite[], scope: WriteScope): Promise<void>;
  apply?(writes: readonly StoredWrite[], scope: WriteScope): Promise<void>;
}

/** A rule that a resource or a feature adds to writes; rules run in the order of `features.ts`. */
export interface WriteRule {
  readonly name: string;
  appliesTo(resource: OperationResource): boolean;
  /** Members that this rule reads from the body by itself; the generic reading skips them. */
  readonly members?: readonly string[];
  /**
   * Before an update reads and locks its record: locks what all such writes lock first, so that no two of them wait for
   * each other. The record may not exist, the body may be refused, and the caller may turn out to be denied.
   */
  lockFirst?(key: string, body: JsonObject, scope: WriteScope): Promise<void>;
  /**
   * Before the transaction opens, for work that would hold it too long: takes out of the body what no other rule may see.
   * The caller was judged; a refusal of the body waits in `violations`, so that all of them are reported together.
   */
  ahead?(write: {
    readonly before: StoredRecord | null;
    readonly incoming: IncomingBody;
    readonly context: RequestContext;
  }): Promise<IncomingBody>;
  /** Before the body is read: leaves out members that this caller may not send. */
  admit?(resource: OperationResource, body: JsonObject, context: RequestContext): JsonObject;
  /** Before validation: defaults, normalisation, violations. */
  prepare?(write: PendingWrite, scope: WriteScope): Promise<void> | void;
  /** After the row is stored, in the same transaction: what must follow from it. */
  apply?(write: StoredWrite, scope: WriteScope): Promise<void>;
  /**
   * Handles new records that are stored together: `each` by itself, for a rule that never looks at other new records, or
   * all at once. A type with a rule that lacks this stores them one after the other.
   */
  readonly many?: 'each' | RuleOfMany;
  /**
   * May name another record to show in place of the one written (publishing answers with the published row); a later
   * rule's answer wins.
   */
  result?(write: StoredWrite, scope: WriteScope): Promise<Reference | undefined>;
}

/** A stored state, or the one that a write would leave, judged in some validation groups. */
export interface JudgedState {
  readonly resource: OperationResource;
  readonly values: Readonly<Record<string, unknown>>;
  readonly groups: ReadonlySet<string>;
  /** Members that the write under way sends; none when a state is only looked at. */
  readonly sent: ReadonlySet<string>;
  readonly violations: ViolationList;
}

/** Rules beside a type's own checks; writes and the soft validation ask the same ones, so that they agree. */
export interface StateCheck {
  readonly name: string;
  appliesTo(resource: OperationResource): boolean;
  /** A fixed number of statements whatever the number of states. */
  check(states: readonly JudgedState[], scope: ReadScope): Promise<void>;
}

/** The record that an update is applied to. */
export interface TargetOfUpdate {
  readonly record: StoredRecord;
  /** The record is a copy of another one and is not stored yet: the update stores it. */
  readonly isCopy?: boolean;
  /** The body without dropped members. */
  readonly body: JsonObject;
}

/** Chooses the row that an update is applied to, or a copy to be made (a draft in place of a published row). */
export interface UpdateTarget {
  readonly name: string;
  appliesTo(resource: OperationResource): boolean;
  /** `record` was loaded and locked in this transaction. */
  redirect(record: StoredRecord, body: JsonObject, scope: WriteScope): Promise<TargetOfUpdate>;
}

/** A write before its transaction opens: of one record, or of new ones that are made together. */
export interface UpcomingWrite {
  readonly resource: OperationResource;
  /** Address of the record that is updated; undefined for new ones. */
  readonly key?: string | undefined;
  readonly bodies: readonly JsonObject[];
  readonly context: RequestContext;
  /** Refuses who may not write, whatever the bodies say. */
  judge(): Promise<unknown>;
}

/** Work of a write that no transaction should wait for. */
export interface WriteStage {
  readonly name: string;
  appliesTo(resource: OperationResource): boolean;
  /** Before the transaction opens. */
  open(write: UpcomingWrite): Promise<StagedWrite>;
}

/** A write whose stage is set. */
export interface StagedWrite {
  /** The bodies that are left to write. */
  readonly bodies: readonly JsonObject[];
  /** After the write, whatever became of it. */
  close(): Promise<void>;
}

/** Changes the values of a draft copy before it is stored (stored files are copied, not shared). */
export interface DraftCopy {
  readonly name: string;
  appliesTo(resource: OperationResource): boolean;
  copy(values: Record<string, unknown>, published: StoredRecord, scope: WriteScope): Promise<void>;
}

/** Runs a command in a transaction of its own; `work` may run again. */
export type RunCommand = <Result>(
  context: RequestContext,
  work: (scope: WriteScope) => Promise<Result>,
) => Promise<Result>;

/**
 * Headers that every refusal (4xx) at a path below the API prefix carries, by who is refused; undefined where nobody gets
 * any, so that the caller need not be known.
 */
export type RefusalHeaders = (
  path: string,
) => ((actor: Actor) => Readonly<Record<string, string>>) | undefined;
