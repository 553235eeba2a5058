export { createPublishable, type Publishable, type PublishableDeps } from './publishable/publishable.js';
export {
  createPublication,
  draftOf,
  isActive,
  isPublishable,
  publishedOf,
  type Publication,
} from './publishable/publication.js';
export type { DraftState, DraftStates } from './publishable/draft-states.js';
export type { DueDrafts, DuePair } from './publishable/settle-due.js';
