import { defineFeature, type Feature, type Service } from 'cms-api-components';

/** What jobs of a project do in one process. */
export type Work = (job: string, signal: AbortSignal) => Promise<void>;

/** Two jobs that are never run at the same time, and one of its own. */
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
