import { defineDoor } from '../../kernel/contract/features/door.js';
import type { RemoveRecord } from '../../kernel/resource-operations.js';
import type { Places } from '../publishing/door.js';
import type { Cascade } from './cascade/cascade.js';
import type { Placement } from './placement-restriction.js';

/** Places of components, and the records that are deleted together with another. */
export const PLACEMENT = defineDoor<PlacementServices>('placement');

export interface PlacementServices {
  readonly placement: Placement;
  readonly cascade: Cascade;
  readonly remove: RemoveRecord;
  readonly places: Places;
}

/** Names of types that submissions of forms are stored as: their records stand nowhere, and nobody loses them with a place. */
export const SUBMISSION_TYPES = defineDoor<ReadonlySet<string>>('types of submissions');

export type { Cascade } from './cascade/cascade.js';
export { isSlot, type Placement } from './placement-restriction.js';
export { classNameRule } from './text-lists.js';
