import type { JsonObject } from '../kernel/contract/json.js';
import type { ComponentBuilder, LayoutBuilder, PageBuilder, RoutableBuilder } from './builders.js';
import type { SummaryKind } from './load-summary.js';
import type { ScaffoldRecord } from './scaffold-store.js';

/** The record that a declaration stands for: made by this load, or found in the database. */
export interface Stored {
  readonly kind: 'created' | 'kept';
  readonly record: ScaffoldRecord;
}

/** A declaration is pending until a flush comes to it; afterwards it is stored or left out. */
export type Outcome = { readonly kind: 'pending' } | { readonly kind: 'skipped' } | Stored;

export const PENDING: Outcome = { kind: 'pending' };
export const SKIPPED: Outcome = { kind: 'skipped' };

/** Finds a stored record by a unique text member. */
export type LookUp = (type: string, member: string, value: string) => Promise<ScaffoldRecord | null>;

/** One record that a scaffold declares. Every builder makes such records, and one writer stores them. */
export interface DeclaredRecord {
  readonly kind: SummaryKind;
  readonly type: string;
  /** An error made at the line that declared the record, for messages that lead there. */
  readonly declared: Error;
  /** Unique text members that identify the record; those of many records are looked up together. */
  keys?(): Readonly<Record<string, string>>;
  /** Finds the stored record, or a reason to leave this one out. Undefined when it is to be created; absent: always. */
  find?(lookUp: LookUp, body: () => Promise<JsonObject>): Promise<Outcome | undefined>;
  /** Members to store, asked for once the record is known to be new. Resources, builders, routes and files may stand in them. */
  members(lookUp: LookUp): object | Promise<object>;
  /** A write that cannot be joined with others. Undefined for a plain creation. */
  writeAlone?(body: JsonObject): (() => Promise<ScaffoldRecord>) | undefined;
  onStored?(stored: Stored): void;
  outcome: Outcome;
}

/** Members of a group that name its owners. */
export const OWNER_MEMBER = { layout: 'layouts', page: 'pages', component: 'components' } as const;

/** A record that has component groups. */
export interface OwnerRecord extends DeclaredRecord {
  readonly kind: 'layout' | 'page' | 'component';
  readonly groups: Map<string, GroupRecord>;
  /** The name that messages call it by. */
  label(): string;
}

export interface GroupRecord extends DeclaredRecord {
  readonly name: string;
  /** A shared group is named after this instead of its owner. */
  readonly locationReference: string | null;
  allow: readonly string[] | null;
  readonly owners: Set<OwnerRecord>;
  readonly linkedOwners: Set<OwnerRecord>;
  readonly positions: PositionRecord[];
  /** The largest sort value of the positions, 0 for none: the next position goes behind it. */
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
  /** Absent: live from its creation on. */
  liveAt?: Date | null;
  /** Absent: it does not expire. */
  expiresAt?: Date;
  /** Closures that declare children; each runs once. */
  readonly nested: (() => void | Promise<void>)[];
  readonly routeCallbacks: (() => void | Promise<void>)[];
  readonly route: DeclaredRecord;
  /** The name that messages call it by. */
  label(): string;
  /** The title that the stored record has. */
  title(): string;
  readonly builder: RoutableBuilder;
}

export type LayoutRecord = OwnerRecord & { readonly builder: LayoutBuilder };
export type PageRecord = RoutableRecord & OwnerRecord & { readonly builder: PageBuilder };
export type ComponentRecord = OwnerRecord & { readonly builder: ComponentBuilder };

/** The stored record of a declaration, or null while there is none. */
export function recordOf({ outcome }: Pick<DeclaredRecord, 'outcome'>): ScaffoldRecord | null {
  return outcome.kind === 'created' || outcome.kind === 'kept' ? outcome.record : null;
}

export const isPending = ({ outcome }: DeclaredRecord): boolean => outcome.kind === 'pending';

/** Outcome of a record that was looked up; undefined for none. */
export function keptOutcome(record: ScaffoldRecord | null): Stored | undefined {
  return record === null ? undefined : { kind: 'kept', record };
}
