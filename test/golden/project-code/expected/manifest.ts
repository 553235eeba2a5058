// Generated from schemas/ (c20f06eb839c) by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { teaserDescriptor } from './controllers/teaser.js';
import { userDescriptor } from './controllers/user.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = Object.freeze<Manifest>({
  contentHash: 'c20f06eb839c86871e252833043c4dee3104f376f0abb98d4ce91e877364b0c2',
  resources: [teaserDescriptor],
  user: userDescriptor,
  forms: [],
});
