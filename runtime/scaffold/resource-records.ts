import type { JsonObject, JsonValue } from '../kernel/contract/json.js';
import { declareComponent } from './component-records.js';
import { keptOutcome, PENDING, type DeclaredRecord } from './declared-record.js';
import type { DeclaredSite } from './declared-site.js';
import { ScaffoldError } from './scaffold-error.js';
import type { ScaffoldResource } from './scaffold-resource.js';
import type { ScaffoldStore } from './scaffold-store.js';

/** Declares any resource. Stored resources are recognized, except components. */
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
 * Returns the declaration of a resource that is a value of another one.
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
    // The next resource may have equal values.
    writeAlone: (body) => () => store.create(type, body),
  };
}

/**
 * Returns the values that identify a resource: the fields of a unique key if all were given, else every plain value.
 */
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
