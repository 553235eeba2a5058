// Generated from schemas/ (39cf68063474) by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { brochureDescriptor } from './controllers/brochure.js';
import { callToActionDescriptor } from './controllers/call-to-action.js';
import { workshopDataDescriptor } from './controllers/workshop-data.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = Object.freeze<Manifest>({
  contentHash: '39cf68063474989bf9b6237b5197796235a326222f508b33f72de5bb9087d5c2',
  resources: [brochureDescriptor, callToActionDescriptor, workshopDataDescriptor],
  forms: [],
});
