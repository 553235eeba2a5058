import type { RequestContext } from '../context.js';
import type { ChangeSet } from './change-set.js';
import type { TransactionSession } from '../database/database.js';
import type { JsonObject } from '../json.js';
import type { Reference, StoredRecord } from './record.js';
import type { UnitHooks } from './unit-of-work.js';
import type { Violation, ViolationList } from './validation.js';
import type { OperationResource, ReadScope } from './operations.js';

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
  /**
   * Makes records of one type, together where its rules know how: all or none.
   * @throws AppError that the first refused one met: the caller undoes all
   */
  createAll(type: string, records: readonly NewRecord[], scope: WriteScope): Promise<readonly StoredWrite[]>;
  /** Merges a body into a record that was loaded and locked in this transaction. */
  update(record: StoredRecord, body: JsonObject, scope: WriteScope): Promise<StoredWrite>;
  /** Puts a body in place of such a record, as PUT does. */
  replace(record: StoredRecord, body: JsonObject, scope: WriteScope): Promise<StoredWrite>;
  /** Stores members in place of a body, for what the platform itself changes. */
  change(type: string, change: MemberChange, scope: WriteScope): Promise<StoredWrite>;
}

/** A record that comes from elsewhere, with what bodies cannot say of it. */
export interface NewRecord {
  readonly body: JsonObject;
  readonly given: GivenIdentity;
}

/** What a record brings along that the platform gives to others. */
export interface GivenIdentity {
  readonly id: string;
  /** When it was made; the present where it does not say. */
  readonly createdAt?: Date;
  /** Members that no body may set, such as the record that it is the draft of. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** A body with what was made of it before the transaction opened. */
export interface IncomingBody {
  readonly body: JsonObject;
  /** What a new record from elsewhere brings along; absent where the platform gives it. */
  readonly given?: GivenIdentity;
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
  /** When a new record was made elsewhere; absent for all that are made now. */
  readonly createdAt?: Date;
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
  appliesTo(resource: OperationResource): boolean;
  /** Members that this rule reads from the body by itself; the generic reading skips them. */
  readonly members?: readonly string[];
  /**
   * Called before an update reads and locks its record: locks what all such writes lock first, so that no two of them wait for
   * each other. The record may not exist, the body may be refused, and the caller may turn out to be denied.
   */
  lockFirst?(key: string, body: JsonObject, scope: WriteScope): Promise<void>;
  /**
   * Called before the transaction opens, for work that would hold it too long: takes out of the body what no other rule may
   * see. The caller was judged; a refusal of the body waits in `violations`, so that all of them are reported together.
   */
  ahead?(write: {
    readonly before: StoredRecord | null;
    readonly incoming: IncomingBody;
    readonly context: RequestContext;
  }): Promise<IncomingBody>;
  /** Called before the body is read: leaves out members that this caller may not send. */
  admit?(resource: OperationResource, body: JsonObject, context: RequestContext): JsonObject;
  /** Called before validation: sets defaults, normalises values, adds violations. */
  prepare?(write: PendingWrite, scope: WriteScope): Promise<void> | void;
  /** Called after the row is stored, in the same transaction: stores what must follow from it. */
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
  readonly id: string;
  /** Stored state, null for a record that is not stored yet. */
  readonly before: StoredRecord | null;
  readonly resource: OperationResource;
  readonly values: Readonly<Record<string, unknown>>;
  readonly groups: ReadonlySet<string>;
  /** Members that the write under way sends; none when a state is only looked at. */
  readonly sent: ReadonlySet<string>;
  readonly violations: ViolationList;
}

/** Rules beside a type's own checks; writes and the soft validation ask the same ones, so that they agree. */
export interface StateCheck {
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
  appliesTo(resource: OperationResource): boolean;
  /** `record` was loaded and locked in this transaction. */
  redirect(record: StoredRecord, body: JsonObject, scope: WriteScope): Promise<TargetOfUpdate>;
}

/** Names a user by its id; null where there is none, or the caller may not know. */
export type NameAuthor = (userId: string, scope: ReadScope) => Promise<string | null>;

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
  appliesTo(resource: OperationResource): boolean;
  /** Called before the transaction opens. */
  open(write: UpcomingWrite): Promise<StagedWrite>;
}

/** A write whose stage is set. */
export interface StagedWrite {
  /** The bodies that are left to write. */
  readonly bodies: readonly JsonObject[];
  /** Called after the write, whatever became of it. */
  close(): Promise<void>;
}

/** Changes the values of a draft copy before it is stored (stored files are copied, not shared). */
export interface DraftCopy {
  appliesTo(resource: OperationResource): boolean;
  copy(values: Record<string, unknown>, published: StoredRecord, scope: WriteScope): Promise<void>;
}
