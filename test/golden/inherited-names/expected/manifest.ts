// Generated from schemas/ (53b0a9268b98) by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { contentHash } from './content-hash.js';
import { boxDescriptor } from './controllers/box.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = Object.freeze<Manifest>({
  contentHash: contentHash,
  resources: [boxDescriptor],
  forms: [],
});
