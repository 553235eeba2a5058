import type { SqlParameters, SqlSession } from '../contract/database.js';
import { isUuid } from '../util/is-uuid.js';
import type { Reference, StoredRecord } from '../contract/record.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import type { RecordSelect } from './record-select.js';
import { createRecordSelect } from './record-select.js';

/** Loads whole records: one statement whatever the number of relations. */
export interface RecordReader {
  select(type: string): RecordSelect;
  /** `lock` keeps the row from changing until the transaction ends. */
  find(session: SqlSession, type: string, id: string, lock?: 'lock'): Promise<StoredRecord | undefined>;
  /** Records of one type in the order of `ids`; unknown ids are left out. */
  findMany(session: SqlSession, type: string, ids: readonly string[]): Promise<StoredRecord[]>;
  findWhere(
    session: SqlSession,
    type: string,
    where: string,
    parameters: SqlParameters,
    lock?: 'lock',
  ): Promise<StoredRecord[]>;
  /** The concrete type and IRI key of an id under a relation's target; undefined when nothing has it. */
  resolve(session: SqlSession, resource: RegisteredResource, key: string): Promise<Reference | undefined>;
  /** The same for many keys with one statement; keys that name nothing are absent. */
  resolveMany(
    session: SqlSession,
    resource: RegisteredResource,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, Reference>>;
}

export function createRecordReader(registry: ResourceRegistry, session: SqlSession): RecordReader {
  const selects = new Map<string, RecordSelect>();
  function select(type: string): RecordSelect {
    let built = selects.get(type);
    if (built === undefined)
      selects.set(type, (built = createRecordSelect(registry.require(type), registry, session)));
    return built;
  }

  async function findWhere(
    session: SqlSession,
    type: string,
    where: string,
    parameters: SqlParameters,
    lock?: 'lock',
  ): Promise<StoredRecord[]> {
    const { columns, from, decode } = select(type);
    const { forUpdate, locksFirst } = session.dialect;
    const locking = lock !== undefined && locksFirst ? lockRows(session, type, where, parameters) : undefined;
    const suffix = lock === undefined || locksFirst ? '' : forUpdate;
    const reading = session.all(`select ${columns}\nfrom ${from}\nwhere ${where}${suffix}`, parameters);
    // A transaction runs its statements one after the other, so the read is sent while the lock is waited for.
    const [, rows] = await Promise.all([locking, reading]);
    return rows.map(decode);
  }

  async function lockRows(
    session: SqlSession,
    type: string,
    where: string,
    parameters: SqlParameters,
  ): Promise<void> {
    const { table, baseTable } = registry.require(type);
    const base = baseTable === null ? '' : ` join ${session.table(baseTable)} b on b.id = t.id`;
    const rows = `select t.id as id from ${session.table(table)} t${base}`;
    await session.all(`${rows}\nwhere ${where}${session.dialect.forUpdate}`, parameters);
  }

  return {
    select,
    findWhere,
    async find(session, type, id, lock) {
      if (!isUuid(id)) return undefined;
      const [record] = await findWhere(session, type, 't.id = :id', { id: id.toLowerCase() }, lock);
      return record;
    },
    async findMany(session, type, ids) {
      if (ids.length === 0) return [];
      const found = await findWhere(session, type, session.dialect.anyOf('t.id', 'ids', 'uuid'), { ids });
      const byId = new Map(found.map((record) => [record.id, record]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },
    resolveMany: (session, resource, keys) => resolveMany(session, select(resource.name), keys),
    async resolve(session, resource, key) {
      return (await resolveMany(session, select(resource.name), [key])).get(key);
    },
  };
}

/** The identifying or looked-up member wins over the id, as it does in item URLs. */
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
