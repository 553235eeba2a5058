import { createAccountsFeature } from './accounts/feature.js';
import { createCollections } from './collections/feature.js';
import { createComputedMembersFeature } from './computed-members/feature.js';
import {
  createPlacementFeature,
  createCascade,
  createPlaces,
  createPlacement,
  createSlotsFeature,
} from './placement/feature.js';
import { createPublishing } from './publishing/feature.js';
import { createRoutes } from './pages/feature.js';
import { createHttpCacheFeature } from './http-cache/feature.js';
import { createRealtimeFeature, type Realtime } from './realtime/feature.js';
import { createOrphansFeature } from './orphans/feature.js';
import { createFormsFeature } from './forms/feature.js';
import { createTypeSecurity } from './security/feature.js';
import { createSiteConfig } from './site-config/feature.js';
import { createUploadsFeature } from './uploads/feature.js';
import type { Feature } from '../kernel/feature.js';
import type { RemoveRecord } from '../kernel/resource-operations.js';
import type { Uploads } from './uploads/feature.js';
import type { Answers } from '../kernel/endpoints/answers.js';
import type { Kernel } from '../kernel/kernel.js';
import type { ReferenceIndex } from '../kernel/records/reference-index.js';
import type { RowRules } from './security/feature.js';
import type { FormsUses } from './forms/feature.js';
import type { Users } from './accounts/feature.js';

export interface FeaturesDeps {
  readonly kernel: Kernel;
  /** The components in the properties of page data; the kernel keeps it. */
  readonly slots: ReferenceIndex;
  readonly answers: Answers;
  readonly rowRules: RowRules;
  readonly uploads: Uploads;
  readonly users: Users;
  readonly forms: Omit<FormsUses, 'answers' | 'uploads'>;
  /** Undefined where there is no hub. */
  readonly realtime: Realtime | undefined;
}

/** The built-in features in the order in which they act, then those of the project, and what deleting a record takes with it. */
export function createFeatures(deps: FeaturesDeps): {
  readonly features: readonly Feature[];
  readonly remove: RemoveRecord;
} {
  const { kernel, slots, answers, uploads } = deps;
  const { registry, iris } = kernel;
  const placement = createPlacement({ registry, iris });
  const submitted = deps.forms.types.stored;
  const cascade = createCascade({ ...kernel, submitted });
  const security = createTypeSecurity(kernel, deps.rowRules);
  const remove: RemoveRecord = (record, scope) => cascade.removeAll([record], scope);
  const { publication, expectUpdate, drafts, publishing } = createPublishing(kernel, {
    places: createPlaces(kernel, slots),
    removeRecord: remove,
    copies: [uploads.draftCopy],
    checks: [uploads.stateCheck],
  });
  const typeSecurity = security.voter;
  const routes = createRoutes(kernel, { answers, placement, publication, typeSecurity });
  const stored: readonly Feature[] = [
    createSlotsFeature(slots),
    security,
    drafts,
    createAccountsFeature(kernel, deps),
    createSiteConfig(kernel),
    routes,
    createPlacementFeature(kernel, {
      placement,
      cascade,
      resolution: routes.resolution,
      publication,
    }),
    createUploadsFeature(kernel, { uploads, expectUpdate, answers }),
    publishing,
    createComputedMembersFeature(kernel),
    createCollections(kernel, answers),
    createFormsFeature(kernel, { ...deps.forms, answers, uploads }),
    ...kernel.config.features,
  ];
  const voters = stored.flatMap(({ reads }) => reads?.voters ?? []);
  return {
    remove,
    // What tells of a unit of work comes last, when there is no more to tell of.
    features: [
      ...stored,
      createOrphansFeature(kernel, { ...deps.forms, cascade, uploads, submitted }),
      createHttpCacheFeature(kernel),
      createRealtimeFeature(kernel, { ...answers, realtime: deps.realtime, voters }),
    ],
  };
}
