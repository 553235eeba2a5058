import type { Database } from '../contract/database/database.js';
import { waitingMessages } from '../outbox/waiting-messages.js';

/** Channel of the messages that request jobs. */
export const JOBS_CHANNEL = 'jobs';

/** A requested job that has not finished, for display. */
export interface RequestedJob {
  readonly job: string;
  readonly state: 'runs' | 'waits' | 'failed';
  /** Time of the oldest request; determines the order. */
  readonly requestedAt: Date;
  readonly requests: number;
  /** Number of failed runs. */
  readonly attempts: number;
  /** Reason why the last attempt failed. */
  readonly reason: string | null;
}

/** Returns the jobs of at most `limit` requests, the longest-waiting one first. */
export async function requestedJobs(database: Database, limit: number): Promise<readonly RequestedJob[]> {
  const jobs = new Map<string, RequestedJob>();
  for (const message of await waitingMessages(database, JOBS_CHANNEL, limit)) {
    // A request wrote the body.
    const { job } = message.body as { readonly job: string };
    const earlier = jobs.get(job);
    const attempts = Math.max(earlier?.attempts ?? 0, message.attempts);
    const reason = earlier?.reason ?? message.reason;
    jobs.set(job, {
      job,
      attempts,
      reason,
      state: message.isUnderWay ? 'runs' : reason === null ? 'waits' : 'failed',
      requestedAt: earlier?.requestedAt ?? message.createdAt,
      requests: 1 + (earlier?.requests ?? 0),
    });
  }
  return [...jobs.values()];
}
