// Generated from schemas/ (a7b8da4cfc8a) by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { brochureDescriptor } from './controllers/brochure.js';
import { callToActionDescriptor } from './controllers/call-to-action.js';
import { workshopDataDescriptor } from './controllers/workshop-data.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = Object.freeze<Manifest>({
  contentHash: 'a7b8da4cfc8ab4a91be69076f5e3f16f08b33470fa716be8b1ecd3b9aef3c606',
  resources: [brochureDescriptor, callToActionDescriptor, workshopDataDescriptor],
  forms: [],
});
