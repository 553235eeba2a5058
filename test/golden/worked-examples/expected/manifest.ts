// Generated from schemas/ (cb8ed34a326f) by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { contentHash } from './content-hash.js';
import { brochureDescriptor } from './controllers/brochure.js';
import { callToActionDescriptor } from './controllers/call-to-action.js';
import { workshopDataDescriptor } from './controllers/workshop-data.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = Object.freeze<Manifest>({
  contentHash: contentHash,
  resources: [brochureDescriptor, callToActionDescriptor, workshopDataDescriptor],
  forms: [],
});
