// Generated from schemas/ (da0782d4dbf0) by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { contentHash } from './content-hash.js';
import { teaserDescriptor } from './controllers/teaser.js';
import { userDescriptor } from './controllers/user.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = Object.freeze<Manifest>({
  contentHash: contentHash,
  resources: [teaserDescriptor],
  user: userDescriptor,
  forms: [],
});
