import type { JsonObject } from '../kernel/contract/json.js';
import type { ComponentBuilder, LayoutBuilder, PageBuilder, RoutableBuilder } from './builders.js';
import type { SummaryKind } from './load-summary.js';
import type { ScaffoldRecord } from './scaffold-store.js';

/** The record of a declaration: created by this load, or found in the database. */
export interface Stored {
  readonly kind: 'created' | 'kept';
  readonly record: ScaffoldRecord;
}

/** Outcome of a declaration: pending until a flush processes it, then stored or skipped. */
export type Outcome = { readonly kind: 'pending' } | { readonly kind: 'skipped' } | Stored;

export const PENDING: Outcome = { kind: 'pending' };
export const SKIPPED: Outcome = { kind: 'skipped' };

/** Finds a stored record by a unique text field. */
export type LookUp = (type: string, member: string, value: string) => Promise<ScaffoldRecord | null>;

/** A record that a scaffold declares. Every builder creates such records, and one writer stores them. */
export interface DeclaredRecord {
  readonly kind: SummaryKind;
  readonly type: string;
  /** Error created at the line of the declaration, for messages that refer to it. */
  readonly declared: Error;
  /** Unique text fields that identify the record. Those of many records are looked up together. */
  keys?(): Readonly<Record<string, string>>;
  /**
   * Finds the stored record, or a reason to skip this one. Undefined for a new record. Records without this method
   * are always created.
   */
  find?(lookUp: LookUp, body: () => Promise<JsonObject>): Promise<Outcome | undefined>;
  /**
   * Returns the fields to store, called only for a new record. Values may be resources, builders, routes and files.
   */
  members(lookUp: LookUp): object | Promise<object>;
  /** Returns a write that cannot be batched with others, or undefined for a plain creation. */
  writeAlone?(body: JsonObject): (() => Promise<ScaffoldRecord>) | undefined;
  onStored?(stored: Stored): void;
  outcome: Outcome;
}

/** Fields of a group that reference its owners. */
export const OWNER_MEMBER = { layout: 'layouts', page: 'pages', component: 'components' } as const;

/** A record with component groups. */
export interface OwnerRecord extends DeclaredRecord {
  readonly kind: 'layout' | 'page' | 'component';
  readonly groups: Map<string, GroupRecord>;
  /** Name of the record in messages. */
  label(): string;
}

export interface GroupRecord extends DeclaredRecord {
  readonly name: string;
  /** Name of a shared group, used instead of its owner's. */
  readonly locationReference: string | null;
  allow: readonly string[] | null;
  readonly owners: Set<OwnerRecord>;
  readonly linkedOwners: Set<OwnerRecord>;
  readonly positions: PositionRecord[];
  /** Largest sort value of the positions, 0 without positions; the next position follows it. */
  lastSortValue: number;
}

export interface PositionRecord extends DeclaredRecord {
  readonly sortValue: number;
  /** Null for a position that shows a property of page data. */
  readonly component: DeclaredRecord | null;
}

/** A page or page data record, which may have a route. */
export interface RoutableRecord extends DeclaredRecord {
  readonly kind: 'page' | 'page data';
  readonly parent: RoutableRecord | null;
  path: string | null;
  routeName: string | null;
  withoutRoute: boolean;
  isReachableWithoutRoute: boolean;
  /** Absent: live from its creation. */
  liveAt?: Date | null;
  /** Absent: never expires. */
  expiresAt?: Date;
  /** Closures that declare children; each runs once. */
  readonly nested: (() => void | Promise<void>)[];
  readonly routeCallbacks: (() => void | Promise<void>)[];
  readonly route: DeclaredRecord;
  /** Name of the record in messages. */
  label(): string;
  /** Title of the stored record. */
  title(): string;
  readonly builder: RoutableBuilder;
}

export type LayoutRecord = OwnerRecord & { readonly builder: LayoutBuilder };
export type PageRecord = RoutableRecord & OwnerRecord & { readonly builder: PageBuilder };
export type ComponentRecord = OwnerRecord & { readonly builder: ComponentBuilder };

/** Returns the stored record of a declaration, or null if it is not stored. */
export function recordOf({ outcome }: Pick<DeclaredRecord, 'outcome'>): ScaffoldRecord | null {
  return outcome.kind === 'created' || outcome.kind === 'kept' ? outcome.record : null;
}

export const isPending = ({ outcome }: DeclaredRecord): boolean => outcome.kind === 'pending';

/** Returns the outcome of a found record, or undefined for null. */
export function keptOutcome(record: ScaffoldRecord | null): Stored | undefined {
  return record === null ? undefined : { kind: 'kept', record };
}
