import type { SqlSession } from '../contract/database/database.js';
import { allForIds } from './id-lists.js';
import type { IncomingColumn } from './incoming-columns.js';
import type { ReferenceIndex } from './reference-index.js';

/** A record that references one of the given records, and the column that holds the reference. */
export interface Holder {
  readonly type: string;
  readonly id: string;
  readonly column: IncomingColumn;
  /** Id of the referenced record. */
  readonly target: string;
}

type HolderRow = {
  readonly place: number;
  readonly id: string;
  readonly dtype: string | null;
  readonly target: string;
};

/** Maximum number of selects combined in one statement. */
const MAXIMUM_SELECTS = 30;

interface Question {
  readonly columns: readonly IncomingColumn[];
  readonly targets: readonly string[];
  /** Additional condition on the row `t` of a column. */
  readonly narrowed?: (column: IncomingColumn) => string | undefined;
}

/**
 * Finds the records that reference some records in some columns, in column order. One statement for up to
 * thirty columns and one for all indexed columns, whatever the number of records.
 */
export async function findHolders(session: SqlSession, question: Question): Promise<Holder[]> {
  const { columns, targets, narrowed = () => undefined } = question;
  const isRead = (column: IncomingColumn): boolean =>
    column.indexed === null || narrowed(column) !== undefined;
  const holders = await readColumns(session, { columns: columns.filter(isRead), targets, narrowed });
  const repeated = columns.filter((column) => !isRead(column));
  for (const index of new Set(repeated.flatMap(({ indexed }) => indexed?.index ?? [])))
    holders.push(...(await readIndex(session, index, { columns: repeated, targets })));
  const places = new Map(columns.map((column, place) => [column, place]));
  const placeOf = ({ column }: Holder): number => places.get(column) ?? 0;
  return holders.sort((left, right) => placeOf(left) - placeOf(right));
}

async function readColumns(
  session: SqlSession,
  { columns, targets, narrowed }: Required<Question>,
): Promise<Holder[]> {
  const holders: Holder[] = [];
  for (let from = 0; from < columns.length; from += MAXIMUM_SELECTS) {
    const some = columns.slice(from, from + MAXIMUM_SELECTS);
    const sql = some
      .map((column, index) => select(session, { column, index }, narrowed))
      .join('\nunion all\n');
    for (const { place, id, dtype, target } of await allForIds<HolderRow>(session, sql, { ids: targets })) {
      const column = some[Number(place)];
      const type = column?.type ?? dtype;
      if (column !== undefined && type !== null) holders.push({ type, id, column, target });
    }
  }
  return holders;
}

type IndexedRow = {
  readonly id: string;
  readonly dtype: string;
  readonly named_by: string;
  readonly target: string;
};

async function readIndex(
  session: SqlSession,
  index: ReferenceIndex,
  { columns, targets }: Question,
): Promise<Holder[]> {
  const { table, dialect } = session;
  const { owner, member } = index;
  const sql = `select s.${owner} as id, d.dtype as dtype, s.${member} as named_by, s.${index.target} as target from ${table(index.table)} s
join ${table(index.ownerBase)} d on d.id = s.${owner} where ${dialect.anyOf(`s.${index.target}`, 'ids', 'uuid')}`;
  const key = (type: string | null, name: string): string => `${type} ${name}`;
  const known = new Map(columns.map((column) => [key(column.type, column.indexed?.member ?? ''), column]));
  const rows = await allForIds<IndexedRow>(session, sql, { ids: targets });
  return rows.flatMap(({ id, dtype: type, named_by: name, target }) => {
    const column = known.get(key(type, name));
    return column?.indexed?.index === index ? { type, id, column, target } : [];
  });
}

function select(
  session: SqlSession,
  { column, index }: { readonly column: IncomingColumn; readonly index: number },
  narrowed: (column: IncomingColumn) => string | undefined,
): string {
  const { dialect } = session;
  const dtype = column.type === null ? 't.dtype' : 'null';
  const target = `t.${dialect.quote(column.column)}`;
  const test = dialect.anyOf(target, 'ids', 'uuid');
  const condition = narrowed(column);
  const and = condition === undefined ? '' : ` and ${condition}`;
  return `select ${index} as place, t.id as id, ${dtype} as dtype, ${target} as target from ${session.table(column.table)} t where ${test}${and}`;
}
