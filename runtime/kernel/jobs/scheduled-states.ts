import type { Database } from '../contract/database/database.js';
import type { JobOutcome, Times } from '../contract/features/jobs.js';
import { dueAfter, type ScheduledJob } from './job-times.js';
import { createScheduleStore } from './schedule-store.js';

/** State of a scheduled job, for display. */
export interface ScheduledState extends Times {
  readonly job: string;
  /** End of the last run; null before the first one. */
  readonly lastRun: Date | null;
  /** In the past if no process has served since; null before any has. */
  readonly nextRun: Date | null;
  /** Result of the last run. */
  readonly outcome: JobOutcome;
}

/** Returns all states, sorted by name; one statement. */
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
