import type { Database, SqlRow, TransactionSession } from '../contract/database/database.js';
import type { JobOutcome } from '../contract/features/jobs.js';
import { scheduledJobTable } from './tables.js';

/** What is stored of a job with a schedule. */
export interface StoredSchedule {
  /** Up to when its times were followed. */
  readonly followedUntil: Date;
  /** The end of its last run; null before the first one. */
  readonly finishedAt: Date | null;
  readonly outcome: JobOutcome;
}

/** Remembers the schedules, for all processes and over restarts. */
export interface ScheduleStore {
  /** By the name of the job; without those that no process has followed. */
  read(): Promise<ReadonlyMap<string, StoredSchedule>>;
  /** Follows a schedule from `now` on. */
  begin(name: string, now: Date): Promise<void>;
  /** Whether the transaction is the one that follows it on from `last`. */
  claim(name: string, step: Step, session: TransactionSession): Promise<boolean>;
  /** Keeps the end of a run of a job that is followed. */
  finish(name: string, run: { readonly finishedAt: Date; readonly outcome: JobOutcome }): Promise<void>;
}

interface Step {
  readonly last: Date;
  readonly now: Date;
}

interface Row extends SqlRow {
  readonly name: string;
  readonly followed_until: unknown;
  readonly finished_at: unknown;
  readonly outcome: string | null;
}

export function createScheduleStore(database: Database): ScheduleStore {
  const table = database.table(scheduledJobTable.name);
  const { dialect } = database;
  const encode = (moment: Date) => dialect.encode('datetime', moment);

  function storedIn({ followed_until: until, finished_at: end, outcome }: Row): StoredSchedule {
    return {
      followedUntil: dialect.decode('datetime', until) as Date, // not nullable
      finishedAt: end === null ? null : (dialect.decode('datetime', end) as Date),
      // It was stored by `finish`.
      outcome: outcome === null ? {} : (JSON.parse(outcome) as JobOutcome),
    };
  }

  return {
    async read() {
      const rows = await database.all<Row>(
        `select s.name as name, s.followed_until as followed_until, s.finished_at as finished_at, s.outcome as outcome from ${table} s`,
      );
      return new Map(rows.map((row) => [row.name, storedIn(row)]));
    },
    async begin(name, now) {
      const row = { name, followed_until: now, finished_at: null, outcome: null };
      await database.transaction((session) =>
        session.insert(scheduledJobTable.name, [row], { ignoreDuplicates: true }),
      );
    },
    async claim(name, { last, now }, session) {
      const sql = `update ${table} set followed_until = :now where name = :name and followed_until = :last`;
      return (await session.run(sql, { name, now: encode(now), last: encode(last) })) === 1;
    },
    async finish(name, { finishedAt, outcome }) {
      const sql = `update ${table} set finished_at = :at, outcome = :outcome where name = :name`;
      const parameters = { name, at: encode(finishedAt), outcome: JSON.stringify(outcome) };
      await database.transaction((session) => session.run(sql, parameters));
    },
  };
}
