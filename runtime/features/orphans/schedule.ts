import { Cron } from 'croner';
import type { Database, TransactionSession } from '../../kernel/contract/database.js';
import type { Kernel } from '../../kernel/kernel.js';
import type { ReportStore } from './report-store.js';
import type { OrphansConfig } from './settings.js';

type Times = Exclude<OrphansConfig['schedule']['scanOrphaned'], false>;

/** Runs something at the times of a schedule, once for all processes that serve, and once more for times that all of them missed. */
export interface Schedule {
  start(): void;
  /** Runs when something is due. */
  check(): Promise<void>;
  close(): void;
}

export interface ScheduleDeps extends Pick<Kernel, 'clock' | 'log'> {
  readonly times: Times;
  /** Remembers the time that was seen last, for all processes and over restarts. */
  readonly store: Pick<ReportStore, 'lastDue' | 'claimDue'>;
  readonly database: Pick<Database, 'transaction'>;
  /** Runs in the transaction that stores the time, so that both happen or neither. */
  run(session: TransactionSession): Promise<void>;
}

const CHECK_MS = 20_000;

/** The first time of a schedule after a moment; a time that a change of the clock skips is at the next one that there is. */
export function dueAfter({ cron, timeZone }: Times, moment: Date): Date | null {
  return new Cron(cron, { timezone: timeZone, paused: true }).nextRun(moment);
}

export function createSchedule({ times, store, database, clock, log, run }: ScheduleDeps): Schedule {
  let timer: NodeJS.Timeout | undefined;

  async function check(): Promise<void> {
    const now = clock.now();
    const last = await store.lastDue(now);
    const due = dueAfter(times, last);
    if (due === null || due > now) return;
    // One run makes up for several missed ones, so the next time is after now.
    await database.transaction(async (session) => {
      if (await store.claimDue(last, now, session)) await run(session);
    });
  }

  function checkAndReport(): void {
    check().catch((err: unknown) =>
      log.error({ msg: 'the schedule of orphan scans could not be followed', err }),
    );
  }

  return {
    check,
    start() {
      timer = setInterval(checkAndReport, CHECK_MS).unref();
      checkAndReport();
    },
    close: () => clearInterval(timer),
  };
}
