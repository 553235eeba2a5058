// Generated from schemas/ (055602cae5e9) by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { boxDescriptor } from './controllers/box.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = Object.freeze<Manifest>({
  contentHash: '055602cae5e9cab6ea3e92ed5dd0d2dd0c58b551e70c4698b813780220c1f69d',
  resources: [boxDescriptor],
  forms: [],
});
