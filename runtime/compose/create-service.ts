import { createAccessControl } from '../adapters/http/access-control.js';
import type { AppConfig } from '../config/app-config.js';
import { compileOperations } from '../kernel/compile.js';
import type { ComposedService, Feature } from '../kernel/feature.js';
import type { ServiceJobs } from '../kernel/jobs/jobs.js';
import type { Kernel } from '../kernel/kernel.js';
import { type LateParts, present } from './late-parts.js';

export interface ServiceParts {
  readonly config: AppConfig;
  readonly kernel: Kernel;
  readonly features: readonly Feature[];
  readonly jobs: ServiceJobs;
  readonly late: LateParts;
}

/** Compiles the features into the use cases of every type, and returns the service that provides them. */
export function createService({ config, kernel, features, jobs, late }: ServiceParts): ComposedService {
  const { registry, iris, database, outbox, log } = kernel;
  return {
    registry,
    iris,
    database,
    operations: compileOperations({ kernel, features }),
    outbox,
    jobs,
    log,
    features,
    mayAsk: createAccessControl(config.accessControl).mayAsk,
    documented: () => late.compiled?.documented ?? [],
    scheduled: () => late.work?.scheduledJobs ?? [],
    answerPart: (whole, part) => present(late.answerPart)(whole, part),
  };
}
