// Generated from schemas/ by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { boxDescriptor } from './controllers/box.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = Object.freeze<Manifest>({
  resources: [
    boxDescriptor,
  ],
  forms: [],
});
