// Generated from schemas/ by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { teaserDescriptor } from './descriptors/teaser.js';
import { userDescriptor } from './descriptors/user.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = {
  resources: [
    teaserDescriptor,
  ],
  user: userDescriptor,
  forms: [],
  messages: [
    'A teaser needs a headline and a text.',
    'Be polite.',
  ],
};
