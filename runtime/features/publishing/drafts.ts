import { provide } from '../../kernel/contract/features/feature-api.js';
import type { CreateFeature } from '../../kernel/feature-module.js';
import { PLACEMENT } from '../placement/public-api.js';
import { UPLOADS } from '../uploads/public-api.js';
import { DRAFTS, PUBLISHING_SETTINGS } from './public-api.js';
import { createFindPreviousWriters } from './previous-writers.js';
import { createPublication } from './publication.js';
import { createPublishable } from './publishable.js';

export const apis = [DRAFTS];

export const create: CreateFeature = async (kernel, apis) => {
  const { guard, database, registry } = kernel;
  const { permission } = kernel.configOf(PUBLISHING_SETTINGS).publishable;
  const { places, remove } = await apis.open(PLACEMENT);
  const uploads = await apis.open(UPLOADS);
  const publication = createPublication({ guard, permission });
  const parts = createPublishable({
    ...kernel,
    session: database,
    publication,
    places,
    removeRecord: remove,
    copies: [uploads.draftCopy],
    checks: () => kernel.service().features.flatMap(({ writes }) => writes?.checks ?? []),
  });
  return {
    provides: [
      provide(DRAFTS, {
        ...parts,
        publication,
        findPreviousWriters: createFindPreviousWriters({ guard, registry, publication }),
      }),
    ],
    guard: parts.guard,
    http: { isEditor: publication.isEditor },
    unitOfWork: { afterCommit: parts.guard.afterCommit },
    reads: { filters: [parts.filter], selectors: parts.selectors },
    writes: { rules: [parts.keepHidden], targets: [parts.draftTarget], guards: [parts.draftGuard] },
  };
};
