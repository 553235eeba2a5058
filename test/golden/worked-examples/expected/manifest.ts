// Generated from schemas/ (141b77857767) by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { brochureDescriptor } from './controllers/brochure.js';
import { callToActionDescriptor } from './controllers/call-to-action.js';
import { workshopDataDescriptor } from './controllers/workshop-data.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = Object.freeze<Manifest>({
  contentHash: '141b778577671c57795ded5fd7d870d26f07a2bd2e560397e4a5f1e04446e92b',
  resources: [brochureDescriptor, callToActionDescriptor, workshopDataDescriptor],
  forms: [],
});
