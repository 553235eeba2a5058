import type { JsonObject, JsonValue } from '../../kernel/contract/json.js';
import type { ComponentDeclaration, Outcome, SiteDeclarations } from '../declarations.js';
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

export interface ResourceWriter {
  /** Stores a component, once, with everything it refers to. */
  ensureComponent(component: ComponentDeclaration): Promise<ScaffoldRecord>;
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

/** Writes components and other resources, following their relations first. */
export function createResourceWriter({ store, counter, declarations }: ResourceWriterDeps): ResourceWriter {
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
    let entry = declarations.persisted.find((candidate) => candidate.resource === declared);
    if (entry === undefined) {
      entry = { resource: declared, outcome: { kind: 'pending' } };
      declarations.persisted.push(entry);
    }
    return ensurePersisted(entry);
  };
  const ensureComponent = (component: ComponentDeclaration): Promise<ScaffoldRecord> =>
    asDeclared(component.resource.declared, () => storeComponent(component));
  const storeComponent = async (component: ComponentDeclaration): Promise<ScaffoldRecord> => {
    if (component.outcome.kind === 'created' || component.outcome.kind === 'kept')
      return component.outcome.record;
    const { type } = component.resource;
    if (component.isBeingCreated)
      throw new ScaffoldError(`A ${type} component refers to itself; break the circle.`);
    component.isBeingCreated = true;
    const body = { ...(await encode(component.resource.values)), ...uiMembers(component) };
    const record = await createOrDraft(store, type, body);
    component.isBeingCreated = false;
    component.outcome = { kind: 'created', record };
    counter.count('created', 'component');
    return record;
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
  return { ensureComponent, ensurePersisted, encode };
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

/** A component that names its published version becomes the draft of it, by patching the published one. */
async function createOrDraft(store: ScaffoldStore, type: string, body: JsonObject): Promise<ScaffoldRecord> {
  const { publishable } = store.describe(type);
  const published = publishable === undefined ? undefined : body[publishable.publishedAssociation];
  if (publishable === undefined || typeof published !== 'string') return store.create(type, body);
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
