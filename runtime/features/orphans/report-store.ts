import type { Database, SqlSession, TransactionSession } from '../../kernel/contract/database/database.js';
import type { JsonValue } from '../../kernel/contract/json.js';
import { holdDerived } from '../../kernel/records/unique-locks.js';
import type { OrphanLists } from './resources/scan.js';
import { orphanReportTable } from './tables.js';

/** Subject of a report. */
export type ReportKind = 'resources' | 'files';

export interface StoredReport {
  readonly generatedAt: Date;
  readonly content: JsonValue;
}

/** Stores the latest report of each kind. */
export interface ReportStore {
  /** Returns undefined before the first scan. */
  read(kind: ReportKind, session?: SqlSession): Promise<StoredReport | undefined>;
  /** Returns the orphans of the last alert, or undefined before the first. */
  alerted(kind: ReportKind): Promise<OrphanLists | undefined>;
  /** Stores the orphans of an alert. A report of this kind must exist. */
  setAlerted(kind: ReportKind, lists: OrphanLists): Promise<void>;
  /** Replaces the report. The transaction must hold the lock of derived data. */
  replace(kind: ReportKind, report: StoredReport, session: TransactionSession): Promise<void>;
  /**
   * Stores the report in its own transaction unless the stored one has changed since `before`. Returns
   * whether it was stored.
   */
  replaceUnchanged(kind: ReportKind, report: StoredReport, before: Date | undefined): Promise<boolean>;
  /** Returns the time of the stored report, or undefined before the first. */
  generatedAt(kind: ReportKind): Promise<Date | undefined>;
  /**
   * Runs a scan and stores its result, unless the signal is aborted. Repeats the scan if a deletion or
   * another scan stored a newer report in the meantime.
   */
  refresh<Report extends { readonly generatedAt: Date }>(
    kind: ReportKind,
    scan: () => Promise<Report>,
    options: { readonly signal: AbortSignal | undefined; contentOf(report: NoInfer<Report>): JsonValue },
  ): Promise<Report>;
}

/** Number of attempts. The last result is stored even if another report was stored in the meantime. */
const TRIES = 3;

export function createReportStore(database: Database): ReportStore {
  const table = database.table(orphanReportTable.name);
  async function write(
    kind: ReportKind,
    { generatedAt, content }: StoredReport,
    session: TransactionSession,
  ): Promise<void> {
    const parameters = {
      kind,
      generated_at: session.dialect.encode('datetime', generatedAt),
      content: JSON.stringify(content),
    };
    const found = await generatedAtOf(kind, session);
    await session.run(
      found === undefined
        ? `insert into ${table} (kind, generated_at, content) values (:kind, :generated_at, :content)`
        : `update ${table} set generated_at = :generated_at, content = :content where kind = :kind`,
      parameters,
    );
  }

  async function generatedAtOf(kind: ReportKind, session: SqlSession): Promise<Date | undefined> {
    const row = await session.first<{ readonly generated_at: unknown }>(
      `select r.generated_at as generated_at from ${table} r where r.kind = :kind`,
      { kind },
    );
    return row && (session.dialect.decode('datetime', row.generated_at) as Date); // not nullable
  }

  const store = (
    kind: ReportKind,
    report: StoredReport,
    mayReplace: (stored: Date | undefined) => boolean,
  ): Promise<boolean> =>
    database.transaction(async (session) => {
      await holdDerived(session);
      if (!mayReplace(await generatedAtOf(kind, session))) return false;
      await write(kind, report, session);
      return true;
    });

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
    async alerted(kind) {
      const row = await database.first<{ readonly alerted: string | null }>(
        `select r.alerted as alerted from ${table} r where r.kind = :kind`,
        { kind },
      );
      // It was stored by `setAlerted`.
      return row?.alerted == null ? undefined : (JSON.parse(row.alerted) as OrphanLists);
    },
    async setAlerted(kind, lists) {
      const sql = `update ${table} set alerted = :alerted where kind = :kind`;
      const parameters = { kind, alerted: JSON.stringify(lists) };
      await database.transaction((session) => session.run(sql, parameters));
    },
    replace: write,
    replaceUnchanged: (kind, report, before) =>
      store(kind, report, (stored) => stored?.getTime() === before?.getTime()),
    generatedAt: (kind) => generatedAtOf(kind, database),
    async refresh(kind, scan, { signal, contentOf }) {
      for (let tries = 1; ; tries += 1) {
        const before = await generatedAtOf(kind, database);
        const report = await scan();
        signal?.throwIfAborted();
        const made = { generatedAt: report.generatedAt, content: contentOf(report) };
        const mayReplace = (stored: Date | undefined): boolean =>
          tries >= TRIES || stored?.getTime() === before?.getTime();
        if (await store(kind, made, mayReplace)) return report;
      }
    },
  };
}
