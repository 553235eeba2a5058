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

/** Members of a declared resource, or a draft of it, that are written when everything is stored. */
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
  /** Each makes a route of this load lead to another one. */
  readonly routeRedirects: (() => Promise<void>)[];
  readonly callbacks: (() => void | Promise<void>)[];
  readonly late: LateMembers[];
  /** The routable whose nested closure is running is last: what is declared meanwhile is below it. */
  readonly nesting: RoutableRecord[];
}

/** The owners that a flush fills, layouts first. */
export function ownersOf({ layouts, pages, components }: DeclaredSite): readonly OwnerRecord[] {
  return [...layouts.values(), ...pages.values(), ...components.values()];
}

/** Called after each part of a load or an export; `expected` counts what is known so far, which may grow. */
export type OnProgress = (done: number, expected: () => number) => void;

/** How many records the declarations become when none of them is stored yet and all are reached. */
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
