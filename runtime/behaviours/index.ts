export { createPublishable, type Publishable, type PublishableDeps } from './publishable/publishable.js';
export {
  createPublication,
  draftOf,
  isActive,
  isPublishable,
  publishedOf,
  type Publication,
} from './publishable/publication.js';
export type { ExpectedUpdate, ExpectUpdate } from './publishable/expect-update.js';
export { duePairOf, type DraftState, type DraftStates, type Places } from './publishable/draft-states.js';
export type { DueDrafts, DuePair, ReadSettled } from './publishable/settle-due.js';
