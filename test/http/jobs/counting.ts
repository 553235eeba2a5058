import { defineFeature, type Feature, type Service } from 'cms-api-components';

/** The work of custom jobs in one process. */
export type Work = (job: string, signal: AbortSignal) => Promise<void>;

/** Two jobs that never run at the same time, and an independent one. */
export const JOBS = ['count-pages', 'count-components', 'count-files'] as const;

/** A project with those jobs. */
export function counting(work: Work, connected: (service: Service) => void = () => undefined): Feature {
  return defineFeature({
    name: 'counting',
    jobs(service) {
      connected(service);
      return JOBS.map((name) => ({
        ...{ name, run: (signal: AbortSignal) => work(name, signal) },
        ...(name === 'count-components' ? { concurrencyKey: 'count-pages' } : {}),
      }));
    },
  });
}
