import type { SqlSession, SqlWrite, TransactionSession } from '../contract/database/database.js';
import type { Reference, StoredRecord } from '../contract/records/record.js';
import { byType, idLists } from './id-lists.js';
import { referenceOf } from './references.js';

/** A to-one member whose references an index repeats. */
export interface IndexedMember {
  readonly type: string;
  readonly member: string;
  /** The column that stores it. */
  readonly table: string;
  readonly column: string;
  /** The types that it may name. */
  readonly target: string;
}

/**
 * One table that repeats the references in some members of many types, a row for each: what names a record, and what some
 * records name, is one look-up whose text does not depend on the number of types.
 */
export interface ReferenceIndex {
  /** Its name among the derived data. */
  readonly name: string;
  readonly table: string;
  /** The columns of a row: who names, in which member, what. */
  readonly owner: string;
  readonly member: string;
  readonly target: string;
  /** The table that tells the type of each owner. */
  readonly ownerBase: string;
  readonly members: readonly IndexedMember[];
}

type Owner = Pick<Reference, 'type' | 'id'>;

/** Records, and the members of each that were written. */
export interface WrittenMembers {
  readonly record: Owner;
  readonly members: readonly string[];
}

/** The writes that keep indexes as the columns are; they read these, so they go behind the writes of rows. */
export interface IndexRows {
  created(session: TransactionSession, records: readonly StoredRecord[]): readonly SqlWrite[];
  changed(session: TransactionSession, written: readonly WrittenMembers[]): readonly SqlWrite[];
  removed(session: TransactionSession, records: readonly Owner[]): readonly SqlWrite[];
}

/** The number of columns that one statement reads; each takes a list of ids. */
const MAXIMUM_COLUMNS = 30;

/** Sends no statement for types without indexed members, nor for writes that do not change them. */
export function createIndexRows(indexes: readonly ReferenceIndex[]): IndexRows {
  const each = indexes.map((index) => ({ index, members: membersByType(index) }));
  return {
    created: (session, records) =>
      each.flatMap(({ index, members }) => {
        const naming = records.filter(({ type, values }) =>
          members.get(type)?.some(({ member }) => referenceOf(values[member]) !== null),
        );
        return insertions({ index, members, owners: naming }, session);
      }),
    changed: (session, written) =>
      each.flatMap(({ index, members }) => {
        const owners = written
          .filter(({ record, members: names }) =>
            members.get(record.type)?.some(({ member }) => names.includes(member)),
          )
          .map(({ record }) => record);
        return [...deletions({ index, owners }, session), ...insertions({ index, members, owners }, session)];
      }),
    removed: (session, records) =>
      each.flatMap(({ index, members }) =>
        deletions({ index, owners: records.filter(({ type }) => members.has(type)) }, session),
      ),
  };
}

/** The indexed members of each type that has some. */
export function membersByType({ members }: ReferenceIndex): ReadonlyMap<string, readonly IndexedMember[]> {
  return new Map(byType(members));
}

/** Selects what a column names, as rows of the index. Names of members come from descriptors: they are identifiers. */
export function indexRowsSql({ member, table, column }: IndexedMember, session: SqlSession): string {
  const named = `t.${session.dialect.quote(column)}`;
  return `select t.id, '${member}', ${named} from ${session.table(table)} t`;
}

/** The beginning of an insert into an index. */
export function indexInsertSql(
  { table, owner, member, target }: ReferenceIndex,
  session: SqlSession,
): string {
  return `insert into ${session.table(table)} (${owner}, ${member}, ${target})`;
}

function deletions(
  { index, owners }: { readonly index: ReferenceIndex; readonly owners: readonly Owner[] },
  session: TransactionSession,
): SqlWrite[] {
  const where = session.dialect.anyOf(index.owner, 'ids', 'uuid');
  const sql = `delete from ${session.table(index.table)} where ${where}`;
  return idLists(owners.map(({ id }) => id)).map((ids) => ({ sql, parameters: { ids } }));
}

interface Insertion {
  readonly index: ReferenceIndex;
  readonly members: ReadonlyMap<string, readonly IndexedMember[]>;
  readonly owners: readonly Owner[];
}

function insertions({ index, members, owners }: Insertion, session: TransactionSession): SqlWrite[] {
  return byType(owners).flatMap(([type, some]) => {
    const statements = insertStatements(members.get(type) ?? [], index, session);
    const lists = idLists(some.map(({ id }) => id));
    return statements.flatMap((sql) => lists.map((ids) => ({ sql, parameters: { ids } })));
  });
}

function insertStatements(
  members: readonly IndexedMember[],
  index: ReferenceIndex,
  session: TransactionSession,
): string[] {
  const isOwner = session.dialect.anyOf('t.id', 'ids', 'uuid');
  const selects = members.map(
    (member) =>
      `${indexRowsSql(member, session)} where ${isOwner} and t.${session.dialect.quote(member.column)} is not null`,
  );
  const statements: string[] = [];
  for (let from = 0; from < selects.length; from += MAXIMUM_COLUMNS) {
    const some = selects.slice(from, from + MAXIMUM_COLUMNS).join('\nunion all\n');
    statements.push(`${indexInsertSql(index, session)}\n${some}`);
  }
  return statements;
}
