import type { Feature } from '../kernel/feature.js';
import type { ConnectedBackground } from '../kernel/jobs/background.js';
import type { ServiceJobs } from '../kernel/jobs/jobs.js';
import type { Kernel } from '../kernel/kernel.js';
import type { Composition, Lifecycle } from './app-types.js';

interface LifecycleParts {
  readonly kernel: Kernel;
  readonly features: readonly Feature[];
  readonly jobs: ServiceJobs;
  readonly work: ConnectedBackground;
  readonly unknownTexts: readonly string[];
}

/** Creates the functions that start and end a service, its background work and its features. */
export function createLifecycle(
  { config, log, database, workers, joined }: Composition,
  { kernel, features, jobs, work, unknownTexts }: LifecycleParts,
): Lifecycle {
  const { outbox, ports } = kernel;
  return {
    async startServing() {
      for (const notice of unknownTexts) log.warn({ msg: 'unknown message', notice });
      workers?.join();
      database.watchReplicas();
      outbox.startSending();
      jobs.startWaiting();
      for (const feature of features) await feature.start?.();
      work.start();
    },
    endStreams() {
      jobs.stopWaiting();
      for (const { http } of features) for (const mount of http?.mounts ?? []) mount.endStreams?.();
    },
    async close() {
      if (joined === undefined) {
        jobs.stopWaiting();
        await work.close();
        await outbox.close();
      }
      await ports.mailer.close();
      // A service inside a transaction shares the features of the project with the running service.
      const own = joined === undefined ? features : features.filter((one) => !config.features.includes(one));
      for (const feature of own) await feature.close?.();
      await database.close();
    },
  };
}
