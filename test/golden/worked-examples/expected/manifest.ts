// Generated from schemas/ (43ad99ce5745) by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { brochureDescriptor } from './controllers/brochure.js';
import { callToActionDescriptor } from './controllers/call-to-action.js';
import { workshopDataDescriptor } from './controllers/workshop-data.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = Object.freeze<Manifest>({
  contentHash: '43ad99ce5745bfff3e78791b860c7afdc80d584d3b56b6c2cc8c2cca5875b2c9',
  resources: [brochureDescriptor, callToActionDescriptor, workshopDataDescriptor],
  forms: [],
});
