// Generated from schemas/ (e04eaa4b8809) by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { brochureDescriptor } from './controllers/brochure.js';
import { callToActionDescriptor } from './controllers/call-to-action.js';
import { workshopDataDescriptor } from './controllers/workshop-data.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = Object.freeze<Manifest>({
  contentHash: 'e04eaa4b880974ee4692631346f0bbc7c2273b637eae08dc307831361a0676e1',
  resources: [brochureDescriptor, callToActionDescriptor, workshopDataDescriptor],
  forms: [],
});
