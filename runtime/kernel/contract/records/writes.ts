import type { RequestContext } from '../context.js';
import type { ChangeSet } from './change-set.js';
import type { TransactionSession } from '../database/database.js';
import type { JsonObject } from '../json.js';
import type { Reference, StoredRecord } from './record.js';
import type { UnitHooks } from './unit-of-work.js';
import type { Violation, ViolationList } from './validation.js';
import type { OperationResource, ReadScope } from './operations.js';

/**
 * A unit of work: the writes of one command in one transaction. Write rows only through `RowWriter`, which
 * records the changes.
 *
 * @example
 * const logChanges = ({ changes, afterCommit, context }: WriteScope): void =>
 *   afterCommit(async () => context.log.info({ msg: `${changes.changes.length} changes` }));
 */
export interface WriteScope {
  readonly session: TransactionSession;
  readonly context: RequestContext;
  /** The changes so far. */
  readonly changes: ChangeSet;
  readonly hooks: readonly UnitHooks[];
  /**
   * Registers work for after the commit, run in this order. Failures are logged and do not affect the
   * response.
   */
  readonly afterCommit: (work: () => Promise<void>) => void;
  readonly commands: Commands;
}

/** Nested writes with all rules of their types, in the transaction of the scope. */
export interface Commands {
  create(type: string, body: JsonObject, scope: WriteScope): Promise<StoredWrite>;
  /**
   * Creates records of one type, in bulk if its rules support that: all or none.
   * @throws AppError of the first rejected record; the caller rolls back
   */
  createAll(type: string, records: readonly NewRecord[], scope: WriteScope): Promise<readonly StoredWrite[]>;
  /** Merges a body into a record that was loaded and locked in this transaction. */
  update(record: StoredRecord, body: JsonObject, scope: WriteScope): Promise<StoredWrite>;
  /** Replaces such a record with a body, as PUT does. */
  replace(record: StoredRecord, body: JsonObject, scope: WriteScope): Promise<StoredWrite>;
  /** Stores field values instead of a body, for changes by the platform itself. */
  change(type: string, change: MemberChange, scope: WriteScope): Promise<StoredWrite>;
}

/** A record from another source, with data that bodies cannot set. */
export interface NewRecord {
  readonly body: JsonObject;
  readonly given: GivenIdentity;
}

