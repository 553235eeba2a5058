import type { Kernel } from '../../kernel/kernel.js';
import type { DraftCopy, StateCheck } from '../../kernel/contract/operations.js';
import type { RemoveRecord } from '../../kernel/resource-operations.js';
import type { Feature } from '../../kernel/feature.js';
import { createDueAnnouncer, type DueAnnouncer } from './announce-due.js';
import { createPublication } from './publication.js';
import { createPublishable } from './publishable.js';
import type { ExpectUpdate } from './expect-update.js';
import type { Places } from './draft-states.js';
import type { Publication } from './publication.js';

export interface PublishingUses {
  readonly places: Places;
  readonly removeRecord: RemoveRecord;
  readonly copies: readonly DraftCopy[];
  /** Rules of other features that publishing applies. */
  readonly checks: readonly StateCheck[];
}

/** Drafts and publishing (components.md section 2): what others use of it, and its two entries in the list of features. */
export interface Publishing {
  readonly publication: Publication;
  readonly expectUpdate: ExpectUpdate;
  /** Which row of a pair a request means, and where its edits go. Others judge the state that this leaves. */
  readonly drafts: Feature;
  /** What a date does. It is the last to act on a write, because publishing a draft removes the row that was written. */
  readonly publishing: Feature;
}

export function createPublishing(kernel: Kernel, uses: PublishingUses): Publishing {
  const { gate, config } = kernel;
  const publication = createPublication({ gate, permission: config.publishable.permission });
  const parts = createPublishable({ ...kernel, ...uses, session: kernel.database, publication });
  let announcer: DueAnnouncer | undefined;
  return {
    publication,
    expectUpdate: parts.expectUpdate,
    drafts: {
      name: 'drafts',
      gate: parts.gate,
      unitOfWork: { afterCommit: parts.gate.afterCommit, writtenElsewhere: parts.gate.forget },
      reads: { filters: [parts.filter], selectors: parts.selectors },
      writes: { rules: [parts.keepHidden], targets: [parts.draftTarget], guards: [parts.guard] },
    },
    publishing: {
      name: 'publishing',
      representation: [parts.view],
      writes: { rules: [parts.publishRule] },
      refusalHeaders: parts.refusalHeaders,
      jobs({ operations }) {
        if (config.schedule.publications) announcer = createDueAnnouncer({ ...kernel, operations });
        return [];
      },
      start: () => announcer?.start(),
      close: async () => announcer?.close(),
    },
  };
}
export type { Places } from './draft-states.js';
export type { Publication } from './publication.js';
export type { ExpectUpdate } from './expect-update.js';
export { duePairOf } from './draft-states.js';
export type { DuePair } from './due-memory.js';
