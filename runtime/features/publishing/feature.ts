import {
  createPublication,
  createPublishable,
  type ExpectUpdate,
  type Places,
  type Publication,
  type ReadSettled,
} from '../../behaviours/index.js';
import type { Kernel } from '../../composition/kernel.js';
import type { DraftCopy, RunCommand, StateCheck } from '../../contract/operations.js';
import type { Feature } from '../../operations/feature.js';

export interface PublishingUses {
  readonly places: Places;
  readonly copies: readonly DraftCopy[];
  /** Rules of other features that publishing applies. */
  readonly checks: readonly StateCheck[];
  readonly run: RunCommand;
}

/** Drafts and publishing (components.md section 2): what others use of it, and its two entries in the list of features. */
export interface Publishing {
  readonly publication: Publication;
  readonly expectUpdate: ExpectUpdate;
  readonly readSettled: ReadSettled;
  /** Which row of a pair a request means, and where its edits go. Others judge the state that this leaves. */
  readonly drafts: Feature;
  /** What a date does. It is the last to act on a write, because publishing a draft removes the row that was written. */
  readonly publishing: Feature;
}

export function createPublishing(kernel: Kernel, uses: PublishingUses): Publishing {
  const { gate, config } = kernel;
  const publication = createPublication({ gate, permission: config.publishable.permission });
  const parts = createPublishable({ ...kernel, ...uses, session: kernel.database, publication });
  return {
    publication,
    expectUpdate: parts.expectUpdate,
    readSettled: parts.due.readSettled,
    drafts: {
      name: 'drafts',
      reads: { filters: [parts.filter], selectors: parts.selectors, settlements: [parts.due] },
      writes: { rules: [parts.keepHidden], targets: [parts.draftTarget], guards: [parts.guard] },
    },
    publishing: {
      name: 'publishing',
      representation: [parts.view],
      writes: { rules: [parts.publishRule] },
      refusalHeaders: parts.refusalHeaders,
    },
  };
}
