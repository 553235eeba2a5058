// Generated from schemas/ (e7ec7046411b) by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { boxDescriptor } from './controllers/box.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = Object.freeze<Manifest>({
  contentHash: 'e7ec7046411b7c7ba9f74993bba1cedec827f66630727976c28d46f8dd25cc37',
  resources: [boxDescriptor],
  forms: [],
});
