import type { Publication } from '../../behaviours/index.js';
import type { Kernel } from '../../composition/kernel.js';
import { createAdoptPositions } from '../../content/adopt-positions.js';
import type { Cascade } from '../../content/cascade/cascade.js';
import type { SlotColumn } from '../../content/cascade/usage.js';
import { createCountUsage } from '../../content/cascade/usage.js';
import { createComponentRules } from '../../content/component-rules.js';
import { createDisallowedPositions, createGroupPositions } from '../../content/group-positions.js';
import { createGroupRules } from '../../content/group-rules.js';
import { createLockGroups } from '../../content/lock-groups.js';
import type { Placement } from '../../content/placement.js';
import { createPositionMetadata } from '../../content/position-metadata.js';
import { createPositionRules } from '../../content/position-rules.js';
import type { RepresentationExtension } from '../../contract/operations.js';
import { createUsageEndpoint } from '../../http/endpoints/usage.js';
import type { Feature } from '../../operations/feature.js';
import { createLockRecords } from '../../records/lock-records.js';
import { createWriteReference } from '../../records/write-reference.js';

export interface PlacementUses {
  readonly placement: Placement;
  readonly slots: readonly SlotColumn[];
  readonly cascade: Cascade;
  /** What a position shows on the page that is looked at. */
  readonly resolution: RepresentationExtension;
  readonly publication: Publication;
}

/** Groups, the positions in them, and the components that these hold (core.md sections 7 to 9). */
export function createPlacementFeature(kernel: Kernel, uses: PlacementUses): Feature {
  const { registry, iris, reader, config } = kernel;
  const { placement, cascade, publication } = uses;
  const disallowed = createDisallowedPositions(placement);
  const locks = createLockRecords({ registry, reader });
  const lockGroups = createLockGroups({ registry, iris, reader, locks });
  const adopt = createAdoptPositions({ locks, writeReference: createWriteReference(registry), placement });
  return {
    name: 'placement',
    representation: [
      createPositionMetadata({ registry, iris, namespace: config.classNamespace }),
      uses.resolution,
      createGroupPositions(disallowed),
    ],
    writes: {
      rules: [
        createPositionRules({ registry, reader, placement, lockGroups }),
        createGroupRules({ registry, iris, adopt, disallowed, removePositions: cascade.removeAll }),
        createComponentRules({ registry, iris, reader, lockGroups }),
      ],
    },
    endpoints({ operations }) {
      const countUsage = createCountUsage(uses.slots);
      return registry.all
        .filter((resource) => resource.operations.includes('usage'))
        .map((resource) => createUsageEndpoint(resource, { operations, iris, countUsage, publication }));
    },
  };
}
