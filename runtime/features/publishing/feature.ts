import type { CreateFeature } from '../../kernel/feature-module.js';
import { createDueAnnouncer, type DueAnnouncer } from './announce-due.js';
import { DRAFTS, PUBLISHING_SETTINGS } from './public-api.js';
import { createEditingVoter } from './editing-voter.js';

export const create: CreateFeature = async (kernel, apis) => {
  const { view, guard, expiryCheck, publishRule, refusalHeaders, publication } = await apis.open(DRAFTS);
  let announcer: DueAnnouncer | undefined;
  return {
    representation: [view],
    // Runs after the voters that hide records: a hidden record responds with 404 first.
    reads: { voters: [createEditingVoter(publication, kernel.registry.require)] },
    writes: { rules: [publishRule], checks: [expiryCheck] },
    http: { refusalHeaders, hooks: () => ({ changesAt: guard.nextEnd }) },
    start() {
      if (!kernel.configOf(PUBLISHING_SETTINGS).schedule.publications) return;
      announcer = createDueAnnouncer({ ...kernel, operations: kernel.service().operations });
      announcer.start();
    },
    close: async () => announcer?.close(),
  };
};
