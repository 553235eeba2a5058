import { defineDoor } from '../../kernel/contract/features/door.js';
import type { ReadManifest } from './manifest/read-manifest.js';
import type { LiveRoutes } from './sql/live-routes.sql.js';

export { freePathAndName, numbered } from './routes/free-names.js';
export { fillPaths } from './routes/rename-redirects.js';
export { segmentOf } from './routes/route-generator.js';

/** Reads for other features what stands on a page. */
export const MANIFESTS = defineDoor<ReadManifest>('manifests');

/** Finds for other features which routes are live. */
export const LIVE_ROUTES = defineDoor<LiveRoutes>('live routes');

export type { LiveRoutes } from './sql/live-routes.sql.js';
export type { ManifestNode } from './manifest/build-depths.js';
export type { ReadManifest } from './manifest/read-manifest.js';
