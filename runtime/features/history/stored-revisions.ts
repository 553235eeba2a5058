import type { SqlParameters, SqlRow, SqlSession } from '../../kernel/contract/database/database.js';
import { revisionChangeTable, revisionTable } from './tables.js';

/** A recorded unit of work, or an audit log entry. */
export interface StoredRevision {
  readonly number: number;
  readonly madeAt: Date;
  readonly actor: string | null;
  readonly requestId: string | null;
  readonly reason: string | null;
  readonly useCase: string | null;
  /** Number of rows recorded with it. */
  readonly changes: number;
  /** Kind of an audit log entry; null for a unit of work. */
  readonly kind: string | null;
  /** Id of the affected account. */
  readonly account: string | null;
  readonly details: string | null;
}

/** A row changed by a revision. */
export interface StoredChange {
  readonly record: string;
  readonly subject: string;
  readonly type: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A changed row without its states. */
export interface ChangedRecord extends Pick<StoredChange, 'record' | 'subject' | 'type'> {
  readonly kind: 'created' | 'updated' | 'deleted';
}

/** A change of a record with its revision. */
export interface ChangeOfSubject extends StoredRevision, StoredChange {}

export interface RevisionFilter {
  readonly actor?: string;
  /** All current and previous names of the type of changed records. */
  readonly types?: readonly string[];
  /** Kind of audit log entries; `change` for units of work. */
  readonly kind?: string;
  readonly from?: Date;
  readonly until?: Date;
}

/** A page of a list, newest first. */
export interface RevisionPage {
  /** Exclusive upper bound of the number. */
  readonly before: number;
  readonly limit: number;
}

/** A page of the rows of a revision, ordered by id. */
export interface RecordPage {
  /** Exclusive lower bound of the id. */
  readonly after: string;
  readonly limit: number;
}

/** Reads revisions, with one statement per method. */
export interface StoredRevisions {
  /** Returns the changes of a subject, one per revision, newest first. */
  ofSubject(subject: string, page: RevisionPage): Promise<readonly ChangeOfSubject[]>;
  /** Returns the change of a subject in a revision. */
  at(subject: string, number: number): Promise<ChangeOfSubject | undefined>;
  /** Returns whether a unit of work has this number. */
  has(number: number): Promise<boolean>;
  /** Returns all changes of a revision, with their number at recording time. */
  changesOf(
    number: number,
  ): Promise<{ readonly expected: number; readonly changes: readonly StoredChange[] }>;
  /** Returns the rows changed by a revision, without their states. */
  recordsOf(number: number, page: RecordPage): Promise<readonly ChangedRecord[]>;
  all(filter: RevisionFilter, page: RevisionPage): Promise<readonly StoredRevision[]>;
}

/** Kind of a unit of work in lists of both. */
export const CHANGE_KIND = 'change';

const UNIT =
  'r.number as number, r.made_at as made_at, r.actor as actor, r.request_id as request_id, r.reason as reason, r.use_case as use_case, r.changes as changes, r.kind as kind, r.account as account, r.details as details';
/** Columns of a change `c`, in the format of `changeOf`. */
export const CHANGE =
  'c.record as record, c.subject as subject, c.record_type as record_type, c.state_before as state_before, c.state_after as state_after';

/** Maximum number of rows of a subject in one revision: publishing changes the draft and the published record. */
const ROWS_OF_REVISION = 2;

export function createStoredRevisions(session: SqlSession): StoredRevisions {
  const { dialect } = session;
  const [revisions, changes] = [revisionTable, revisionChangeTable].map(({ name }) => session.table(name));

  function revisionOf(row: SqlRow): StoredRevision {
    return {
      number: Number(row.number),
      madeAt: dialect.decode('datetime', row.made_at) as Date, // never null
      actor: text(row.actor),
      requestId: text(row.request_id),
      reason: text(row.reason),
      useCase: text(row.use_case),
      changes: Number(row.changes),
      kind: text(row.kind),
      account: text(row.account),
      details: text(row.details),
    };
  }

  async function changesWhere(
    condition: string,
    parameters: SqlParameters,
    limit: number,
  ): Promise<readonly ChangeOfSubject[]> {
    const rows = await session.all(
      `select ${UNIT}, ${CHANGE}
from ${changes} c join ${revisions} r on r.number = c.revision
where c.subject = :subject and ${condition}
order by c.revision desc limit ${ROWS_OF_REVISION * limit}`,
      parameters,
    );
    return onePerRevision(rows.map((row) => ({ ...revisionOf(row), ...changeOf(row) }))).slice(0, limit);
  }

  return {
    ofSubject: (subject, { before, limit }) =>
      changesWhere('c.revision < :before', { subject, before }, limit),
    at: async (subject, number) => (await changesWhere('c.revision = :number', { subject, number }, 1))[0],
    async has(number) {
      const found = await session.first(
        `select r.number as number from ${revisions} r where r.number = :number and r.kind is null`,
        { number },
      );
      return found !== undefined;
    },
    async changesOf(number) {
      const rows = await session.all(
        `select r.changes as changes, ${CHANGE}
from ${revisions} r join ${changes} c on c.revision = r.number
where r.number = :number
order by c.record`,
        { number },
      );
      return { expected: Number(rows[0]?.changes ?? 0), changes: rows.map(changeOf) };
    },
    async recordsOf(number, { after, limit }) {
      const rows = await session.all(
        `select c.record as record, c.subject as subject, c.record_type as record_type,
case when c.state_before is null then 'created' when c.state_after is null then 'deleted' else 'updated' end as kind
from ${changes} c where c.revision = :number and c.record > :after order by c.record limit ${limit}`,
        { number, after },
      );
      return rows.map((row) => ({
        record: String(row.record),
        subject: String(row.subject),
        type: String(row.record_type),
        kind: String(row.kind) as ChangedRecord['kind'], // the statement selects these values
      }));
    },
    async all({ actor, types, kind, from, until }, { before, limit }) {
      const conditions = [
        'r.number < :before',
        ...(actor === undefined ? [] : ['r.actor = :actor']),
        ...(kind === undefined ? [] : [kind === CHANGE_KIND ? 'r.kind is null' : 'r.kind = :kind']),
        ...(from === undefined ? [] : ['r.made_at >= :from']),
        ...(until === undefined ? [] : ['r.made_at < :until']),
        ...(types === undefined
          ? []
          : [
              `exists (select 1 from ${changes} c where c.revision = r.number and ${dialect.anyOf('c.record_type', 'types', 'string')})`,
            ]),
      ];
      const rows = await session.all(
        `select ${UNIT} from ${revisions} r where ${conditions.join(' and ')} order by r.number desc limit ${limit}`,
        {
          before,
          ...(actor === undefined ? {} : { actor }),
          ...(kind === undefined || kind === CHANGE_KIND ? {} : { kind }),
          ...(from === undefined ? {} : { from: dialect.encode('datetime', from) }),
          ...(until === undefined ? {} : { until: dialect.encode('datetime', until) }),
          ...(types === undefined ? {} : { types }),
        },
      );
      return rows.map(revisionOf);
    },
  };
}

const text = (value: unknown): string | null => (value == null ? null : String(value));

/**
 * Returns one change per revision. If a revision changed two rows of a subject, the remaining row counts, because
 * publishing deletes the draft.
 */
function onePerRevision(changes: readonly ChangeOfSubject[]): readonly ChangeOfSubject[] {
  const chosen = new Map<number, ChangeOfSubject>();
  for (const change of changes)
    if (chosen.get(change.number)?.after == null) chosen.set(change.number, change);
  return [...chosen.values()];
}

export function changeOf(row: SqlRow): StoredChange {
  return {
    record: String(row.record),
    subject: String(row.subject),
    type: String(row.record_type),
    before: text(row.state_before),
    after: text(row.state_after),
  };
}
