import { offer } from '../../kernel/contract/features/door.js';
import type { CreateFeature } from '../../kernel/feature-module.js';
import { PLACEMENT } from '../placement/door.js';
import { UPLOADS } from '../uploads/door.js';
import { DRAFTS, PUBLISHING_SETTINGS } from './door.js';
import { createFindFormerWriters } from './former-writers.js';
import { createPublication } from './publication.js';
import { createPublishable } from './publishable.js';

export const doors = [DRAFTS];

export const create: CreateFeature = async (kernel, doors) => {
  const { gate, database, registry } = kernel;
  const { permission } = kernel.configOf(PUBLISHING_SETTINGS).publishable;
  const { places, remove } = await doors.open(PLACEMENT);
  const uploads = await doors.open(UPLOADS);
  const publication = createPublication({ gate, permission });
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
    offers: [
      offer(DRAFTS, {
        ...parts,
        publication,
        findFormerWriters: createFindFormerWriters({ gate, registry, publication }),
      }),
    ],
    gate: parts.gate,
    http: { isEditor: publication.isEditor },
    unitOfWork: { afterCommit: parts.gate.afterCommit },
    reads: { filters: [parts.filter], selectors: parts.selectors },
    writes: { rules: [parts.keepHidden], targets: [parts.draftTarget], guards: [parts.guard] },
  };
};
