// Generated from schemas/ (27e5a03e6adf) by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { userDescriptor } from './controllers/user.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = Object.freeze<Manifest>({
  contentHash: '27e5a03e6adfd5af11b97068298418e6b076ec147e8502766ad3cd03407f1c91',
  resources: [],
  user: userDescriptor,
  forms: [],
});
