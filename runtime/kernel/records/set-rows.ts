import type { TransactionSession } from '../contract/database/database.js';
import type { WriteScope } from '../contract/records/writes.js';
import type { Reference, StoredRecord } from '../contract/records/record.js';
import { InternalError } from '../errors/internal-error.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import { groupBy } from '../util/group-by.js';
import { changeLogOf } from './change-log.js';
import { byType, idLists, runForIds } from './id-lists.js';
import type { IncomingColumn } from './incoming-columns.js';
import {
  NEXT_VERSION,
  versionParameters,
  versionStamp,
  versionTable,
  withNextVersion,
} from './record-versions.js';
import { isToOne, readBack, stampedTable, stampOf } from './stored-members.js';

/** A column of some records to set to one reference. */
export interface ReferenceWrite {
  readonly column: Pick<IncomingColumn, 'table' | 'column' | 'type'>;
  /** The stored holders. Their types differ if the column is in a base table. */
  readonly holders: readonly StoredRecord[];
  readonly to: Reference | null;
}

/** An updated record, and the field that was written. */
interface Pointed {
  readonly record: StoredRecord;
  readonly members: readonly [string];
}

/** Sets the column with one statement, plus one if another table stores the modification time. */
export async function writeReference(
  unit: WriteScope,
  { column: { table, column }, holders, to }: ReferenceWrite,
  registry: ResourceRegistry,
): Promise<readonly Pointed[]> {
  const [first] = holders;
  if (first === undefined) return [];
  const {
    session,
    context: { now },
  } = unit;
  const { dialect } = session;
  const holderType = registry.require(first.type);
  const isTouched = versionTable(holderType) === table;
  const assignment = `${dialect.quote(column)} = :to${isTouched ? `, ${touched(holderType)}` : ''}`;
  const sql = `update ${session.table(table)} set ${assignment} where ${dialect.anyOf('id', 'ids', 'uuid')}`;
  const stamp = isTouched ? versionParameters(versionStamp(unit), session) : {};
  await runForIds(session, sql, { ids: holders.map(({ id }) => id), to: to?.id ?? null, ...stamp });
  if (!isTouched) await touch(unit, holders, registry);
  return holders.map((before) => {
    const resource = registry.require(before.type);
    const field = resource.fields.find((each) => isToOne(each) && each.column === column);
    if (field === undefined) throw new InternalError(`${before.type} has no column ${column}.`);
    const members = { [field.name]: to, ...readBack(resource, stampOf(resource, now), dialect) };
    changeLogOf(session).updated(before, members);
    const record = { ...withNextVersion(before), values: { ...before.values, ...members } };
    return { record, members: [field.name] };
  });
}

/** A field of records of one type, and the value for each. */
export interface NumberWrite {
  readonly member: string;
  readonly values: ReadonlyMap<StoredRecord, number>;
}

export async function writeNumbers(
  unit: WriteScope,
  { member, values }: NumberWrite,
  registry: ResourceRegistry,
): Promise<void> {
  const {
    session,
    context: { now },
  } = unit;
  const stamp = versionParameters(versionStamp(unit), session);
  const byId = new Map([...values].map(([{ id }, value]) => [id, value]));
  for (const [type, records] of byType(values.keys())) {
    const resource = registry.require(type);
    const sql = numberStatement(session, resource, member);
    for (const ids of idLists(records.map(({ id }) => id))) {
      const some = JSON.stringify(Object.fromEntries(ids.map((id) => [id, byId.get(id)])));
      await session.run(sql, { ids, values: some, ...stamp });
    }
    const stamped = readBack(resource, stampOf(resource, now), session.dialect);
    for (const record of records)
      changeLogOf(session).updated(record, { [member]: byId.get(record.id), ...stamped });
  }
}

function numberStatement(
  { dialect, table: nameOf }: TransactionSession,
  resource: RegisteredResource,
  member: string,
): string {
  const field = resource.field(member);
  if (field?.kind !== 'scalar' || stampedTable(resource) !== resource.table)
    throw new InternalError(`${resource.name}.${member} is no number of a table that keeps its own dates.`);
  const value = dialect.numberAt('values', dialect.uuidText('id'));
  const where = dialect.anyOf('id', 'ids', 'uuid');
  return `update ${nameOf(resource.table)} set ${dialect.quote(field.column)} = ${value}, ${touched(resource)} where ${where}`;
}

/**
 * Updates version and modification time of records whose changes are in other tables. One statement per
 * table.
 */
export async function touch(
  unit: WriteScope,
  records: readonly StoredRecord[],
  registry: ResourceRegistry,
): Promise<void> {
  const { session } = unit;
  const stamp = versionParameters(versionStamp(unit), session);
  const statements = groupBy(
    records,
    ({ type }) => {
      const resource = registry.require(type);
      const where = session.dialect.anyOf('id', 'ids', 'uuid');
      return `update ${session.table(versionTable(resource))} set ${touched(resource)} where ${where}`;
    },
    ({ id }) => id,
  );
  for (const [sql, ids] of statements) await runForIds(session, sql, { ids, ...stamp });
}

/** Returns the assignments for the version, and for the modification time if the type has one. */
function touched(resource: RegisteredResource): string {
  return stampedTable(resource) === null ? NEXT_VERSION : `modified_at = :version_at, ${NEXT_VERSION}`;
}
