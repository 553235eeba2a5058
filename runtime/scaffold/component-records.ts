import type { JsonObject } from '../kernel/contract/json.js';
import type { ComponentBuilder, GroupBuilder, GroupOptions } from './builders.js';
import {
  OWNER_MEMBER,
  PENDING,
  recordOf,
  type ComponentRecord,
  type GroupRecord,
  type OwnerRecord,
  type PositionRecord,
} from './declared-record.js';
import type { DeclaredSite } from './declared-site.js';
import { declaredHere } from './scaffold-error.js';
import { IRI_OF, isScaffoldResource, type ScaffoldResource } from './scaffold-resource.js';
import type { ScaffoldRecord, ScaffoldStore } from './scaffold-store.js';

/** Declares a component once per resource object. */
export function declareComponent(site: DeclaredSite, resource: ScaffoldResource): ComponentRecord {
  const existing = site.components.get(resource);
  if (existing !== undefined) return existing;
  const { type, declared } = resource;
  const ui: { uiComponent?: string; uiClassNames?: readonly string[] } = {};
  const builder: ComponentBuilder = {
    uiComponent(suffix) {
      ui.uiComponent = `CwaComponent${type}Ui${suffix}`;
      return builder;
    },
    uiClassNames(...names) {
      ui.uiClassNames = names;
      return builder;
    },
    group(name, options = {}) {
      declareGroup(site, component, { name, options });
      return builder;
    },
    getComponent: () => resource,
    [IRI_OF]: () => site.writer.iriOf(component),
  };
  const component: ComponentRecord = {
    kind: 'component',
    type,
    declared,
    label: () => `component of the type ${type}`,
    groups: new Map(),
    outcome: PENDING,
    members: () => ({ ...resource.values, ...ui }),
    writeAlone: (body) => draftWrite(site.store, type, body),
    builder,
  };
  site.components.set(resource, component);
  return component;
}

/** Writes a component that has a published version as its draft, by patching the published one. */
function draftWrite(
  store: ScaffoldStore,
  type: string,
  body: JsonObject,
): (() => Promise<ScaffoldRecord>) | undefined {
  const { publishable } = store.describe(type);
  if (publishable === undefined) return undefined;
  const { [publishable.publishedAssociation]: published, ...changes } = body;
  if (typeof published !== 'string') return undefined;
  const publishedAt = changes[publishable.field] ?? null;
  return async () =>
    store.patch(await store.read(published), { ...changes, [publishable.field]: publishedAt });
}

/** First sort value of a group, and distance between positions. */
const SORT_STEP = 10;

/** Declares a group of an owner, once per name, and fills it. */
export function declareGroup(
  site: DeclaredSite,
  owner: OwnerRecord,
  {
    name,
    options,
  }: { readonly name: string; readonly options: GroupOptions | ((group: GroupBuilder) => void) },
): void {
  const { allow, configure, locationReference } =
    typeof options === 'function' ? { configure: options } : options;
  const shared = locationReference === undefined ? undefined : `${name}_${locationReference}`;
  const existing = shared === undefined ? owner.groups.get(name) : site.sharedGroups.get(shared);
  const group = existing ?? newGroup(site, { name, locationReference: locationReference ?? null, owner });
  if (shared !== undefined) site.sharedGroups.set(shared, group);
  if (allow !== undefined) group.allow = allow;
  group.owners.add(owner);
  owner.groups.set(name, group);
  configure?.(groupBuilder(site, group));
}

function newGroup(
  { store }: DeclaredSite,
  {
    name,
    locationReference,
    owner,
  }: Pick<GroupRecord, 'name' | 'locationReference'> & { owner: OwnerRecord },
): GroupRecord {
  // A shared group is created with the first of its owners that is stored.
  const firstOwner = (): OwnerRecord => [...group.owners].find((one) => recordOf(one) !== null) ?? owner;
  const location = (): string => locationReference ?? recordOf(firstOwner())?.iri ?? '';
  const reference = (): string => `${name}_${location()}`;
  const group: GroupRecord = {
    kind: 'group',
    type: 'ComponentGroup',
    declared: owner.declared,
    name,
    locationReference,
    allow: null,
    owners: new Set(),
    linkedOwners: new Set(),
    positions: [],
    lastSortValue: 0,
    outcome: PENDING,
    keys: () => ({ reference: reference() }),
    members: () => ({
      reference: reference(),
      location: location(),
      [OWNER_MEMBER[firstOwner().kind]]: [recordOf(firstOwner())?.iri],
      allowedComponents: group.allow?.map((type) =>
        type.startsWith('/') ? type : store.collectionIri(type),
      ),
    }),
    onStored({ kind }) {
      if (kind === 'created') group.linkedOwners.add(firstOwner());
    },
  };
  return group;
}

function groupBuilder(site: DeclaredSite, group: GroupRecord): GroupBuilder {
  const place = (position: Omit<PositionRecord, 'kind' | 'type' | 'outcome'>): GroupBuilder => {
    group.positions.push({ kind: 'position', type: 'ComponentPosition', outcome: PENDING, ...position });
    group.lastSortValue = Math.max(group.lastSortValue, position.sortValue);
    return builder;
  };
  const componentGroup = (): Promise<string> => site.writer.iriOf(group);
  const builder: GroupBuilder = {
    add(given, sortValue = group.lastSortValue + SORT_STEP) {
      const component = declareComponent(site, resourceOf(given));
      const members = async () => ({
        componentGroup: await componentGroup(),
        component: await site.writer.iriOf(component),
        sortValue,
      });
      return place({ declared: component.declared, component, sortValue, members });
    },
    pageDataPosition(type, pageDataProperty, sortValue = group.lastSortValue + SORT_STEP) {
      const members = async () => ({
        componentGroup: await componentGroup(),
        pageDataClass: site.store.describe(type).classIdentifier,
        pageDataProperty,
        sortValue,
      });
      return place({ declared: declaredHere(), component: null, sortValue, members });
    },
  };
  return builder;
}

const resourceOf = (value: ComponentBuilder | ScaffoldResource): ScaffoldResource =>
  isScaffoldResource(value) ? value : value.getComponent();
