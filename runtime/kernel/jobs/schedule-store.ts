import type { Database, SqlRow, TransactionSession } from '../contract/database/database.js';
import type { JobOutcome } from '../contract/features/jobs.js';
import { scheduledJobTable } from './tables.js';

/** Stored state of a scheduled job. */
export interface StoredSchedule {
  /** Time up to which the schedule has been processed. */
  readonly followedUntil: Date;
  /** End of the last run; null before the first one. */
  readonly finishedAt: Date | null;
  readonly outcome: JobOutcome;
}

/** Stores the state of schedules across processes and restarts. */
export interface ScheduleStore {
  /** Returns the states by job name. Jobs that no process has scheduled yet are missing. */
  read(): Promise<ReadonlyMap<string, StoredSchedule>>;
  /** Starts to track a schedule at `now`. */
  begin(name: string, now: Date): Promise<void>;
  /** Advances a schedule from `last`; returns whether this transaction did it. */
  claim(name: string, step: Step, session: TransactionSession): Promise<boolean>;
  /** Stores the end of a run of a scheduled job. */
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
      followedUntil: dialect.decode('datetime', until) as Date, // The column is not nullable.
      finishedAt: end === null ? null : (dialect.decode('datetime', end) as Date),
      // `finish` stored it.
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
