import type { SqlParameters, SqlSession } from '../contract/database.js';
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
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Ids are compared as database UUIDs, so anything else must not reach a statement. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
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
    const suffix = lock === undefined ? '' : session.dialect.forUpdate;
    const rows = await session.all(`select ${columns}\nfrom ${from}\nwhere ${where}${suffix}`, parameters);
    return rows.map(decode);
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
    async resolve(session, resource, key) {
      const member = resource.identifier ?? resource.lookup;
      if (member !== undefined && !isUuid(key)) {
        const expression = select(resource.name).expression(member);
        const sql = `select t.id as id from ${session.table(resource.table)} t where ${expression} = :key`;
        const row = await session.first<{ id: string }>(sql, { key });
        return (
          row && { type: resource.name, id: row.id, key: resource.identifier === undefined ? row.id : key }
        );
      }
      return isUuid(key)
        ? resolveById(session, resource, key.toLowerCase(), select(resource.name))
        : undefined;
    },
  };
}

async function resolveById(
  session: SqlSession,
  resource: RegisteredResource,
  id: string,
  select: RecordSelect,
): Promise<Reference | undefined> {
  const key = resource.identifier === undefined ? 't.id' : select.expression(resource.identifier);
  const sql = `select t.id as id, ${key} as record_key from ${session.table(resource.table)} t where t.id = :id`;
  const row = await session.first<{ id: string; record_key: string }>(sql, { id });
  return row && { type: resource.name, id: row.id, key: row.record_key };
}
