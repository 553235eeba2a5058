import type { Database } from '../contract/database/database.js';
import type { RetentionRule } from '../contract/features/retention.js';
import type { Feature, Service } from '../feature.js';
import { createCleaning } from '../retention/cleaning.js';
import { compileChannels } from '../outbox/compile-channels.js';
import { outboxRetention } from '../outbox/outbox-retention.js';
import type { ServiceOutbox } from '../outbox/outbox.js';
import type { Clock } from '../ports/clock.js';
import type { Logger } from '../ports/logger.js';
import { throttleRetention } from '../throttle/throttle-retention.js';
import { type ScheduledJob, scheduledJobs } from './job-times.js';
import { createJobs, type JobsDeps, type ServiceJobs } from './jobs.js';
import { createSchedule } from './schedule.js';
import { createScheduleStore } from './schedule-store.js';

/** Background work of a service: messages, jobs, schedules and retention. */
export interface Background {
  readonly jobs: ServiceJobs;
  /** Connects the background work of the features, after they are created. */
  connect(features: readonly Feature[], service: Service): ConnectedBackground;
}

export interface ConnectedBackground {
  /** Retention rules. */
  readonly retention: readonly RetentionRule[];
  /** Jobs with a schedule. */
  readonly scheduledJobs: readonly ScheduledJob[];
  /** Starts the scheduled work, after the features have started. */
  start(): void;
  close(): Promise<void>;
}

export interface BackgroundDeps extends Pick<JobsDeps, 'queue'> {
  readonly database: Database;
  readonly outbox: ServiceOutbox;
  readonly clock: Clock;
  readonly log: Logger;
  /** Whether the outbox belongs to a larger service, which delivers its messages. */
  readonly isJoined: boolean;
}

export function createBackground(deps: BackgroundDeps): Background {
  const { database, outbox, clock, log, isJoined } = deps;
  const store = createScheduleStore(database);
  const jobs = createJobs({ ...deps, store });
  return {
    jobs,
    connect(features, service) {
      const worked = { name: 'jobs', channels: () => [jobs.channel] };
      const channels = compileChannels([...features, worked], service);
      if (!isJoined) outbox.connect(channels);
      const names = channels.map(({ name }) => name);
      const brought = features.flatMap((feature) => feature.retention ?? []);
      const retention = [...outboxRetention(database, names), throttleRetention, ...brought];
      const cleaning = createCleaning({ retention, database, clock, log });
      const all = [...features.flatMap((feature) => feature.jobs?.(service) ?? []), cleaning.job];
      jobs.connect(all);
      const scheduled = scheduledJobs(all);
      const { request } = jobs;
      const { wake } = outbox;
      const schedule = createSchedule({ jobs: scheduled, request, wake, store, database, clock, log });
      return {
        retention,
        scheduledJobs: scheduled,
        start() {
          cleaning.start();
          schedule.start();
        },
        close: async () => void (await Promise.all([schedule.close(), cleaning.close()])),
      };
    },
  };
}
