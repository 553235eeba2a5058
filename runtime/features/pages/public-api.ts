import { defineFeatureApi } from '../../kernel/contract/features/feature-api.js';
import type { ReadManifest } from './manifest/read-manifest.js';
import type { LiveRoutes } from './sql/live-routes.sql.js';

export { freePathAndName, numbered } from './routes/free-names.js';
export { fillPaths } from './routes/rename-redirects.js';
export { segmentOf } from './routes/route-generator.js';

/** Provides manifests to other features. */
export const MANIFESTS = defineFeatureApi<ReadManifest>('manifests');

/** Provides the live routes to other features. */
export const LIVE_ROUTES = defineFeatureApi<LiveRoutes>('live routes');

export type { LiveRoutes } from './sql/live-routes.sql.js';
export type { ManifestNode } from './manifest/build-depths.js';
export type { ReadManifest } from './manifest/read-manifest.js';
