import { Cron } from 'croner';
import type { Job, Times } from '../contract/features/jobs.js';

/** A job that is asked for by itself. */
export type ScheduledJob = Job & { readonly schedule: Times };

/** Leaves out the jobs that run only when somebody asks for them. */
export function scheduledJobs(jobs: readonly Job[]): readonly ScheduledJob[] {
  return jobs.filter((job): job is ScheduledJob => job.schedule !== undefined);
}

/** The first time of a schedule after a moment; a time that a change of the clock skips is at the next one that there is. */
export function dueAfter({ cron, timeZone }: Times, moment: Date): Date | null {
  return new Cron(cron, { timezone: timeZone, paused: true }).nextRun(moment);
}
