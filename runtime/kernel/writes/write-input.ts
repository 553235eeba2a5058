import type { RequestContext } from '../contract/context.js';
import type { Database } from '../contract/database/database.js';
import type { ReadScope } from '../contract/records/operations.js';
import type { StoredRecord } from '../contract/records/record.js';
import type { BodyResult, IncomingBody, StoredWrite, WriteScope } from '../contract/records/writes.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import type { Precondition } from './precondition.js';
import type { ReferenceResolver } from './reference-resolver.js';
import type { StoreDeps } from './store-record.js';

/** The record that a write addresses. */
export interface WrittenItem {
  readonly resource: RegisteredResource;
  readonly key: string;
  /** Preconditions of the caller, if any. */
  readonly precondition?: Precondition;
}

/** Input of a write that has passed the guards, before its transaction begins. */
export interface WriteInput {
  /** `update` merges the body into the record (merge patch), `replace` replaces it. */
  readonly kind: 'create' | 'update' | 'replace';
  readonly resource: RegisteredResource;
  /** Key of the record; absent for a new one. */
  readonly key?: string;
  readonly body: BodyResult;
  readonly context: RequestContext;
  /**
   * Rejects callers without write permission. Called outside a transaction if slow work follows, and always within
   * the writing one. Returns the stored record, locked in a transaction; null for a new one.
   */
  authorize(scope: ReadScope): Promise<StoredRecord | null>;
}

/** Input of a write to an existing record. */
export interface UpdateInput extends WriteInput {
  readonly kind: 'update' | 'replace';
  readonly key: string;
  authorize(scope: ReadScope): Promise<StoredRecord>;
}

/** A body for an existing record. */
export type ItemUpdate = WrittenItem & Pick<UpdateInput, 'kind' | 'body'>;

/** An update of a record that the caller finds, locks and authorizes itself. */
export interface PreparedUpdate extends Omit<ItemUpdate, 'precondition'> {
  /**
   * Finds and authorizes the record: once outside a transaction, before slow work, and once inside the
   * writing one.
   */
  load(key: string, scope: ReadScope): Promise<StoredRecord>;
}

/** A body for a new record, or for a loaded and locked one. */
export interface RecordInput {
  readonly kind: WriteInput['kind'];
  readonly resource: RegisteredResource;
  /** The stored record; null for a new one. */
  readonly before: StoredRecord | null;
  /** Whether `before` is a copy of another record, which this write stores together with its changes. */
  readonly isCopy?: boolean;
  readonly incoming: IncomingBody;
}

/**
 * Stores a write within a unit of work, which may be repeated. @throws AppError 400 or 422, with nothing
 * written.
 */
export type StorePrepared<Stored = StoredWrite> = (scope: WriteScope) => Promise<Stored>;

/** Runs one unit of work with the given context and calls `store` in it. */
export type PreparedWork<Result> = (store: StorePrepared, context: RequestContext) => Promise<Result>;

/** Dependencies of writes within a transaction. */
export type WriteDeps = StoreDeps & { readonly references: ReferenceResolver };

/** Dependencies of writes that begin outside a transaction. */
export type OperationDeps = WriteDeps & { readonly database: Database };
