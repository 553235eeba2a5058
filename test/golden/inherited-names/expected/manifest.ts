// Generated from schemas/ (8d8f10f5a062) by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { boxDescriptor } from './controllers/box.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = Object.freeze<Manifest>({
  contentHash: '8d8f10f5a062919fa8f7c85b6b67e440691efa5e89fa729c3125f7cc223c0e96',
  resources: [boxDescriptor],
  forms: [],
});
