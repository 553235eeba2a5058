// Generated from schemas/ by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { brochureDescriptor } from './descriptors/brochure.js';
import { callToActionDescriptor } from './descriptors/call-to-action.js';
import { workshopDataDescriptor } from './descriptors/workshop-data.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = {
  resources: [
    brochureDescriptor,
    callToActionDescriptor,
    workshopDataDescriptor,
  ],
  forms: [],
  messages: [
    'Attach the {{ property }} first.',
    'Choose an internal route or an external address',
  ],
};
