import type { Change, ChangeSet } from '../../kernel/contract/records/change-set.js';
import type { RequestContext } from '../../kernel/contract/context.js';
import type { Database, TransactionSession } from '../../kernel/contract/database/database.js';
import type { StoredRecord } from '../../kernel/contract/records/record.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { createFindFreed } from './files/freed-files.js';
import { createInsertRows } from './insert-rows.js';
import { type IsRecorded, subjectOf } from './recorded-types.js';
import { actedAs, doneIn, DONE, insertRevisionSql } from './revision-row.js';
import { encodeState } from './stored-state.js';
import { revisionChangeTable, revisionFileTable } from './tables.js';

export interface RecordUnitDeps {
  readonly registry: ResourceRegistry;
  readonly database: Pick<Database, 'dialect' | 'table'>;
  readonly isRecorded: IsRecorded;
  /** The running console command; undefined in a serving process. */
  readonly command: string | undefined;
}

/** Records the changes of a unit of work at the end of its transaction. */
export type RecordUnit = (
  changes: ChangeSet,
  session: TransactionSession,
  context: RequestContext,
) => Promise<void>;

type Row = Readonly<Record<(typeof ROW)[number], string | null>>;

const ROW = ['record', 'subject', 'record_type', 'state_before', 'state_after'] as const;
const FILE = ['subject', 'adapter', 'path'] as const;
const UNIT = [...DONE, 'changes'] as const;
/** Columns of a unit by a user who acted as another account, which is stored too. */
const SWITCHED_UNIT = [...UNIT, 'account'] as const;

/**
 * Creates the recorder. It sends one statement for the unit, usually one for its rows, and one for released files.
 * Where possible, their results are only awaited at the commit.
 */
export function createRecordUnit({ registry, database, isRecorded, command }: RecordUnitDeps): RecordUnit {
  const unitSql = insertRevisionSql(database, UNIT);
  const switchedSql = insertRevisionSql(database, SWITCHED_UNIT);
  const insertChanges = createInsertRows(database, revisionChangeTable, ROW);
  const insertFiles = createInsertRows(database, revisionFileTable, FILE);
  const findFreed = createFindFreed(registry);

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

  return async ({ changes }, session, context) => {
    const rows = changes.flatMap(rowOf);
    if (rows.length === 0) return;
    const unit = { ...doneIn(database, context, command), changes: rows.length };
    const account = actedAs(context);
    const freed = findFreed(changes, isRecorded);
    await session.sendAll([
      account === null
        ? { sql: unitSql, parameters: unit }
        : { sql: switchedSql, parameters: { ...unit, account } },
      ...insertChanges(rows),
      ...insertFiles(freed),
    ]);
  };
}

/** Returns the previous values to store: all of a deleted row, otherwise only the changed members. */
function changedPart(change: Exclude<Change, { kind: 'created' }>): StoredRecord {
  if (change.kind === 'deleted') return change.before;
  const values = Object.fromEntries(change.fields.map((name) => [name, change.before.values[name]]));
  return { ...change.before, values };
}
