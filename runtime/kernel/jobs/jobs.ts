import type { Job, Jobs } from '../contract/jobs.js';
import { InternalError } from '../errors/internal-error.js';
import type { Logger } from '../ports/logger.js';

/** The jobs of a service. */
export interface ServiceJobs extends Jobs {
  /** Jobs that this service could run; once. */
  connect(jobs: readonly Job[]): void;
  close(): Promise<void>;
}

/** Runs what is asked for in this process. */
export function createJobs({ log }: { readonly log: Logger }): ServiceJobs {
  let jobs: ReadonlyMap<string, Job> = new Map();
  const running = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  return {
    connect(all) {
      jobs = new Map(all.map((job) => [job.name, job]));
    },
    request(name) {
      const job = jobs.get(name);
      if (job === undefined) throw new InternalError(`No job is named ${name}`);
      const before = running.get(name) ?? Promise.resolve();
      const run = before
        .then(() => job.run(stopping.signal))
        .catch((err: unknown) => log.error({ msg: 'a job failed', name, err }));
      running.set(name, run);
      return Promise.resolve();
    },
    async close() {
      stopping.abort();
      await Promise.all(running.values());
    },
  };
}
