import { provide } from '../../kernel/contract/features/feature-api.js';
import type { CreateFeature, LoadedModule } from '../../kernel/feature-module.js';
import { createLockRecords } from '../../kernel/records/lock-records.js';
import type { RemoveRecord } from '../../kernel/resource-operations.js';
import { DRAFTS } from '../publishing/public-api.js';
import { createCascade } from './cascade/cascade.js';
import { createComponentRules } from './component-rules.js';
import { PLACEMENT, SUBMISSION_TYPES } from './public-api.js';
import { createDisallowedPositions, createGroupPositions } from './group-positions.js';
import { createGroupRules } from './group-rules.js';
import { createLockGroups } from './lock-groups.js';
import { createPlacePositions } from './place-positions.js';
import { createPlacementRestriction } from './placement-restriction.js';
import { createPlaces, createSlotIndex } from './places.js';
import { createPositionMetadata } from './position-metadata.js';
import { createPositionRules } from './position-rules.js';
import { createTransferPositions } from './transfer-positions.js';
import { createUsageEndpoint, USAGE_CONTEXTS } from './usage-endpoint.js';

/** The components in the properties of page data. */
export const apis = [PLACEMENT];

export const indexes: LoadedModule['indexes'] = (registry) => [createSlotIndex(registry)];

export const create: CreateFeature = (kernel, apis) => {
  const { registry, iris, reader, writer, config } = kernel;
  const placement = createPlacementRestriction({ registry, iris });
  const isSubmitted = (type: string): boolean =>
    apis.getAll(SUBMISSION_TYPES).some((types) => types.has(type));
  const cascade = createCascade({ ...kernel, isSubmitted });
  const remove: RemoveRecord = (record, scope) => cascade.removeAll([record], scope);
  const places = createPlaces(kernel, createSlotIndex(registry));
  const disallowed = createDisallowedPositions(placement);
  const locks = createLockRecords({ registry, reader });
  const lockGroups = createLockGroups({ registry, iris, reader, locks });
  const placePositions = createPlacePositions({ locks, writer });
  const transfer = createTransferPositions({ locks, writer, placement });
  return {
    provides: [provide(PLACEMENT, { placement, cascade, remove, places })],
    representation: [
      createPositionMetadata({ registry, iris, namespace: config.classNamespace }),
      createGroupPositions(disallowed),
    ],
    writes: {
      remove,
      rules: [
        createPositionRules({ registry, reader, writer, placement, lockGroups, placePositions }),
        createGroupRules({ registry, iris, transfer, disallowed, removePositions: cascade.removeAll }),
        createComponentRules({ registry, iris, reader, lockGroups }),
      ],
    },
    documentation: { contexts: USAGE_CONTEXTS },
    endpoints: ({ operations }) =>
      registry.all
        .filter((resource) => resource.operations.includes('usage'))
        .map((resource) =>
          createUsageEndpoint(resource, { operations, iris, publication: apis.get(DRAFTS).publication }),
        ),
  };
};
