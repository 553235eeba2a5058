import type { Change } from '../../../kernel/contract/records/change-set.js';
import type { StoredRecord } from '../../../kernel/contract/records/record.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import { referencesIn } from '../../../kernel/unit-of-work/related-records.js';

/** Ids of the records whose visibility may have changed. */
export interface Affected {
  /** Pages and page data that may give access to other places, or at another time, than before. */
  readonly records: Set<string>;
  /** Pages whose layout changed. Page data shown in them gives access to the new layout, too. */
  readonly templates: Set<string>;
  readonly layouts: Set<string>;
  readonly routes: Set<string>;
  /** Components that may have moved, with everything nested in them. */
  readonly components: Set<string>;
  /** New drafts of components. */
  readonly drafts: Set<string>;
  /** Places of deleted components. */
  readonly left: Set<string>;
  /** Groups that may have moved, with all their content. */
  readonly groups: Set<string>;
}

export function nothingAffected(): Affected {
  return {
    records: new Set(),
    templates: new Set(),
    layouts: new Set(),
    routes: new Set(),
    components: new Set(),
    drafts: new Set(),
    left: new Set(),
    groups: new Set(),
  };
}

export const isNothingAffected = (affected: Affected): boolean =>
  Object.values(affected).every((ids: ReadonlySet<string>) => ids.size === 0);

/** Fields that decide where a page or page data record is in the tree, and who sees it. */
const ROUTABLE = ['route', 'isReachableWithoutRoute', 'parentPage', 'parentPageData', 'layout', 'page'];

/** Adds the records that a change affects. Compares a few fields and never queries the database. */
export function addAffected(affected: Affected, change: Change, registry: ResourceRegistry): void {
  const record = change.kind === 'deleted' ? change.before : change.after;
  const { name, kind, publishable } = registry.require(record.type);
  const differs = (...members: readonly (string | undefined)[]): boolean =>
    change.kind !== 'updated' ||
    members.some((member) => member !== undefined && change.fields.includes(member));
  const named = (member: string): readonly string[] => (differs(member) ? namedIn(change, member) : []);
  const addTo = (ids: Set<string>, more: readonly string[]): void => more.forEach((id) => ids.add(id));

  if (name === 'Route') {
    if (differs('liveAt', 'redirect')) affected.routes.add(record.id);
    return;
  }
  if (name === 'ComponentPosition') {
    if (differs('component', 'componentGroup')) addTo(affected.components, namedIn(change, 'component'));
    return;
  }
  if (name === 'Layout' && change.kind !== 'updated') affected.layouts.add(record.id);
  if (name === 'Page' || kind === 'page_data') {
    if (differs(...ROUTABLE, publishable?.publishedAssociation)) affected.records.add(record.id);
    if (name === 'Page' && differs('layout')) affected.templates.add(record.id);
    addTo(affected.routes, named('route'));
    addTo(affected.layouts, named('layout'));
  }
  if (kind === 'page_data') addTo(affected.components, componentsIn(change, registry));
  // A new component has no place yet, but a draft has the place of its published version.
  if (kind === 'component' && change.kind === 'updated' && differs(publishable?.publishedAssociation))
    affected.components.add(record.id);
  if (kind === 'component' && publishable !== undefined && change.kind === 'created')
    if (referencesIn(record, publishable.publishedAssociation).length > 0) affected.drafts.add(record.id);
  addTo(affected.groups, named('componentGroups'));
}

/** Returns the components in changed properties of a page data record, before and after the change. */
function componentsIn(change: Change, registry: ResourceRegistry): readonly string[] {
  const { type } = change.kind === 'deleted' ? change.before : change.after;
  return registry.require(type).ownFields.flatMap((field) => {
    if (field.kind !== 'to-one') return [];
    if (change.kind === 'updated' && !change.fields.includes(field.name)) return [];
    return statesOf(change)
      .flatMap((state) => referencesIn(state, field.name))
      .filter((reference) => registry.require(reference.type).kind === 'component')
      .map(({ id }) => id);
  });
}

const namedIn = (change: Change, member: string): readonly string[] =>
  statesOf(change).flatMap((state) => referencesIn(state, member).map(({ id }) => id));

function statesOf(change: Change): readonly StoredRecord[] {
  switch (change.kind) {
    case 'created':
      return [change.after];
    case 'updated':
      return [change.before, change.after];
    case 'deleted':
      return [change.before];
  }
}
