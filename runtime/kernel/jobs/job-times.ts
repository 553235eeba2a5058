import { Cron } from 'croner';
import type { Job, Times } from '../contract/features/jobs.js';

/** A job with a schedule. */
export type ScheduledJob = Job & { readonly schedule: Times };

/** Returns the jobs that have a schedule. */
export function scheduledJobs(jobs: readonly Job[]): readonly ScheduledJob[] {
  return jobs.filter((job): job is ScheduledJob => job.schedule !== undefined);
}

/**
 * Returns the first scheduled time after a moment. A time that a clock change skips moves to the next valid
 * one.
 */
export function dueAfter({ cron, timeZone }: Times, moment: Date): Date | null {
  return new Cron(cron, { timezone: timeZone, paused: true }).nextRun(moment);
}
