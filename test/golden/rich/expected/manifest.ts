// Generated from schemas/ (fd59ec3e0c87) by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { baseEventDescriptor } from './controllers/base-event.js';
import { concertDescriptor } from './controllers/concert.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = Object.freeze<Manifest>({
  contentHash: 'fd59ec3e0c8769ee3f1035f4f557f273ccbd356ea4061633d35233f954be9ce7',
  resources: [baseEventDescriptor, concertDescriptor],
  forms: [
    { name: 'ContactType', fields: [{ name: 'email', type: 'email', options: { label: "It's `${you}`" } }] },
  ],
});
