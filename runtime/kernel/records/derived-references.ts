import type { SqlSession, TransactionSession } from '../contract/database/database.js';
import type { DerivedData } from '../contract/records/derived.js';
import type { IndexedMember, ReferenceIndex } from './reference-index.js';
import { indexInsertSql, indexRowsSql, membersByType } from './reference-index.js';

/**
 * Creates the check of a reference index against the columns it repeats, with a rebuild. A few statements per
 * type and column.
 */
export function createDerivedReferences(index: ReferenceIndex): DerivedData {
  const types = [...membersByType(index)].map(([type, members]) => ({ type, members }));
  const known = { types: types.map(({ type }) => type) };
  return {
    name: index.name,
    version: 1,
    async compare(session, limit) {
      const lines: string[] = [];
      const isFull = (): boolean => lines.length >= limit;
      const rest = (): number => limit - lines.length;
      for (const member of index.members) {
        if (isFull()) return lines;
        const sql = `${differingSql(member, index, session)} limit :limit`;
        const rows = await session.all<IndexRow>(sql, { member: member.member, limit: rest() });
        for (const row of rows) lines.push(differingLine(row, member));
      }
      for (const { type, members } of types) {
        if (isFull()) return lines;
        const sql = surplusSql(members, index, session);
        const rows = await session.all<IndexRow>(sql, { type, limit: rest() });
        for (const row of rows) lines.push(surplusLine(row));
      }
      if (isFull()) return lines;
      const strays = await session.all<IndexRow>(straySql(index, session), { ...known, limit: rest() });
      return [...lines, ...strays.map(surplusLine)];
    },
    async rebuild(session) {
      for (const member of index.members) await lockDiffering(member, index, session);
      await session.run(deleteStraysSql(index, session), known);
      for (const { type, members } of types)
        await session.run(deleteWrongSql(members, index, session), { type });
      for (const member of index.members)
        await session.run(insertMissingSql(member, index, session), { member: member.member });
    },
  };
}

/** A row of the index, the column value it should repeat, or both. */
interface IndexRow extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly type: string | null;
  readonly named_by: string;
  readonly wanted: string | null;
  readonly found: string | null;
}

function differingLine({ id, wanted, found }: IndexRow, { type, member }: IndexedMember): string {
  return found === null
    ? `${type} ${id} names ${wanted} in ${member}: the row is missing`
    : `${type} ${id} names ${wanted} in ${member}: the row says ${found}`;
}

function surplusLine({ id, type, named_by: member, found }: IndexRow): string {
  return type === null
    ? `there is no ${id}: a row says that it names ${found} in ${member}`
    : `${type} ${id} names nothing in ${member}: a row says ${found}`;
}

/** Selects columns (`:member`) whose index row is missing or wrong. */
function differingSql(
  { table, column }: IndexedMember,
  { table: rows, owner, member, target }: ReferenceIndex,
  session: SqlSession,
): string {
  const named = `t.${session.dialect.quote(column)}`;
  return `select t.id as id, ${named} as wanted, s.${target} as found
from ${session.table(table)} t
left join ${session.table(rows)} s on s.${owner} = t.id and s.${member} = :member
where ${named} is not null and (s.${target} is null or s.${target} <> ${named})
order by t.id`;
}

/**
 * Locks the differing rows, so that concurrent writes of the same records finish first or wait. Otherwise
 * both would add the missing row.
 */
async function lockDiffering(
  member: IndexedMember,
  index: ReferenceIndex,
  session: TransactionSession,
): Promise<void> {
  const { forUpdate } = session.dialect;
  if (forUpdate === '') return; // The transaction has locked the whole database.
  await session.all(`${differingSql(member, index, session)}${forUpdate}`, { member: member.member });
}

/** Returns SQL for the column value (`t`) of an index row `s`; null for fields without a column. */
function wantedSql(members: readonly IndexedMember[], member: string, { dialect }: SqlSession): string {
  const cases = members.map(({ member: name, column }) => `when '${name}' then t.${dialect.quote(column)}`);
  return `case ${member} ${cases.join(' ')} end`;
}

/** Selects index rows of one type (`:type`) whose column is null or does not exist. */
function surplusSql(members: readonly IndexedMember[], index: ReferenceIndex, session: SqlSession): string {
  const [first] = members;
  const { owner, member, target } = index;
  return `select s.${owner} as id, d.dtype as type, s.${member} as named_by, s.${target} as found
from ${session.table(index.table)} s
join ${session.table(index.ownerBase)} d on d.id = s.${owner}
left join ${session.table(first?.table ?? '')} t on t.id = s.${owner}
where d.dtype = :type and ${wantedSql(members, `s.${member}`, session)} is null
order by s.${owner}, s.${member} limit :limit`;
}

/** Selects index rows whose owner is deleted or has a type without indexed fields (`:types` have some). */
function straySql({ table, ownerBase, owner, member, target }: ReferenceIndex, session: SqlSession): string {
  return `select s.${owner} as id, d.dtype as type, s.${member} as named_by, s.${target} as found
from ${session.table(table)} s
left join ${session.table(ownerBase)} d on d.id = s.${owner}
where d.id is null or not (${session.dialect.anyOf('d.dtype', 'types', 'string')})
order by s.${owner}, s.${member} limit :limit`;
}

function deleteStraysSql({ table, ownerBase, owner }: ReferenceIndex, session: TransactionSession): string {
  const rows = session.table(table);
  const isKnown = session.dialect.anyOf('d.dtype', 'types', 'string');
  return `delete from ${rows} where not exists (
  select 1 from ${session.table(ownerBase)} d where d.id = ${rows}.${owner} and ${isKnown}
)`;
}

function deleteWrongSql(
  members: readonly IndexedMember[],
  { table, ownerBase, owner, member, target }: ReferenceIndex,
  session: TransactionSession,
): string {
  const [first] = members;
  const rows = session.table(table);
  const wanted = wantedSql(members, `${rows}.${member}`, session);
  return `delete from ${rows} where exists (
  select 1 from ${session.table(ownerBase)} d
  left join ${session.table(first?.table ?? '')} t on t.id = d.id
  where d.id = ${rows}.${owner} and d.dtype = :type and (${wanted} is null or ${wanted} <> ${rows}.${target})
)`;
}

function insertMissingSql(member: IndexedMember, index: ReferenceIndex, session: TransactionSession): string {
  const { table, owner, member: name } = index;
  return `${indexInsertSql(index, session)}
${indexRowsSql(member, session)}
left join ${session.table(table)} s on s.${owner} = t.id and s.${name} = :member
where t.${session.dialect.quote(member.column)} is not null and s.${owner} is null`;
}
