// Generated from schemas/ (931b1a34c0c1) by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { userDescriptor } from './controllers/user.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = Object.freeze<Manifest>({
  contentHash: '931b1a34c0c11ff1c8dbf5a2b5958f86598620af77e068a169898345005067ca',
  resources: [],
  user: userDescriptor,
  forms: [],
});
