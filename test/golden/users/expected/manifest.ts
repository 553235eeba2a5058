// Generated from schemas/ by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { userDescriptor } from './descriptors/user.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = {
  resources: [],
  user: userDescriptor,
  forms: [],
};
