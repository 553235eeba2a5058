import type { Change, ChangeSet } from '../../kernel/contract/change-set.js';
import type { RequestContext } from '../../kernel/contract/context.js';
import type { Database, SqlValue, SqlWrite, TransactionSession } from '../../kernel/contract/database.js';
import type { StoredRecord } from '../../kernel/contract/record.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { originOf } from '../../kernel/observation/origin.js';
import { type IsRecorded, subjectOf } from './recorded-types.js';
import { encodeState } from './stored-state.js';
import { revisionChangeTable, revisionTable } from './tables.js';

export interface RecordUnitDeps {
  readonly registry: ResourceRegistry;
  readonly database: Pick<Database, 'dialect' | 'table'>;
  readonly isRecorded: IsRecorded;
  /** The command that the process runs; undefined where it serves. */
  readonly command: string | undefined;
}

/** Records what a unit of work changed, last in its transaction. */
export type RecordUnit = (
  changes: ChangeSet,
  session: TransactionSession,
  context: RequestContext,
) => Promise<void>;

type Row = Readonly<Record<(typeof ROW)[number], string | null>>;

const ROW = ['record', 'subject', 'record_type', 'state_before', 'state_after'] as const;
const UNIT = ['made_at', 'actor', 'request_id', 'reason', 'use_case', 'changes'] as const;
/** Rows of one statement: SQLite takes 32,766 parameters. */
const MOST = 4096;
/** Characters of one statement: servers refuse packets of 16 MB. */
const LONGEST = 1_000_000;

/** One statement for the unit and, as a rule, one for its rows; nobody waits for them before the commit where that can be. */
export function createRecordUnit({ registry, database, isRecorded, command }: RecordUnitDeps): RecordUnit {
  const revisions = database.table(revisionTable.name);
  const unitSql = `insert into ${revisions} (${UNIT.join(', ')}) values (${UNIT.map((name) => `:${name}`).join(', ')})`;
  const rowTexts = new Map<number, string>();

  function rowOf(change: Change): readonly Row[] {
    const record = change.kind === 'deleted' ? change.before : change.after;
    const resource = registry.require(record.type);
    if (!isRecorded(resource)) return [];
    const encode = ({ values }: StoredRecord): string => encodeState(resource, values);
    return [
      {
        record: record.id,
        subject: subjectOf(resource, record),
        record_type: record.type,
        state_before: change.kind === 'created' ? null : encode(changedPart(change)),
        state_after: change.kind === 'deleted' ? null : encode(change.after),
      },
    ];
  }

  function writeOf(rows: readonly Row[]): SqlWrite {
    const size = 2 ** Math.ceil(Math.log2(rows.length));
    let sql = rowTexts.get(size);
    if (sql === undefined) rowTexts.set(size, (sql = rowsSql(size, database)));
    return { sql, parameters: parametersOf(padded(rows, size)) };
  }

  return async ({ changes }, session, context) => {
    const rows = changes.flatMap(rowOf);
    if (rows.length === 0) return;
    const unit: Readonly<Record<(typeof UNIT)[number], SqlValue>> = {
      made_at: session.dialect.encode('datetime', context.now),
      actor: context.actor.user?.id ?? null,
      request_id: context.request?.id ?? null,
      reason: context.request?.reason ?? (command === undefined ? null : `cms ${command}`),
      use_case: originOf(context)?.useCase ?? null,
      changes: rows.length,
    };
    await session.sendAll([{ sql: unitSql, parameters: unit }, ...inStatements(rows).map(writeOf)]);
  };
}

/** What a change took: all of a removed row, and of another one the members that were changed. */
function changedPart(change: Exclude<Change, { kind: 'created' }>): StoredRecord {
  if (change.kind === 'deleted') return change.before;
  const values = Object.fromEntries(change.fields.map((name) => [name, change.before.values[name]]));
  return { ...change.before, values };
}

/** The rows in their order, as many in each list as one statement takes. */
function inStatements(rows: readonly Row[]): readonly (readonly Row[])[] {
  const lists: Row[][] = [];
  let room = 0;
  for (const row of rows) {
    const last = lists.at(-1);
    room -= lengthOf(row);
    if (last !== undefined && room >= 0 && last.length < MOST) last.push(row);
    else {
      lists.push([row]);
      room = LONGEST - lengthOf(row);
    }
  }
  return lists;
}

const lengthOf = ({ state_before, state_after }: Row): number =>
  (state_before?.length ?? 0) + (state_after?.length ?? 0);

/** Repeats the shortest row, which the statement leaves out: few texts, whatever the number of rows. */
function padded(rows: readonly Row[], size: number): readonly Row[] {
  if (rows.length === size) return rows;
  const shortest = rows.reduce((least, row) => (lengthOf(row) < lengthOf(least) ? row : least));
  return [...rows, ...Array.from({ length: size - rows.length }, () => shortest)];
}

function rowsSql(size: number, { dialect, table }: Pick<Database, 'dialect' | 'table'>): string {
  const revision = dialect.lastNumber(table(revisionTable.name), 'number');
  const marks = (index: number): string => ROW.map((name) => `:${name}_${index}`).join(', ');
  const values = Array.from({ length: size }, (_row, index) => `(${revision}, ${marks(index)})`);
  const into = `${table(revisionChangeTable.name)} (revision, ${ROW.join(', ')})`;
  return `insert into ${into} values ${values.join(', ')} ${dialect.ignoreDuplicates('revision')}`;
}

function parametersOf(rows: readonly Row[]): Readonly<Record<string, SqlValue>> {
  const parameters: Record<string, SqlValue> = {};
  for (const [index, row] of rows.entries())
    for (const name of ROW) parameters[`${name}_${index}`] = row[name];
  return parameters;
}
