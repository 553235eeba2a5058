import type { SqlSession, SqlWrite, TransactionSession } from '../contract/database/database.js';
import type { Reference, StoredRecord } from '../contract/records/record.js';
import { byType, idLists } from './id-lists.js';
import { referenceOf } from './references.js';

/** A to-one field whose references an index repeats. */
export interface IndexedMember {
  readonly type: string;
  readonly member: string;
  /** The table and column that store it. */
  readonly table: string;
  readonly column: string;
  /** Type or base type of its targets. */
  readonly target: string;
}

/**
 * A table that repeats the references of some fields across many types, one row each. Finding the referencing
 * records, or the referenced ones, is a single lookup whose SQL does not depend on the number of types.
 */
export interface ReferenceIndex {
  /** Name among the derived data. */
  readonly name: string;
  readonly table: string;
  /** Columns of a row: the owner, the name of the field, and the target. */
  readonly owner: string;
  readonly member: string;
  readonly target: string;
  /** Table with the type of each owner. */
  readonly ownerBase: string;
  readonly members: readonly IndexedMember[];
}

type Owner = Pick<Reference, 'type' | 'id'>;

/** A record and the fields of it that were written. */
export interface WrittenMembers {
  readonly record: Owner;
  readonly members: readonly string[];
}

/** Writes that keep the indexes in sync. They read the columns, so they follow the row writes. */
export interface IndexRows {
  created(session: TransactionSession, records: readonly StoredRecord[]): readonly SqlWrite[];
  changed(session: TransactionSession, written: readonly WrittenMembers[]): readonly SqlWrite[];
  removed(session: TransactionSession, records: readonly Owner[]): readonly SqlWrite[];
}

/** Maximum number of columns in one statement; each takes a list of ids. */
const MAXIMUM_COLUMNS = 30;

/**
 * Creates the index writes. No statement is sent for types without indexed fields, or for writes that do not
 * change them.
 */
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

/** Returns the indexed fields by type. */
export function membersByType({ members }: ReferenceIndex): ReadonlyMap<string, readonly IndexedMember[]> {
  return new Map(byType(members));
}

/**
 * Selects the references of a column as index rows. Field names come from descriptors, so they are safe
 * identifiers.
 */
export function indexRowsSql({ member, table, column }: IndexedMember, session: SqlSession): string {
  const named = `t.${session.dialect.quote(column)}`;
  return `select t.id, '${member}', ${named} from ${session.table(table)} t`;
}

/** Returns the start of an insert into an index. */
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
