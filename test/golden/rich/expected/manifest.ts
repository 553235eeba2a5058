// Generated from schemas/ (c980bb51d012) by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { baseEventDescriptor } from './controllers/base-event.js';
import { concertDescriptor } from './controllers/concert.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = Object.freeze<Manifest>({
  contentHash: 'c980bb51d0123023cb433c1b34e509c8e28c15a0ee66b75b30cca2d59005fb7f',
  resources: [baseEventDescriptor, concertDescriptor],
  forms: [
    { name: 'ContactType', fields: [{ name: 'email', type: 'email', options: { label: "It's `${you}`" } }] },
  ],
});
