import type { SqlSession } from '../contract/database/database.js';
import { isUuid } from '../util/is-uuid.js';
import type { Reference, StoredRecord } from '../contract/records/record.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import { createRecordSelect, type RecordSelect } from './record-select.js';
import { createRecordStatements, type RecordStatement, type RecordStatements } from './record-statements.js';

/** Loads whole records with one statement, whatever the number of relations. */
export interface RecordReader {
  select(type: string): RecordSelect;
  statements(type: string): RecordStatements;
  /** Returns the statements without on-demand fields; undefined if the type has none. */
  briefStatements(type: string): RecordStatements | undefined;
  find(session: SqlSession, address: RecordAddress): Promise<StoredRecord | undefined>;
  /** Finds a record and locks its row until the transaction ends. */
  findLocked(session: SqlSession, address: RecordAddress): Promise<StoredRecord | undefined>;
  /** Returns records of one type in the order of `ids`; unknown ids are omitted. */
  findMany(session: SqlSession, type: string, ids: readonly string[]): Promise<StoredRecord[]>;
  /**
   * Returns the concrete type and IRI key for a key of a relation's target; undefined if no record has it.
   */
  resolve(session: SqlSession, resource: RegisteredResource, key: string): Promise<Reference | undefined>;
  /** Resolves many keys with one statement; keys without a record are omitted. */
  resolveMany(
    session: SqlSession,
    resource: RegisteredResource,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, Reference>>;
}

export type RecordAddress = Pick<Reference, 'type' | 'id'>;

/** Statements built once per type. */
interface Reads {
  readonly select: RecordSelect;
  readonly statements: RecordStatements;
  readonly brief: RecordStatements | undefined;
  readonly byId: RecordStatement;
  readonly byIds: RecordStatement;
}

export function createRecordReader(registry: ResourceRegistry, session: SqlSession): RecordReader {
  const known = new Map<string, Reads>();
  function readsOf(type: string): Reads {
    let reads = known.get(type);
    if (reads === undefined) known.set(type, (reads = createReads(registry.require(type))));
    return reads;
  }

  function createReads(resource: RegisteredResource): Reads {
    const select = createRecordSelect(resource, registry, session);
    const statements = createRecordStatements(select, session);
    const brief = select.brief && createRecordStatements(select.brief, session);
    const byId = statements.where('t.id = :id');
    const byIds = statements.where(session.dialect.anyOf('t.id', 'ids', 'uuid'));
    return { select, statements, brief, byId, byIds };
  }

  const select = (type: string): RecordSelect => readsOf(type).select;

  return {
    select,
    statements: (type) => readsOf(type).statements,
    briefStatements: (type) => readsOf(type).brief,
    async find(session, { type, id }) {
      if (!isUuid(id)) return undefined;
      const [record] = await readsOf(type).byId.all(session, { id: id.toLowerCase() });
      return record;
    },
    async findLocked(session, { type, id }) {
      if (!isUuid(id)) return undefined;
      const [record] = await readsOf(type).byId.allLocked(session, { id: id.toLowerCase() });
      return record;
    },
    async findMany(session, type, ids) {
      if (ids.length === 0) return [];
      const found = await readsOf(type).byIds.all(session, { ids });
      const byId = new Map(found.map((record) => [record.id, record]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },
    resolveMany: (session, resource, keys) => resolveMany(session, select(resource.name), keys),
    async resolve(session, resource, key) {
      return (await resolveMany(session, select(resource.name), [key])).get(key);
    },
  };
}

/** Resolves keys. The identifying or lookup field wins over the id, as in item URLs. */
async function resolveMany(
  session: SqlSession,
  { resource, expression }: RecordSelect,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Reference>> {
  const member = resource.identifier ?? resource.lookup;
  const ids = keys.filter(isUuid).map((key) => key.toLowerCase());
  if (keys.length === 0 || (member === undefined && ids.length === 0)) return new Map();
  const byId = session.dialect.anyOf('t.id', 'ids', 'uuid');
  const column = member === undefined ? 't.id' : expression(member);
  const test = member === undefined ? byId : `${session.dialect.anyOf(column, 'keys', 'string')} or ${byId}`;
  const rows = await session.all<{ id: string; name: string }>(
    `select t.id as id, ${column} as name from ${session.table(resource.table)} t where ${test}`,
    member === undefined ? { ids } : { keys, ids },
  );
  const named = new Map(rows.map(({ id, name }) => [name, id]));
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return new Map(
    keys.flatMap((key): [string, Reference][] => {
      const id = (member === undefined ? undefined : named.get(key)) ?? key.toLowerCase();
      const name = names.get(id);
      if (name === undefined) return [];
      return [[key, { type: resource.name, id, key: resource.identifier === undefined ? id : name }]];
    }),
  );
}
