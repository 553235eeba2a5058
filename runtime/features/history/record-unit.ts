import type { Change, ChangeSet } from '../../kernel/contract/change-set.js';
import type { RequestContext } from '../../kernel/contract/context.js';
import type { Database, SqlValue, SqlWrite, TransactionSession } from '../../kernel/contract/database.js';
import type { StoredRecord } from '../../kernel/contract/record.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { isPublishable, publishedOf } from '../../kernel/metadata/publication-state.js';
import { originOf } from '../../kernel/observation/origin.js';
import type { IsRecorded } from './recorded-types.js';
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
/** Rows of one statement: few texts, whatever the number of rows. */
const SIZES: readonly number[] = [512, 64, 8, 1];
/** Characters of one statement: servers refuse packets of 16 MB. */
const LONGEST = 2_000_000;

/** One statement for the unit and, as a rule, one for its rows; nobody waits for them before the commit where that can be. */
export function createRecordUnit({ registry, database, isRecorded, command }: RecordUnitDeps): RecordUnit {
  const revisions = database.table(revisionTable.name);
  const unitSql = `insert into ${revisions} (${UNIT.join(', ')}) values (${UNIT.map((name) => `:${name}`).join(', ')})`;
  const rowTexts = new Map(SIZES.map((size) => [size, rowsSql(size, database)]));

  function rowOf(change: Change): readonly Row[] {
    const record = change.kind === 'deleted' ? change.before : change.after;
    const resource = registry.require(record.type);
    if (!isRecorded(resource)) return [];
    const encode = ({ values }: StoredRecord): string => encodeState(resource, values);
    const published = isPublishable(resource) ? publishedOf(resource, record) : null;
    return [
      {
        record: record.id,
        subject: published?.id ?? record.id,
        record_type: record.type,
        state_before: change.kind === 'created' ? null : encode(changedPart(change)),
        state_after: change.kind === 'deleted' ? null : encode(change.after),
      },
    ];
  }

  function writesOf(rows: readonly Row[]): readonly SqlWrite[] {
    const writes: SqlWrite[] = [];
    for (let from = 0; from < rows.length;) {
      const size = sizeAt(rows, from);
      const some = rows.slice(from, from + size);
      writes.push({ sql: rowTexts.get(size) ?? '', parameters: parametersOf(some) });
      from += size;
    }
    return writes;
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
    await session.sendAll([{ sql: unitSql, parameters: unit }, ...writesOf(rows)]);
  };
}

/** What a change took: all of a removed row, and of another one the members that were changed. */
function changedPart(change: Exclude<Change, { kind: 'created' }>): StoredRecord {
  if (change.kind === 'deleted') return change.before;
  const values = Object.fromEntries(change.fields.map((name) => [name, change.before.values[name]]));
  return { ...change.before, values };
}

/** The most rows that one statement takes, of those that are left. */
function sizeAt(rows: readonly Row[], from: number): number {
  const fits = (size: number): boolean => {
    if (from + size > rows.length) return false;
    const lengths = rows.slice(from, from + size).map(({ state_before, state_after }) => {
      return (state_before?.length ?? 0) + (state_after?.length ?? 0);
    });
    return lengths.reduce((sum, length) => sum + length, 0) <= LONGEST;
  };
  return SIZES.find(fits) ?? 1;
}

function rowsSql(size: number, { dialect, table }: Pick<Database, 'dialect' | 'table'>): string {
  const revision = dialect.lastNumber(table(revisionTable.name), 'number');
  const marks = (index: number): string => ROW.map((name) => `:${name}_${index}`).join(', ');
  const values = Array.from({ length: size }, (_row, index) => `(${revision}, ${marks(index)})`);
  const into = `${table(revisionChangeTable.name)} (revision, ${ROW.join(', ')})`;
  return `insert into ${into} values ${values.join(', ')}`;
}

function parametersOf(rows: readonly Row[]): Readonly<Record<string, SqlValue>> {
  const parameters: Record<string, SqlValue> = {};
  for (const [index, row] of rows.entries())
    for (const name of ROW) parameters[`${name}_${index}`] = row[name];
  return parameters;
}
