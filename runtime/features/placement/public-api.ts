import { defineFeatureApi } from '../../kernel/contract/features/feature-api.js';
import type { RemoveRecord } from '../../kernel/resource-operations.js';
import type { Places } from '../publishing/public-api.js';
import type { Cascade } from './cascade/cascade.js';
import type { Placement } from './placement-restriction.js';

/** Provides the places of components, and the records that are deleted together with another. */
export const PLACEMENT = defineFeatureApi<PlacementServices>('placement');

export interface PlacementServices {
  readonly placement: Placement;
  readonly cascade: Cascade;
  readonly remove: RemoveRecord;
  readonly places: Places;
}

/** Types that store form submissions. Their records have no place, so deleting a place does not delete them. */
export const SUBMISSION_TYPES = defineFeatureApi<ReadonlySet<string>>('types of submissions');

export type { Cascade } from './cascade/cascade.js';
export { isSlot, type Placement } from './placement-restriction.js';
export { classNameRule } from './text-lists.js';
