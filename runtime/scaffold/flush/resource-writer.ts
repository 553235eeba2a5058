import type { JsonObject, JsonValue } from '../../kernel/contract/json.js';
import type {
  ComponentDeclaration,
  Outcome,
  PageDataDeclaration,
  SiteDeclarations,
} from '../declarations.js';
import { InternalError } from '../../kernel/errors/internal-error.js';
import { recordOf } from '../content-builders.js';
import { declareComponent } from '../declare.js';
import { asDeclared } from '../declared-here.js';
import {
  IRI_OF,
  isScaffoldReference,
  isScaffoldResource,
  type ScaffoldResource,
} from '../scaffold-resource.js';
import type { ScaffoldRecord, ScaffoldStore } from '../scaffold-store.js';
import type { SummaryCounter, SummaryKind } from '../load-summary.js';
import { isLocalFile } from '../local-file.js';
import { ScaffoldError } from '../scaffold-error.js';
import { storeTogether, TOGETHER } from './store-together.js';

export interface ResourceWriter {
  /** Stores a component, once, with everything it refers to. */
  ensureComponent(component: ComponentDeclaration): Promise<ScaffoldRecord>;
  /** The same for many, together. */
  ensureComponents(components: readonly ComponentDeclaration[]): Promise<void>;
  /** Stores a resource that was handed to `persist`, unless an equal one exists. */
  ensurePersisted(entry: { readonly resource: ScaffoldResource; outcome: Outcome }): Promise<ScaffoldRecord>;
  /** Declared values as a request body carries them. */
  encode(values: Readonly<Record<string, unknown>>): Promise<JsonObject>;
}

export interface ResourceWriterDeps {
  readonly store: ScaffoldStore;
  readonly counter: SummaryCounter;
  readonly declarations: SiteDeclarations;
}

/**
 * Writes components and other resources, following their relations first. Components wait until there are many of them, or
 * until something is stored that may refer to them.
 */
export function createResourceWriter({ store, counter, declarations }: ResourceWriterDeps): ResourceWriter {
  const waiting = new Map<ComponentDeclaration, JsonObject>();
  const encodeValue = async (value: unknown): Promise<JsonValue> => {
    if (isScaffoldReference(value)) return value[IRI_OF]();
    if (isScaffoldResource(value)) return (await ensureResource(value)).iri;
    if (isLocalFile(value))
      throw new ScaffoldError('localFile() belongs into an upload field, not inside other values.');
    if (value instanceof Date) return value.toISOString();
    if (Array.isArray(value)) {
      const entries: JsonValue[] = [];
      for (const entry of value) entries.push(await encodeValue(entry));
      return entries;
    }
    if (typeof value === 'object' && value !== null) return encodeMembers(value, encodeValue);
    if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    throw new ScaffoldError(`A scaffold value cannot be stored: ${String(value)}`);
  };
  // A local file is stored by the write itself, so that what is kept or refused leaves none.
  const encode = (values: Readonly<Record<string, unknown>>): Promise<JsonObject> =>
    encodeMembers(values, async (value) => (isLocalFile(value) ? { ...value } : encodeValue(value)));
  const ensureResource = (declared: ScaffoldResource): Promise<ScaffoldRecord> => {
    if (store.describe(declared.type).kind === 'component')
      return ensureComponent(declareComponent(declarations, declared));
    const pageData = declarations.pageData.get(declared);
    if (pageData !== undefined) return Promise.resolve(storedPageData(pageData));
    let entry = declarations.persisted.find((candidate) => candidate.resource === declared);
    if (entry === undefined) {
      entry = { resource: declared, outcome: { kind: 'pending' } };
      declarations.persisted.push(entry);
    }
    return ensurePersisted(entry);
  };
  const ensureComponent = async (component: ComponentDeclaration): Promise<ScaffoldRecord> => {
    if (recordOf(component.outcome) === null) {
      if (!waiting.has(component)) await storeWaiting();
      await asDeclared(component.resource.declared, () => prepareComponent(component));
      await storeWaiting();
    }
    const record = recordOf(component.outcome);
    if (record === null) throw new InternalError(`A ${component.resource.type} component was not stored`);
    return record;
  };
  const ensureComponents = async (components: readonly ComponentDeclaration[]): Promise<void> => {
    for (const component of components) {
      await asDeclared(component.resource.declared, () => prepareComponent(component));
      if (waiting.size >= TOGETHER) await storeWaiting();
    }
    await storeWaiting();
  };
  const prepareComponent = async (component: ComponentDeclaration): Promise<void> => {
    if (recordOf(component.outcome) !== null || waiting.has(component)) return;
    const { type, values } = component.resource;
    if (component.isBeingCreated)
      throw new ScaffoldError(`A ${type} component refers to itself; break the circle.`);
    component.isBeingCreated = true;
    try {
      const body = { ...(await encode(values)), ...uiMembers(component) };
      if (publishedOf(store, type, body) === undefined) return void waiting.set(component, body);
      await storeWaiting();
      markCreated(component, await draft(store, type, body));
    } finally {
      component.isBeingCreated = false;
    }
  };
  const storeWaiting = async (): Promise<void> => {
    const byType = new Map<string, [ComponentDeclaration, JsonObject][]>();
    for (const entry of waiting) {
      const { type } = entry[0].resource;
      byType.set(type, [...(byType.get(type) ?? []), entry]);
    }
    waiting.clear();
    for (const [type, entries] of byType)
      await storeTogether(entries, {
        declaredOf: ([{ resource }]) => resource.declared,
        async store(some) {
          const records = await store.createAll(
            type,
            some.map(([, body]) => body),
          );
          for (const [index, [component]] of some.entries()) markCreated(component, records[index]);
        },
      });
  };
  const markCreated = (component: ComponentDeclaration, record: ScaffoldRecord | undefined): void => {
    if (record === undefined) return;
    component.outcome = { kind: 'created', record };
    counter.count('created', 'component');
  };
  const ensurePersisted: ResourceWriter['ensurePersisted'] = (entry) =>
    asDeclared(entry.resource.declared, () => storePersisted(entry));
  const storePersisted: ResourceWriter['ensurePersisted'] = async (entry) => {
    if (entry.outcome.kind === 'created' || entry.outcome.kind === 'kept') return entry.outcome.record;
    const { type, values } = entry.resource;
    if (store.describe(type).kind === 'component')
      return ensureComponent(declareComponent(declarations, entry.resource));
    const body = await encode(values);
    const existing = await store.find(type, identity(store, type, body));
    const outcome = existing === null ? 'created' : 'kept';
    const record = existing ?? (await store.create(type, body));
    entry.outcome = { kind: outcome, record };
    counter.count(outcome, summaryKind(type));
    return record;
  };
  return { ensureComponent, ensureComponents, ensurePersisted, encode };
}

