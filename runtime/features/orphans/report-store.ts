import type { Database, SqlSession, TransactionSession } from '../../kernel/contract/database.js';
import type { JsonValue } from '../../kernel/contract/json.js';
import type { OrphanLists } from './resources/scan.js';
import { orphanReportTable } from '../../model/orphan-tables.js';

/** The row that remembers when the schedule was followed; it has no report. */
const SCHEDULE = 'schedule';

/** What is reported on: records, or files. */
export type ReportKind = 'resources' | 'files';

export interface StoredReport {
  readonly generatedAt: Date;
  readonly content: JsonValue;
}

/** The latest report of each kind, updated in place. */
export interface ReportStore {
  /** Undefined before the first scan. */
  read(kind: ReportKind, session?: SqlSession): Promise<StoredReport | undefined>;
  /** Up to when the schedule has been followed; `now` where it never was, which is remembered. */
  lastDue(now: Date): Promise<Date>;
  /** Whether the caller is the one who follows it on from `last`. */
  claimDue(last: Date, now: Date): Promise<boolean>;
  /** What the last alert told of; undefined before the first one. */
  alerted(kind: ReportKind): Promise<OrphanLists | undefined>;
  /** There is a report of the kind. */
  setAlerted(kind: ReportKind, lists: OrphanLists): Promise<void>;
  /** In a transaction of its own, or in that of the caller. */
  replace(kind: ReportKind, report: StoredReport, session?: TransactionSession): Promise<void>;
}

export function createReportStore(database: Database): ReportStore {
  const table = database.table(orphanReportTable.name);
  async function write(
    kind: ReportKind | typeof SCHEDULE,
    { generatedAt, content }: StoredReport,
    within?: TransactionSession,
  ): Promise<void> {
    const store = async (session: TransactionSession): Promise<void> => {
      const parameters = {
        kind,
        generated_at: session.dialect.encode('datetime', generatedAt),
        content: JSON.stringify(content),
      };
      const found = await session.first(`select 1 as found from ${table} r where r.kind = :kind`, { kind });
      await session.run(
        found === undefined
          ? `insert into ${table} (kind, generated_at, content) values (:kind, :generated_at, :content)`
          : `update ${table} set generated_at = :generated_at, content = :content where kind = :kind`,
        parameters,
      );
    };
    await (within === undefined ? database.transaction(store) : store(within));
  }

  return {
    async read(kind, session = database) {
      const row = await session.first<{ readonly generated_at: unknown; readonly content: string }>(
        `select r.generated_at as generated_at, r.content as content from ${table} r where r.kind = :kind`,
        { kind },
      );
      if (row === undefined) return undefined;
      const generatedAt = session.dialect.decode('datetime', row.generated_at) as Date; // not nullable
      return { generatedAt, content: JSON.parse(row.content) as JsonValue };
    },
    async lastDue(now) {
      const read = () =>
        database.first<{ readonly generated_at: unknown }>(
          `select r.generated_at as generated_at from ${table} r where r.kind = :kind`,
          { kind: SCHEDULE },
        );
      const row = await read();
      if (row !== undefined) return database.dialect.decode('datetime', row.generated_at) as Date; // not nullable
      await write(SCHEDULE, { generatedAt: now, content: null }).catch((error: unknown) => {
        if (database.dialect.uniqueViolation(error) === undefined) throw error; // by another process
      });
      return now;
    },
    async claimDue(last, now) {
      const { encode } = database.dialect;
      const sql = `update ${table} set generated_at = :now where kind = :kind and generated_at = :last`;
      const parameters = { kind: SCHEDULE, now: encode('datetime', now), last: encode('datetime', last) };
      return (await database.transaction((session) => session.run(sql, parameters))) === 1;
    },
    async alerted(kind) {
      const row = await database.first<{ readonly alerted: string | null }>(
        `select r.alerted as alerted from ${table} r where r.kind = :kind`,
        { kind },
      );
      // It was stored by `setAlerted`.
      return row?.alerted == null ? undefined : (JSON.parse(row.alerted) as OrphanLists);
    },
    async setAlerted(kind, lists) {
      await database.transaction(
        async (session) =>
          void (await session.run(`update ${table} set alerted = :alerted where kind = :kind`, {
            kind,
            alerted: JSON.stringify(lists),
          })),
      );
    },
    replace: write,
  };
}
