// Generated from schemas/ (0f4e6d0f6b57) by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { baseEventDescriptor } from './controllers/base-event.js';
import { concertDescriptor } from './controllers/concert.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = Object.freeze<Manifest>({
  contentHash: '0f4e6d0f6b5721b777c73192974391227399b4f51cb5424a74df11388e8db5ab',
  resources: [baseEventDescriptor, concertDescriptor],
  forms: [
    { name: 'ContactType', fields: [{ name: 'email', type: 'email', options: { label: "It's `${you}`" } }] },
  ],
});
