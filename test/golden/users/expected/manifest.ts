// Generated from schemas/ (e8e83d326325) by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { userDescriptor } from './controllers/user.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = Object.freeze<Manifest>({
  contentHash: 'e8e83d326325349ed517eb8da5a7638b876fa08147015f4445bbec7104cec9cb',
  resources: [],
  user: userDescriptor,
  forms: [],
});
