import { createOriginPolicy } from './adapters/http/origin-policy.js';
import type { App, Composition } from './compose/app-types.js';
import { createLifecycle } from './compose/create-lifecycle.js';
import { createListener } from './compose/create-listener.js';
import { createService } from './compose/create-service.js';
import { joinTransaction } from './compose/join-transaction.js';
import type { LateParts } from './compose/late-parts.js';
import { loadMessages } from './compose/load-messages.js';
import { openKernel } from './compose/open-kernel.js';
import { openModel } from './compose/open-model.js';
import { createFeatures } from './kernel/create-features.js';
import { collectDerived } from './kernel/derived/collect-derived.js';
import { createDoctor } from './kernel/derived/doctor.js';
import { compileEndpoints } from './kernel/endpoints/compile-endpoints.js';
import type { Feature } from './kernel/feature.js';
import { createBackground } from './kernel/jobs/background.js';

/** Composition root: creates the kernel and the features on it, and combines their contributions. */
export async function composeApp(options: Composition): Promise<App> {
  const { config, joined } = options;
  const late: LateParts = {};

  // Types, messages and kernel
  const model = await openModel(options);
  const { messages, unknownTexts } = await loadMessages(model, config.projectRoot);
  const origins = createOriginPolicy(config.cors.allowOrigin, config.server.publicUrl);
  const kernel = openKernel(options, { model, origins, late });
  const { outbox, writeOutOfBand, database, clock, log } = kernel;

  // Features and use cases
  const { features, get, getAll } = await createFeatures(model.loaded, kernel);
  const isJoined = joined !== undefined;
  const background = createBackground({ queue: config.queue, database, outbox, clock, log, isJoined });
  const { jobs } = background;
  const service = (late.service = createService({ config, kernel, features, jobs, late }));

  // Background work and derived rows
  const work = (late.work = background.connect(features, service));
  const collected = collectDerived(features, kernel);

  // Endpoints, their documentation, and HTTP
  const compiled = compileEndpoints({ service, answers: kernel.answers, ofProject: config.features });
  late.compiled = compiled;
  const express = createListener(options, { kernel, features, origins, messages, compiled, late });

  return {
    ...service,
    ...createLifecycle(options, { kernel, features, jobs, work, unknownTexts }),
    config,
    outbox,
    writeOutOfBand,
    get,
    getAll,
    derived: collected.derived,
    doctor: createDoctor(collected, { database, writeOutOfBand }),
    retention: work.retention,
    scheduledJobs: work.scheduledJobs,
    ...describeFeatures(features, unknownTexts),
    express,
    async inTransaction(run) {
      try {
        return await joinTransaction(composeApp, { ...options, joined: { outbox, get } }, run);
      } finally {
        for (const { guard } of features) guard?.forget?.();
      }
    },
  };
}

/** Returns the parts of features that commands inspect. */
function describeFeatures(
  features: readonly Feature[],
  unknownTexts: readonly string[],
): Pick<App, 'featureCommands' | 'listens' | 'notices'> {
  return {
    featureCommands: features.flatMap(({ commands }) => commands ?? []),
    listens: features.flatMap(({ listens }) => listens ?? []),
    notices: [...features.flatMap(({ notices }) => notices ?? []), ...unknownTexts],
  };
}
