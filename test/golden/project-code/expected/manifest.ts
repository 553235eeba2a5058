// Generated from schemas/ (e7cba66300cf) by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { teaserDescriptor } from './controllers/teaser.js';
import { userDescriptor } from './controllers/user.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = Object.freeze<Manifest>({
  contentHash: 'e7cba66300cf3c510514e204bebd320c9ea12884746a459679ee1b6f453b45a9',
  resources: [teaserDescriptor],
  user: userDescriptor,
  forms: [],
});