function storedPageData({ outcome, resource }: PageDataDeclaration): ScaffoldRecord {
  const record = recordOf(outcome);
  if (record !== null) return record;
  throw new ScaffoldError(
    `A ${resource.type} record is referred to before it is stored. Refer to it with complete(), which waits for it.`,
  );
}

/** One after the other: a value may be a resource that has to be stored first, and writes keep their declared order. */
async function encodeMembers(
  values: object,
  encodeValue: (value: unknown) => Promise<JsonValue>,
): Promise<JsonObject> {
  const body: Record<string, JsonValue> = {};
  for (const [member, value] of Object.entries(values)) {
    if (value !== undefined) body[member] = await encodeValue(value);
  }
  return body;
}

function uiMembers({ uiComponent, uiClassNames }: ComponentDeclaration): JsonObject {
  return {
    ...(uiComponent === null ? {} : { uiComponent }),
    ...(uiClassNames === null ? {} : { uiClassNames }),
  };
}

/** The published version that a component names. */
function publishedOf(store: ScaffoldStore, type: string, body: JsonObject): string | undefined {
  const { publishable } = store.describe(type);
  const published = publishable === undefined ? undefined : body[publishable.publishedAssociation];
  return typeof published === 'string' ? published : undefined;
}

/** A component that names its published version becomes the draft of it, by patching the published one. */
async function draft(store: ScaffoldStore, type: string, body: JsonObject): Promise<ScaffoldRecord> {
  const { publishable } = store.describe(type);
  const published = publishedOf(store, type, body);
  if (publishable === undefined || published === undefined) return store.create(type, body);
  const changes = Object.fromEntries(
    Object.entries(body).filter(([name]) => name !== publishable.publishedAssociation),
  );
  return store.patch(await store.read(published), {
    ...changes,
    [publishable.field]: changes[publishable.field] ?? null,
  });
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

function summaryKind(type: string): SummaryKind {
  return type === 'Route' ? 'route' : 'resource';
}
