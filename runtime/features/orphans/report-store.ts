import type { Database, SqlSession, TransactionSession } from '../../kernel/contract/database.js';
import type { JsonValue } from '../../kernel/contract/json.js';
import { orphanReportTable } from '../../model/orphan-tables.js';

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
  /** In a transaction of its own, or in that of the caller. */
  replace(kind: ReportKind, report: StoredReport, session?: TransactionSession): Promise<void>;
}

export function createReportStore(database: Database): ReportStore {
  const table = database.table(orphanReportTable.name);
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
    async replace(kind, { generatedAt, content }, within) {
      const write = async (session: TransactionSession): Promise<void> => {
        const parameters = {
          kind,
          generated_at: session.dialect.encode('datetime', generatedAt),
          content: JSON.stringify(content),
        };
        const updated = await session.run(
          `update ${table} set generated_at = :generated_at, content = :content where kind = :kind`,
          parameters,
        );
        if (updated === 0)
          await session.run(
            `insert into ${table} (kind, generated_at, content) values (:kind, :generated_at, :content)`,
            parameters,
          );
      };
      await (within === undefined ? database.transaction(write) : write(within));
    },
  };
}
