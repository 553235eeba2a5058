import type { JsonObject, JsonValue } from '../kernel/contract/json.js';
import type { ComponentBuilder } from './builders.js';
import {
  keptOutcome,
  PENDING,
  type DeclaredRecord,
  type DeclaredSite,
  type ComponentRecord,
} from './declared-record.js';
import { declareGroup } from './group-records.js';
import { ScaffoldError } from './scaffold-error.js';
import { IRI_OF, type ScaffoldResource } from './scaffold-resource.js';
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

/** Declares any resource that is to be stored. Unless it is a component, one that is stored already is recognised. */
export function declarePersisted(site: DeclaredSite, resource: ScaffoldResource): DeclaredRecord {
  const { store, persisted } = site;
  const existing = persisted.get(resource);
  if (existing !== undefined) return existing;
  const record = isComponent(store, resource.type)
    ? declareComponent(site, resource)
    : otherRecord(store, resource);
  persisted.set(resource, record);
  return record;
}

/**
 * The declaration of a resource that stands in a value of another one.
 * @throws ScaffoldError for page data that is not stored yet
 */
export function declarationOf(site: DeclaredSite, resource: ScaffoldResource): DeclaredRecord {
  const { kind } = site.store.describe(resource.type);
  if (kind === 'component') return declareComponent(site, resource);
  const pageData = site.pageData.get(resource);
  if (pageData === undefined) return declarePersisted(site, resource);
  if (pageData.outcome.kind === 'created' || pageData.outcome.kind === 'kept') return pageData;
  throw new ScaffoldError(
    `A ${resource.type} record is referred to before it is stored. Refer to it with complete(), which waits for it.`,
  );
}

const isComponent = (store: ScaffoldStore, type: string): boolean =>
  store.has(type) && store.describe(type).kind === 'component';

function otherRecord(store: ScaffoldStore, { type, values, declared }: ScaffoldResource): DeclaredRecord {
  return {
    kind: type === 'Route' ? 'route' : 'resource',
    type,
    declared,
    outcome: PENDING,
    async find(_lookUp, encoded) {
      store.describe(type);
      return keptOutcome(await store.find(type, identity(store, type, await encoded())));
    },
    members: () => values,
    // The next one may be equal to it.
    writeAlone: (body) => () => store.create(type, body),
  };
}

/** A component that names its published version becomes the draft of it, by patching the published one. */
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

/** What tells a persisted resource apart: the fields of a unique key when all were given, else every plain value. */
function identity(store: ScaffoldStore, type: string, body: JsonObject): Readonly<Record<string, JsonValue>> {
  const { fields, unique } = store.describe(type);
  const pickFields = (names: readonly string[]): [string, JsonValue][] =>
    names.flatMap((name) => (body[name] === undefined || body[name] === null ? [] : [[name, body[name]]]));
  const keys = [
    ...unique.map((key) => key.fields),
    ...fields.filter((field) => field.kind === 'scalar' && field.unique === true).map(({ name }) => [name]),
  ];
  const key = keys.find((names) => pickFields(names).length === names.length);
  const plain = fields
    .filter((field) => field.kind === 'scalar' && field.type !== 'json')
    .map(({ name }) => name);
  return Object.fromEntries(pickFields(key ?? plain));
}
