// Generated from schemas/ by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { boxDescriptor } from './descriptors/box.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = {
  resources: [
    boxDescriptor,
  ],
  forms: [],
};
