import type { Database } from '../contract/database/database.js';
import { waitingMessages } from '../outbox/waiting-messages.js';

/** The channel of messages that ask for jobs. */
export const JOBS_CHANNEL = 'jobs';

/** A job that was asked for and is not done, as people look at it. */
export interface RequestedJob {
  readonly job: string;
  readonly state: 'runs' | 'waits' | 'failed';
  /** Ordered by the oldest request. */
  readonly requestedAt: Date;
  readonly requests: number;
  /** Runs that failed. */
  readonly attempts: number;
  /** The reason why the last attempt failed. */
  readonly reason: string | null;
}

/** The jobs of at most `limit` requests, the one that waits for longest first. */
export async function requestedJobs(database: Database, limit: number): Promise<readonly RequestedJob[]> {
  const jobs = new Map<string, RequestedJob>();
  for (const message of await waitingMessages(database, JOBS_CHANNEL, limit)) {
    // It was written by a request.
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
