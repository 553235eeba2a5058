// Generated from schemas/ (a989ba235f9e) by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { baseEventDescriptor } from './controllers/base-event.js';
import { concertDescriptor } from './controllers/concert.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = Object.freeze<Manifest>({
  contentHash: 'a989ba235f9e789b2479a4c530373e975add5a6fd49b556d658613f38a93c61a',
  resources: [baseEventDescriptor, concertDescriptor],
  forms: [
    { name: 'ContactType', fields: [{ name: 'email', type: 'email', options: { label: "It's `${you}`" } }] },
  ],
});
