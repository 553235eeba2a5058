import type { Database, SqlParameters } from '../../kernel/contract/database/database.js';
import type { ConsistencyCheck } from '../../kernel/contract/records/derived.js';
import type { Clock } from '../../kernel/ports/clock.js';
import type { Uploads } from '../uploads/public-api.js';
import { createRetainedFiles } from './files/retained-files.js';
import type { HistoryConfig } from './settings.js';
import { revisionChangeTable, revisionFileTable, revisionTable } from './tables.js';

export interface HistoryChecksDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly keep: HistoryConfig['history']['keep'];
  readonly uploads: () => Pick<Uploads, 'find' | 'stores'>;
}

const DAY_MS = 86_400_000;
/**
 * Tolerance in milliseconds. A revision is dated at the start of its unit of work, so a long one is numbered after
 * later ones.
 */
const LONG_UNIT_MS = 3_600_000;
/** Tolerance in days for a delayed retention job, after a time without a serving process. */
const GRACE_DAYS = 3;

/** Creates the history checks of `cms doctor`. */
export function createHistoryChecks(deps: HistoryChecksDeps): readonly ConsistencyCheck[] {
  return [rowsCheck(deps), filesCheck(deps), ageCheck(deps), clocksCheck(deps)];
}

/** Finds changes and files whose revision does not exist. */
function rowsCheck({ database }: HistoryChecksDeps): ConsistencyCheck {
  const revisions = database.table(revisionTable.name);
  const tables = [revisionChangeTable, revisionFileTable];
  const isLost = (table: string): string =>
    `not exists (select 1 from ${revisions} r where r.number = ${table}.revision)`;
  return {
    name: 'revision-rows',
    advice: 'Run `cms doctor --repair` to delete these rows, which belong to no revision.',
    async find(limit) {
      const lines: string[] = [];
      for (const { name } of tables) {
        const table = database.table(name);
        const rows = await database.all<{ revision: unknown; amount: unknown }>(
          `select revision, count(*) as amount from ${table} where ${isLost(table)} group by revision order by revision limit ${limit}`,
        );
        for (const { revision, amount } of rows)
          lines.push(`${name}: ${Number(amount)} of revision ${Number(revision)}, which does not exist`);
      }
      return lines.slice(0, limit);
    },
    async repair() {
      await database.transaction(async (session) => {
        for (const { name } of tables) {
          const table = session.table(name);
          await session.run(`delete from ${table} where ${isLost(table)}`);
        }
      });
    },
  };
}

/** Finds retained files of previous states that are missing from their filesystem. */
function filesCheck({ database, uploads }: HistoryChecksDeps): ConsistencyCheck {
  return {
    name: 'revision-files',
    advice:
      'Restore these files from a backup. Without them, undo leaves the fields that reference them empty.',
    async find(limit) {
      const lines: string[] = [];
      for await (const files of createRetainedFiles().all(database)) {
        const { stores, find } = uploads();
        // A filesystem may have been removed from the configuration.
        const known = files.filter(({ adapter }) => stores.aliases.includes(adapter));
        for (const { adapter, path } of files.filter((file) => !known.includes(file)))
          lines.push(`"${path}" was in filesystem "${adapter}", which is no longer configured`);
        const found = await find(known);
        for (const [index, { adapter, path }] of known.entries())
          if (found[index] === undefined) lines.push(`"${path}" does not exist in filesystem "${adapter}"`);
        if (lines.length >= limit) break;
      }
      return lines.slice(0, limit);
    },
  };
}

/** Finds revisions older than `history.keep.days`, which the job `cleaning` should have deleted. */
function ageCheck({ database, clock, keep: { days } }: HistoryChecksDeps): ConsistencyCheck {
  const revisions = database.table(revisionTable.name);
  return {
    name: 'revision-age',
    advice:
      'A serving process must run the job `cleaning`. `cms jobs` shows its last run and the reason for a failure.',
    async find() {
      const before = new Date(clock.now().getTime() - (days + GRACE_DAYS) * DAY_MS);
      const row = await database.first<{ amount: unknown }>(
        `select count(*) as amount from ${revisions} r where r.made_at < :before and r.number < (select max(n.number) from ${revisions} n)`,
        { before: database.dialect.encode('datetime', before) },
      );
      const amount = Number(row?.amount ?? 0);
      return amount === 0 ? [] : [`Older than history.keep.days allows: ${amount}`];
    },
  };
}

/** Finds revisions dated long before their predecessor. Restoring a page to a moment depends on these dates. */
function clocksCheck({ database }: HistoryChecksDeps): ConsistencyCheck {
  const revisions = database.table(revisionTable.name);
  const page = `select r.number as number, r.made_at as made_at from ${revisions} r where r.number > :after order by r.number limit 5000`;
  return {
    name: 'revision-clocks',
    advice:
      'Synchronize the clocks of all processes (NTP). Undo and `revisions` use numbers and are correct, but a page restored to a time near these revisions may have the wrong state.',
    async find(limit) {
      const lines: string[] = [];
      let last: { readonly number: number; readonly madeAt: Date } | undefined;
      for (;;) {
        const which: SqlParameters = { after: last?.number ?? 0 };
        const rows = await database.all<{ number: unknown; made_at: unknown }>(page, which);
        for (const row of rows) {
          const madeAt = database.dialect.decode('datetime', row.made_at) as Date; // never null
          const number = Number(row.number);
          if (last !== undefined && last.madeAt.getTime() - madeAt.getTime() > LONG_UNIT_MS)
            lines.push(
              `revision ${number} was made ${madeAt.toISOString()}, before revision ${last.number} (${last.madeAt.toISOString()})`,
            );
          last = { number, madeAt };
        }
        if (rows.length === 0 || lines.length >= limit) return lines.slice(0, limit);
      }
    },
  };
}
