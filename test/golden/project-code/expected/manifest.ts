// Generated from schemas/ (207831f8d93d) by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { teaserDescriptor } from './controllers/teaser.js';
import { userDescriptor } from './controllers/user.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = Object.freeze<Manifest>({
  contentHash: '207831f8d93d226b12446b635a5eb1a2484ffc840cba5390604a3461b71702aa',
  resources: [teaserDescriptor],
  user: userDescriptor,
  forms: [],
});
