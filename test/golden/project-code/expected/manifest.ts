// Generated from schemas/ by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { teaserDescriptor } from './controllers/teaser.js';
import { userDescriptor } from './controllers/user.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = Object.freeze<Manifest>({
  resources: [
    teaserDescriptor,
  ],
  user: userDescriptor,
  forms: [],
});
