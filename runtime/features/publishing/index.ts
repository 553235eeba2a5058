export { createPublishable, type Publishable, type PublishableDeps } from './publishable.js';
export {
  createPublication,
  draftOf,
  isActive,
  isPublishable,
  publishedOf,
  type Publication,
} from './publication.js';
export type { ExpectedUpdate, ExpectUpdate } from './expect-update.js';
export { duePairOf, type DraftState, type DraftStates, type Places } from './draft-states.js';
export type { DueGate } from './due-gate.js';
export type { DuePair } from './due-memory.js';
