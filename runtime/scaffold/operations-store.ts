import type { Requested } from '../kernel/contract/http/requested.js';
import type { Database, SqlValue, SqlSession } from '../kernel/contract/database/database.js';
import type { JsonObject, JsonValue } from '../kernel/contract/json.js';
import type { StoredRecord } from '../kernel/contract/records/record.js';
import type { CompleteDescriptor } from '../kernel/contract/schema/resource.js';
import { AppError } from '../kernel/errors/app-error.js';
import { InternalError } from '../kernel/errors/internal-error.js';
import type { IriConverter } from '../kernel/metadata/iri-converter.js';
import type { RegisteredResource, ResourceRegistry } from '../kernel/metadata/resource-registry.js';
import type { ResourceOperations } from '../kernel/resource-operations.js';
import { parsedBody } from '../kernel/writes/body-result.js';
import type { UpdateInput } from '../kernel/writes/write-input.js';
import type { Clock } from '../kernel/ports/clock.js';
import type { Logger } from '../kernel/ports/logger.js';
import type { RecordReader } from '../kernel/records/record-reader.js';
import { isReference } from '../kernel/records/references.js';
import type { ScaffoldRecord, ScaffoldStore } from './scaffold-store.js';
import { SCAFFOLD_ACTOR } from './scaffold-actor.js';
import { createStoreLocalFiles } from './store-local-files.js';
import { createUserFactory } from './user-factory.js';
import { ScaffoldError } from './scaffold-error.js';
import { isJsonObject } from '../kernel/util/json-object.js';
import { contextWithoutRequest } from '../kernel/util/http/context-without-request.js';
import { segmentOf, freePathAndName } from '../features/pages/public-api.js';
import type { Uploads } from '../features/uploads/public-api.js';
import type { CreateAccount } from '../features/accounts/public-api.js';

