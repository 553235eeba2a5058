import type { Database } from '../contract/database/database.js';
import type { JobOutcome, Times } from '../contract/features/jobs.js';
import { dueAfter, type ScheduledJob } from './job-times.js';
import { createScheduleStore } from './schedule-store.js';

/** A job that runs by itself, as people look at it. */
export interface ScheduledState extends Times {
  readonly job: string;
  /** The end of its last run; null before the first one. */
  readonly lastRun: Date | null;
  /** It is over where no process has served since; null before a process has. */
  readonly nextRun: Date | null;
  /** What the last run did. */
  readonly outcome: JobOutcome;
}

/** All of them, by their names; one statement. */
export async function scheduledStates(
  database: Database,
  jobs: readonly ScheduledJob[],
): Promise<readonly ScheduledState[]> {
  const stored = await createScheduleStore(database).read();
  return jobs
    .map(({ name, schedule }) => {
      const known = stored.get(name);
      return {
        job: name,
        ...schedule,
        lastRun: known?.finishedAt ?? null,
        nextRun: known === undefined ? null : dueAfter(schedule, known.followedUntil),
        outcome: known?.outcome ?? {},
      };
    })
    .sort((one, other) => (one.job < other.job ? -1 : 1));
}
