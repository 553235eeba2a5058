// Generated from schemas/ (5b57b2acbf5d) by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { baseEventDescriptor } from './controllers/base-event.js';
import { concertDescriptor } from './controllers/concert.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = Object.freeze<Manifest>({
  contentHash: '5b57b2acbf5d6e3e3558f2b77b4615a6e519cd4ee7adbc78ffcc771bd6b017ab',
  resources: [baseEventDescriptor, concertDescriptor],
  forms: [
    { name: 'ContactType', fields: [{ name: 'email', type: 'email', options: { label: "It's `${you}`" } }] },
  ],
});
