import type { Database } from 'cms-api-components/internal/kernel/contract/database/database.js';
import { sqlIdOf } from '../content/content-ids.js';
import { contentSql, type Rows } from '../content/content-sql.js';
import { insertRows } from '../content/fill-site.js';

export interface RevisionPlan {
  readonly revisions: number;
  /** Texts that the revisions change in turn. */
  readonly texts: number;
}

/** Writes revisions with one change each into an empty history, numbered from 1. */
export async function fillHistory(database: Database, { revisions, texts }: RevisionPlan): Promise<void> {
  const dialect = database.dialect.name === 'postgres' ? 'postgres' : 'sqlite';
  const { moment } = contentSql(dialect);
  const text = sqlIdOf(dialect, 'text', `(n % ${texts}) + 1`);
  const state = (title: string): string =>
    `'{"title":"' || ${title} || '","uiClassNames":null,"uiComponent":null}'`;
  const tables: readonly Rows[] = [
    {
      table: 'revision',
      count: revisions,
      // The latest has the highest number.
      columns: { made_at: moment(`${revisions} - n`), request_id: `'request'`, changes: '1' },
    },
    {
      table: 'revision_change',
      count: revisions,
      columns: {
        ...{ revision: 'n', record: text, subject: text, record_type: `'Title'` },
        ...{ state_before: state('n - 1'), state_after: state('n') },
      },
    },
  ];
  await database.transaction(async (session) => {
    for (const rows of tables) await insertRows(session, rows);
  });
}

/** Maximum rows per statement, far below the statement timeout of the service. */
const AGED_AT_ONCE = 10_000;

/** Makes the older half of the history older than any retention period. */
export async function ageHalf(database: Database, revisions: number): Promise<void> {
  const moment = database.dialect.encode('datetime', new Date(0));
  for (let last = AGED_AT_ONCE; last <= revisions / 2; last += AGED_AT_ONCE)
    await database.transaction((session) =>
      session.run(
        `update ${session.table('revision')} set made_at = :moment where number > :first and number <= :last`,
        { moment, first: last - AGED_AT_ONCE, last },
      ),
    );
}