/** Data of a new record that the platform usually generates. */
export interface GivenIdentity {
  readonly id: string;
  /** Creation time; default: now. */
  readonly createdAt?: Date;
  /** Fields that bodies cannot set, such as the published record of a draft. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** A body with the results of its processing before the transaction. */
export interface IncomingBody {
  readonly body: JsonObject;
  /** Identity of a record from another source; absent if the platform generates it. */
  readonly given?: GivenIdentity;
  /** Values of secret columns. */
  readonly concealed: ConcealedValues;
  readonly violations: readonly Violation[];
}

/**
 * A body that is read before the transaction begins. A missing record or denied access is reported before its
 * error (core.md section 16).
 *
 * @example
 * const invalid = (error: AppError): BodyResult => ({ isParsed: false, error });
 */
export type BodyResult =
  | { readonly isParsed: true; readonly incoming: IncomingBody }
  | { readonly isParsed: false; readonly error: unknown };

/** Values of a type's secret columns, by column. */
export type ConcealedValues = Readonly<Record<string, unknown>>;

/**
 * A write before it is stored: the state after the merge, which rules may still change.
 *
 * @example
 * const trimTitle = ({ values }: PendingWrite): void => {
 *   if (typeof values.title === 'string') values.title = values.title.trim();
 * };
 */
export interface PendingWrite {
  readonly kind: 'create' | 'update' | 'replace';
  readonly resource: OperationResource;
  readonly id: string;
  /** Creation time of a record from another source; absent for other writes. */
  readonly createdAt?: Date;
  /** Stored state; null on create. */
  readonly before: StoredRecord | null;
  /** Whether `before` is a copy of another record, which this write stores together with its changes. */
  readonly isCopy?: boolean;
  /** Merged state by field name; rules may change it. */
  readonly values: Record<string, unknown>;
  /** The request body, for members that a rule reads itself. */
  readonly body: JsonObject;
  /** Writable fields present in the body. */
  readonly sent: ReadonlySet<string>;
  readonly violations: ViolationList;
  /** Validation groups; rules may add some. */
  readonly groups: Set<string>;
  /** Secret columns stored with the record; rules may add some. */
  readonly concealed: Record<string, unknown>;
}

/**
 * Values that the platform stores. They do not come from a body, so write permissions of fields are not
 * checked.
 */
export interface MemberChange {
  /** The stored and locked record; null to create one. */
  readonly before: StoredRecord | null;
  readonly values: Readonly<Record<string, unknown>>;
  readonly concealed?: ConcealedValues;
  /** Validation groups to check. */
  readonly groups: readonly string[];
}

/**
 * A stored write with the record before it (null for a new one) and after it.
 *
 * @example
 * const isRenamed = ({ changed }: StoredWrite): boolean => changed.includes('title');
 */
export interface StoredWrite {
  readonly kind: 'create' | 'update' | 'replace';
  readonly resource: OperationResource;
  readonly before: StoredRecord | null;
  readonly after: StoredRecord;
  /** Merged state as written. Fields that a rule stores itself are not final yet. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly body: JsonObject;
  readonly sent: ReadonlySet<string>;
  /** Fields whose stored value has changed. */
  readonly changed: readonly string[];
  /** Names of the secret columns that were written. */
  readonly concealed: ReadonlySet<string>;
}

/**
 * Applies a rule to new records of one type that are stored together, each as if the previous ones were
 * already stored.
 */
export interface RuleOfMany {
  /** A rejection rolls everything back, so this may write rows. */
  prepare?(writes: readonly PendingWrite[], scope: WriteScope): Promise<void>;
  apply?(writes: readonly StoredWrite[], scope: WriteScope): Promise<void>;
}

/**
 * A rule that a resource or a feature adds to writes. Rules run in the order of `features.ts`.
 *
 * @example
 * const noPast: WriteRule = {
 *   appliesTo: ({ name }) => name === 'Booking',
 *   prepare({ values, violations }, { context }) {
 *     if (values.startsAt instanceof Date && values.startsAt < context.now)
 *       violations.add({ propertyPath: 'startsAt', message: 'This date is over.', code: null });
 *   },
 * };
 */
export interface WriteRule {
  appliesTo(resource: OperationResource): boolean;
  /** Body members that this rule reads itself; the generic code skips them. */
  readonly members?: readonly string[];
  /**
   * Called before an update reads and locks its record. Takes locks in a common order, which prevents
   * deadlocks. The record may not exist, and the body or the caller may still be rejected.
   */
  lockFirst?(key: string, body: JsonObject, scope: WriteScope): Promise<void>;
  /**
   * Called before the transaction begins, for work that would keep it open too long. Removes members of the
   * body that later rules must not see. The caller is already authorized. Errors in the body go into
   * `violations`, so that all are reported together.
   */
  ahead?(write: {
    readonly before: StoredRecord | null;
    readonly incoming: IncomingBody;
    readonly context: RequestContext;
  }): Promise<IncomingBody>;
  /** Called before the body is read: removes members that this caller may not send. */
  admit?(resource: OperationResource, body: JsonObject, context: RequestContext): JsonObject;
  /** Called before validation: sets defaults, normalizes values, adds violations. */
  prepare?(write: PendingWrite, scope: WriteScope): Promise<void> | void;
  /** Called after the row is stored, in the same transaction: stores consequences. */
  apply?(write: StoredWrite, scope: WriteScope): Promise<void>;
  /**
   * Support for new records that are stored together. `each` runs the rule per record, for rules that ignore
   * other new records. Types with a rule that omits this are stored one record at a time.
   */
  readonly many?: 'each' | RuleOfMany;
  /**
   * May return another record to show instead of the written one (publishing responds with the published
   * row). The result of a later rule wins.
   */
  result?(write: StoredWrite, scope: WriteScope): Promise<Reference | undefined>;
}

/** A stored state, or the result of a write, to validate in some validation groups. */
export interface EvaluatedState {
  readonly id: string;
  /** Stored state; null for a new record. */
  readonly before: StoredRecord | null;
  readonly resource: OperationResource;
  readonly values: Readonly<Record<string, unknown>>;
  readonly groups: ReadonlySet<string>;
  /** Fields sent by the current write; empty if a stored state is checked. */
  readonly sent: ReadonlySet<string>;
  readonly violations: ViolationList;
}

/**
 * Rules besides a type's own checks. Writes and soft validation share them, so that they agree.
 *
 * @example
 * const unchecked: StateCheck = { appliesTo: ({ name }) => name === 'Booking', check: () => Promise.resolve() };
 */
export interface StateCheck {
  appliesTo(resource: OperationResource): boolean;
  /** The number of statements must not depend on the number of states. */
  check(states: readonly EvaluatedState[], scope: ReadScope): Promise<void>;
}

/** The record that an update applies to. */
export interface TargetOfUpdate {
  readonly record: StoredRecord;
  /** Whether the record is a copy of another one that the update is about to store. */
  readonly isCopy?: boolean;
  /** The body without removed members. */
  readonly body: JsonObject;
}

/**
 * Selects the row that an update applies to, or a new copy (a draft instead of a published row).
 *
 * @example
 * const unchanged: UpdateTarget = {
 *   appliesTo: ({ name }) => name === 'Booking',
 *   redirect: (record, body) => Promise.resolve({ record, body }),
 * };
 */
export interface UpdateTarget {
  appliesTo(resource: OperationResource): boolean;
  /** `record` has been loaded and locked in this transaction. */
  redirect(record: StoredRecord, body: JsonObject, scope: WriteScope): Promise<TargetOfUpdate>;
}

/** Returns the name of a user; null if there is none or the caller may not see it. */
export type NameAuthor = (userId: string, scope: ReadScope) => Promise<string | null>;

/**
 * A write before its transaction begins: one record, or several new ones.
 *
 * @example
 * const sentNames = ({ bodies }: UpcomingWrite): readonly unknown[] => bodies.map(({ name }) => name);
 */
export interface UpcomingWrite {
  readonly resource: OperationResource;
  /** Key of the record to update; undefined for new ones. */
  readonly key?: string | undefined;
  readonly bodies: readonly JsonObject[];
  readonly context: RequestContext;
  /** Rejects callers without write permission, whatever the bodies contain. */
  evaluate(): Promise<unknown>;
}

/**
 * Work of a write that must not hold up a transaction.
 *
 * @example
 * const stage: WriteStage = {
 *   appliesTo: ({ name }) => name === 'Booking',
 *   open: ({ bodies }) => Promise.resolve({ bodies, close: () => Promise.resolve() }),
 * };
 */
export interface WriteStage {
  appliesTo(resource: OperationResource): boolean;
  /** Called before the transaction begins. */
  open(write: UpcomingWrite): Promise<StagedWrite>;
}

/**
 * A write that a stage has prepared.
 *
 * @example
 * const unchanged = (bodies: readonly JsonObject[]): StagedWrite => ({ bodies, close: () => Promise.resolve() });
 */
export interface StagedWrite {
  /** The bodies still to write. */
  readonly bodies: readonly JsonObject[];
  /** Called after the write, whatever its outcome. */
  close(): Promise<void>;
}

/**
 * Changes the values of a draft copy before it is stored. Stored files, for example, are copied, not shared.
 *
 * @example
 * const withoutCode: DraftCopy = {
 *   appliesTo: ({ name }) => name === 'Voucher',
 *   async copy(values) {
 *     values.code = null;
 *   },
 * };
 */
export interface DraftCopy {
  appliesTo(resource: OperationResource): boolean;
  copy(values: Record<string, unknown>, published: StoredRecord, scope: WriteScope): Promise<void>;
}
