import type { Publication } from '../publishing/feature.js';
import type { Kernel } from '../../kernel/kernel.js';
import { createTransferPositions } from './transfer-positions.js';
import type { Cascade } from './cascade/cascade.js';
import { createComponentRules } from './component-rules.js';
import { createDisallowedPositions, createGroupPositions } from './group-positions.js';
import { createGroupRules } from './group-rules.js';
import { createLockGroups } from './lock-groups.js';
import type { Placement } from './placement.js';
import { createPositionMetadata } from './position-metadata.js';
import { createPlacePositions } from './place-positions.js';
import { createPositionRules } from './position-rules.js';
import type { RepresentationExtension } from '../../kernel/contract/operations.js';
import { createUsageEndpoint, USAGE_CONTEXTS } from './usage-endpoint.js';
import type { Feature } from '../../kernel/feature.js';
import { createLockRecords } from '../../kernel/records/lock-records.js';

export interface PlacementUses {
  readonly placement: Placement;
  readonly cascade: Cascade;
  /** What a position shows on the page that is looked at. */
  readonly resolution: RepresentationExtension;
  readonly publication: Publication;
}

/** Groups, the positions in them, and the components that these hold (core.md sections 7 to 9). */
export function createPlacementFeature(kernel: Kernel, uses: PlacementUses): Feature {
  const { registry, iris, reader, writer, config } = kernel;
  const { placement, cascade, publication } = uses;
  const disallowed = createDisallowedPositions(placement);
  const locks = createLockRecords({ registry, reader });
  const lockGroups = createLockGroups({ registry, iris, reader, locks });
  const placePositions = createPlacePositions({ locks, writer });
  const transfer = createTransferPositions({ locks, writer, placement });
  return {
    name: 'placement',
    representation: [
      createPositionMetadata({ registry, iris, namespace: config.classNamespace }),
      uses.resolution,
      createGroupPositions(disallowed),
    ],
    writes: {
      rules: [
        createPositionRules({ registry, reader, writer, placement, lockGroups, placePositions }),
        createGroupRules({ registry, iris, transfer, disallowed, removePositions: cascade.removeAll }),
        createComponentRules({ registry, iris, reader, lockGroups }),
      ],
    },
    contexts: () => USAGE_CONTEXTS,
    endpoints: ({ operations }) =>
      registry.all
        .filter((resource) => resource.operations.includes('usage'))
        .map((resource) => createUsageEndpoint(resource, { operations, iris, publication })),
  };
}

export { createCascade, type Cascade } from './cascade/cascade.js';
export { createPlaces } from './places.js';
export { createPlacement, isSlot } from './placement.js';
export { createSlotIndex, createSlotsFeature } from './slots.js';
export type { Placement } from './placement.js';
export { classNameRule } from './text-lists.js';
