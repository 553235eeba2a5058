import type {
  ComponentRecord,
  DeclaredRecord,
  GroupRecord,
  LayoutRecord,
  OwnerRecord,
  PageRecord,
  RoutableRecord,
  Stored,
} from './declared-record.js';
import type { SummaryCounter } from './load-summary.js';
import type { RecordWriter } from './record-writer.js';
import type { ScaffoldResource } from './scaffold-resource.js';
import type { ScaffoldStore } from './scaffold-store.js';

/** Fields of a declared resource, or a draft of it, that are written after everything else. */
export interface LateMembers {
  readonly kind: 'members' | 'draft';
  readonly declared: Error;
  readonly resource: ScaffoldResource;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Everything that one scaffold declared, in order. */
export interface DeclaredSite {
  readonly store: ScaffoldStore;
  readonly counter: SummaryCounter;
  readonly writer: RecordWriter;
  readonly layouts: Map<string, LayoutRecord>;
  readonly pages: Map<string, PageRecord>;
  /** Pages and page data. */
  readonly routables: RoutableRecord[];
  readonly components: Map<ScaffoldResource, ComponentRecord>;
  readonly persisted: Map<ScaffoldResource, DeclaredRecord>;
  readonly pageData: Map<ScaffoldResource, RoutableRecord>;
  readonly sharedGroups: Map<string, GroupRecord>;
  readonly redirects: DeclaredRecord[];
  /** Stored routes of pages and page data, by name. */
  readonly routesByName: Map<string, Stored>;
  /** Functions that redirect a route of this load to another one. */
  readonly routeRedirects: (() => Promise<void>)[];
  readonly callbacks: (() => void | Promise<void>)[];
  readonly late: LateMembers[];
  /** Routables whose nested closures are running, innermost last. New declarations become its children. */
  readonly nesting: RoutableRecord[];
}

/** Returns the owners that a flush fills, layouts first. */
export function ownersOf({ layouts, pages, components }: DeclaredSite): readonly OwnerRecord[] {
  return [...layouts.values(), ...pages.values(), ...components.values()];
}

/** Called after each part of a load or an export. `expected` returns the currently known total, which may grow. */
export type OnProgress = (done: number, expected: () => number) => void;

/** Returns the number of records that the declarations create in an empty database. */
export function expectedRecords(site: DeclaredSite): number {
  const { routables, persisted, redirects } = site;
  const owners = ownersOf(site);
  const groups = new Set(owners.flatMap((owner) => [...owner.groups.values()]));
  const positions = [...groups].reduce((sum, group) => sum + group.positions.length, 0);
  const routes = routables.filter(({ path, withoutRoute }) => path !== null || !withoutRoute);
  const pageData = routables.filter(({ kind }) => kind === 'page data');
  const records = [owners, pageData, routes, [...persisted.values()], redirects];
  return records.reduce((sum, { length }) => sum + length, groups.size + positions);
}
