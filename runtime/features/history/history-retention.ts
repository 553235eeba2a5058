import type { Database, TransactionSession } from '../../kernel/contract/database/database.js';
import type { CleaningBatch, RetentionWork } from '../../kernel/contract/features/retention.js';
import type { StoredFile, Uploads } from '../uploads/public-api.js';
import type { HistoryConfig } from './settings.js';
import { revisionChangeTable, revisionFileTable, revisionTable } from './tables.js';

type Keep = HistoryConfig['history']['keep'];

/** Deletes a batch and returns the number of deleted rows. */
type Clean = (batch: CleaningBatch) => Promise<number>;

const DAY_MS = 86_400_000;
/** Changes counted per query. */
const SLICE = 20_000;
/** The smallest id. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export interface HistoryRetentionDeps {
  readonly database: Database;
  readonly keep: Keep;
  readonly files: () => Pick<Uploads['files'], 'removeUnreferenced'>;
}

/**
 * Creates the retention of revisions. It deletes revisions older than `days`, changes of a record beyond its newest
 * `per_record`, and files that are no longer referenced. Deleted rows are never written again, so only an undo that
 * restores such a file has to wait.
 */
export function createHistoryRetention(deps: HistoryRetentionDeps): RetentionWork {
  const cleanByAge = createCleanByAge(deps);
  const cleanByCount = createCleanByCount(deps);
  return {
    name: 'history',
    what: 'Revisions: changes with actor and previous state',
    where: '`revision`, `revision_change`, `revision_file`, stored files',
    keeps: '`history.keep.days`; the newest `history.keep.per_record` changes of each record remain',
    async clean(batch) {
      const gone = await cleanByAge(batch);
      return gone >= batch.limit ? gone : gone + (await cleanByCount(batch));
    },
  };
}

/** Deletes old revisions except the newest, because SQLite continues from its number. */
function createCleanByAge({ database, keep: { days }, files }: HistoryRetentionDeps): Clean {
  const tables = tablesOf(database);
  const newest = `select max(n.number) from ${tables.revisions} n`;
  return async ({ now, limit }) => {
    const before = database.dialect.encode('datetime', new Date(now.getTime() - days * DAY_MS));
    const old = await database.all<{ number: unknown; changes: unknown }>(
      `select r.number as number, r.changes as changes from ${tables.revisions} r where r.made_at < :before and r.number < (${newest}) order by r.made_at limit ${limit}`,
      { before },
    );
    // A revision is deleted as a whole.
    let rows = 0;
    const batch = old.filter(({ changes }, index) => (rows += Number(changes)) <= limit || index === 0);
    if (batch.length === 0) return 0;
    const numbers = batch.map(({ number }) => Number(number));
    const freed = await database.transaction(async (session) => {
      const isOneOf = (column: string): string => session.dialect.anyOf(column, 'numbers');
      await session.run(`delete from ${tables.changes} where ${isOneOf('revision')}`, { numbers });
      await session.run(`delete from ${tables.revisions} where ${isOneOf('number')}`, { numbers });
      return letGo(session, { last: Math.max(...numbers) });
    });
    await files().removeUnreferenced(freed);
    return batch.length < old.length ? limit : batch.length;
  };
}

/** Deletes surplus changes in slices of records, one slice per call, so that no call counts everything. */
function createCleanByCount({ database, keep: { perRecord }, files }: HistoryRetentionDeps): Clean {
  const tables = tablesOf(database);
  const walked = `select s.subject as subject from ${tables.changes} s where s.subject >= :start order by s.subject limit ${SLICE}`;
  const counted = `select w.subject as subject, count(*) as amount from (${walked}) w group by w.subject order by w.subject`;
  let start = FIRST_ID;

  async function cleanSubject(subject: string, limit: number): Promise<number> {
    const its = `from ${tables.changes} c where c.subject = :subject`;
    const kept = await database.first<{ revision: unknown }>(
      `select distinct c.revision as revision ${its} order by c.revision desc limit 1 offset ${perRecord}`,
      { subject },
    );
    if (kept === undefined) return 0;
    const rows = await database.all<{ revision: unknown }>(
      `select distinct c.revision as revision ${its} and c.revision <= :last order by c.revision limit ${limit}`,
      { subject, last: Number(kept.revision) },
    );
    const numbers = rows.map(({ revision }) => Number(revision));
    const gone = await database.transaction((session) => removeChanges(session, { subject, numbers }));
    await files().removeUnreferenced(gone);
    return numbers.length;
  }

  async function removeChanges(
    session: TransactionSession,
    { subject, numbers }: { readonly subject: string; readonly numbers: readonly number[] },
  ): Promise<readonly StoredFile[]> {
    const isOneOf = (column: string): string => session.dialect.anyOf(column, 'numbers');
    const isEmpty = `not exists (select 1 from ${tables.changes} c where c.revision = ${tables.revisions}.number)`;
    const changes = `delete from ${tables.changes} where subject = :subject and ${isOneOf('revision')}`;
    await session.run(changes, { subject, numbers });
    await session.run(`delete from ${tables.revisions} where ${isOneOf('number')} and ${isEmpty}`, {
      numbers,
    });
    return letGo(session, { subject });
  }

  return async ({ limit }) => {
    if (perRecord === 0) return 0;
    const subjects = await database.all<{ subject: string; amount: unknown }>(counted, { start });
    let gone = 0;
    for (const { subject, amount } of subjects)
      if (gone < limit && Number(amount) > perRecord) gone += await cleanSubject(subject, limit - gone);
    if (gone >= limit) return gone;
    const isFull = subjects.reduce((sum, { amount }) => sum + Number(amount), 0) === SLICE;
    const last = subjects.at(-1)?.subject;
    start = isFull && last !== undefined && last !== start ? last : FIRST_ID;
    return gone;
  };
}

/**
 * Deletes the file rows of deleted changes, of one record or up to a revision. Locks them first, so that a concurrent
 * undo finishes before the check whether the files are still in use.
 */
async function letGo(
  session: TransactionSession,
  which: { readonly subject: string } | { readonly last: number },
): Promise<readonly StoredFile[]> {
  const [table, changes] = [revisionFileTable, revisionChangeTable].map(({ name }) => session.table(name));
  const requested = 'subject' in which ? 'subject = :subject' : 'revision <= :last';
  const isForgotten = (row: string): string =>
    `${row}.${requested} and not exists (select 1 from ${changes} c where c.revision = ${row}.revision and c.subject = ${row}.subject)`;
  const files = await session.all<{ adapter: string; path: string }>(
    `select t.adapter as adapter, t.path as path from ${table} t where ${isForgotten('t')}${session.dialect.forUpdate}`,
    which,
  );
  if (files.length > 0) await session.run(`delete from ${table} where ${isForgotten(table ?? '')}`, which);
  return files.map(({ adapter, path }) => ({ adapter, path }));
}

const tablesOf = (database: Pick<Database, 'table'>) => ({
  revisions: database.table(revisionTable.name),
  changes: database.table(revisionChangeTable.name),
});