export interface OperationsStoreDeps {
  readonly projectRoot: string;
  readonly database: Database;
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  readonly reader: RecordReader;
  readonly operations: Pick<ResourceOperations, 'createMany' | 'update'>;
  readonly uploads: Pick<Uploads, 'openBatch'>;
  readonly createAccount: CreateAccount;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Stores declarations through the operations, so that validation, cascades, cache purges and broadcasts are those of
 * any write.
 */
export function createOperationsStore(deps: OperationsStoreDeps): ScaffoldStore {
  const { registry, iris, operations } = deps;
  const require = (type: string): RegisteredResource => {
    const resource = registry.get(type);
    if (resource === undefined)
      throw new ScaffoldError(`"${type}" is not a type of this project. Is it in schemas/?`);
    return resource;
  };
  const show = (record: StoredRecord): ScaffoldRecord => toScaffoldRecord(record, require(record.type), iris);
  const withLocalFiles = createStoreLocalFiles(deps);
  const write = async (
    resource: RegisteredResource,
    bodies: readonly JsonObject[],
    store: (sent: readonly JsonObject[]) => Promise<readonly StoredRecord[]>,
  ): Promise<readonly ScaffoldRecord[]> => {
    try {
      return (await withLocalFiles(resource, bodies, store)).map(show);
    } catch (error) {
      const [body] = bodies;
      const isKnown = body !== undefined && bodies.length === 1 && error instanceof AppError;
      throw isKnown ? refusal(resource, body, error) : error;
    }
  };
  const createAll: ScaffoldStore['createAll'] = async (type, bodies) => {
    const resource = require(type);
    return write(resource, bodies, (sent) =>
      operations.createMany(resource, sent, contextWithoutRequest(SCAFFOLD_ACTOR, deps)),
    );
  };
  const store: ScaffoldStore = {
    users: createUserFactory(deps.createAccount),
    slug: segmentOf,
    createAll,
    create: async (type, body) => only(await createAll(type, [body])),
    generateRoute: (body) => generateRoute(store, deps.database, body),
    has: (type) => registry.get(type) !== undefined,
    describe: (type): CompleteDescriptor => require(type),
    collectionIri: (type) => iris.collection(require(type)),
    async find(type, match) {
      const record = await findRecord(deps, require(type), match);
      return record === undefined ? null : show(record);
    },
    async findAll(type, member, values) {
      const resource = require(type);
      const { expression } = deps.reader.select(resource.name);
      const { dialect } = deps.database;
      const having = deps.reader
        .statements(resource.name)
        .where(dialect.sameText(expression(member), 'values'));
      const records = values.length === 0 ? [] : await having.all(deps.database, { values: [...values] });
      return new Map(records.map((record) => [String(record.values[member]), show(record)]));
    },
    read: async (iri) => show(await readRecord(deps, iri)),
    async patch({ type, iri }, body, version = 'newest') {
      const resource = require(type);
      const target = iris.parse(iri);
      const key = target?.kind === 'item' ? target.key : '';
      const update = async (sent: JsonObject): Promise<readonly StoredRecord[]> => {
        const change = hasJsonObjects(resource, sent)
          ? wholeChange(resource, await valuesOf(deps, iri, version), sent)
          : { kind: 'update' as const, body: parsedBody(sent) };
        const write = { ...change, resource, key };
        const context = contextWithoutRequest(SCAFFOLD_ACTOR, deps);
        const requested = { ...context.requested, version };
        return [(await operations.update(write, { ...context, requested })).record];
      };
      return only(await write(resource, [body], ([sent = body]) => update(sent)));
    },
  };
  return store;
}

function only(records: readonly ScaffoldRecord[]): ScaffoldRecord {
  const [record] = records;
  if (record === undefined) throw new InternalError('A write of the scaffold answered no record');
  return record;
}

const EXCERPT = 160;

/** Creates an error that identifies the refused record. */
function refusal({ name }: RegisteredResource, body: JsonObject, cause: AppError): ScaffoldError {
  const text = JSON.stringify(body);
  const excerpt = text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text;
  return new ScaffoldError(`This ${name} cannot be stored: ${cause.message}\n${excerpt}`, { cause });
}

async function findRecord(
  deps: OperationsStoreDeps,
  resource: RegisteredResource,
  match: Readonly<Record<string, JsonValue>>,
): Promise<StoredRecord | undefined> {
  const { expression } = deps.reader.select(resource.name);
  const conditions: string[] = [];
  const parameters: Record<string, SqlValue> = {};
  for (const [name, value] of Object.entries(match)) {
    if (value === null) {
      conditions.push(`${expression(name)} is null`);
      continue;
    }
    const stored = await storedValue(deps, resource, { name, value });
    if (stored === undefined) return undefined;
    const parameter = `match_${name}`;
    conditions.push(`${expression(name)} = :${parameter}`);
    parameters[parameter] = stored;
  }
  const matching = deps.reader.statements(resource.name).where(...conditions);
  const [record] = await matching.all(deps.database, parameters);
  return record;
}

/** Converts a declared value to its column's form. Undefined for a relation to a missing record. */
async function storedValue(
  { iris, reader, database }: OperationsStoreDeps,
  resource: RegisteredResource,
  { name, value }: { name: string; value: JsonValue },
): Promise<SqlValue | undefined> {
  const field = resource.field(name);
  if (field?.kind === 'scalar') return database.dialect.encode(field.type, value);
  const target = typeof value === 'string' ? iris.parse(value) : undefined;
  if (target?.kind !== 'item') return undefined;
  return (await reader.resolve(database, target.resource, target.key))?.id;
}

/** Returns the fields of the row that a change applies to. */
async function valuesOf(
  deps: OperationsStoreDeps,
  iri: string,
  version: Requested['version'],
): Promise<JsonObject> {
  const { registry, reader, database, iris } = deps;
  const record = await readRecord(deps, iri);
  const resource = registry.require(record.type);
  const draft = resource.publishable && record.values[resource.publishable.draftAssociation];
  const newest = version === 'newest' && isReference(draft) && (await reader.find(database, draft));
  return toScaffoldRecord(newest || record, resource, iris).values;
}

async function readRecord(
  { iris, reader, database }: OperationsStoreDeps,
  iri: string,
): Promise<StoredRecord> {
  const target = iris.parse(iri);
  const reference =
    target?.kind === 'item' ? await reader.resolve(database, target.resource, target.key) : undefined;
  const record = reference && (await reader.find(database, reference));
  if (record === undefined) throw new ScaffoldError(`Item not found for "${iri}".`);
  return record;
}

function toScaffoldRecord(
  record: StoredRecord,
  resource: RegisteredResource,
  iris: IriConverter,
): ScaffoldRecord {
  const key = resource.identifier === undefined ? record.id : String(record.values[resource.identifier]);
  const values = Object.entries(record.values).map(([name, value]) => [name, toJson(value, iris)] as const);
  return { type: record.type, iri: iris.item(resource, key), values: Object.fromEntries(values) };
}

function toJson(value: unknown, iris: IriConverter): JsonValue {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((entry) => toJson(entry, iris));
  if (isReference(value)) return iris.of(value);
  // Any other value came from a JSON column or is a plain scalar.
  return (value ?? null) as JsonValue;
}

/** Returns whether a body contains objects for JSON fields, which a merge patch would merge with the stored ones. */
function hasJsonObjects({ fields }: RegisteredResource, body: JsonObject): boolean {
  return fields.some((field) => {
    const isJson = field.kind === 'scalar' && field.type === 'json';
    return isJson && isJsonObject(body[field.name]);
  });
}

/**
 * Returns a full replacement of the record, so that JSON fields equal the body. It repeats the other fields, which a
 * replacement would reset. The publication date stays unless it is given (contract decision 37).
 */
function wholeChange(
  { fields, publishable }: RegisteredResource,
  stored: JsonObject,
  body: JsonObject,
): Pick<UpdateInput, 'kind' | 'body'> {
  const repeated = fields
    .filter(({ kind, name }) => kind === 'scalar' && name !== publishable?.field)
    .map(({ name }) => [name, stored[name] ?? null] as const);
  const whole = { ...Object.fromEntries(repeated), ...body };
  return { kind: 'replace', body: parsedBody(whole) };
}

/**
 * Creates a route whose path is derived from a title, below the parent's route. A taken name never changes the path.
 */
async function generateRoute(
  store: ScaffoldStore,
  session: SqlSession,
  body: JsonObject,
): Promise<ScaffoldRecord> {
  const target = body['page'] ?? body['pageData'];
  if (typeof target !== 'string') throw new ScaffoldError('A generated route needs a page or page data.');
  const { type, values } = await store.read(target);
  const name = store.slug(typeof values['title'] === 'string' ? values['title'] : '', type);
  const path = `${await parentPath(store, values)}/${name}`;
  return store.create('Route', { ...body, ...(await freePathAndName({ path, name }, session)) });
}

async function parentPath(store: ScaffoldStore, values: JsonObject): Promise<string> {
  const parent = values['parentPage'] ?? values['parentPageData'];
  if (typeof parent !== 'string') return '';
  const route = (await store.read(parent)).values['route'];
  if (typeof route !== 'string')
    throw new ScaffoldError('The parent must have a route before a route can be generated.');
  const { path } = (await store.read(route)).values;
  return typeof path === 'string' && path !== '/' ? path : '';
}
