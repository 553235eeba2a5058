import { defineDoor } from '../../kernel/contract/door.js';
import type { ReadManifest } from './manifest/read-manifest.js';

export { freePathAndName, numbered } from './routes/free-names.js';
export { segmentOf } from './routes/route-generator.js';

/** Reads for other features what stands on a page. */
export const MANIFESTS = defineDoor<ReadManifest>('manifests');

export type { ManifestNode } from './manifest/build-depths.js';
export type { ReadManifest } from './manifest/read-manifest.js';
