import type { DeclaredFeature } from '../../kernel/contract/declared-feature.js';
import { adminErrors } from './errors.js';
import { GERMAN } from './german.js';

/** The admin: a browser application, and what it is told of the types and of its caller's rights (contract decision 117, ADR 116). */
export const admin: DeclaredFeature = {
  name: 'admin',
  messages: { de: GERMAN },
  servesOwnAdmin: true,
  commands: [
    {
      name: 'admin:export',
      summary: 'Write the admin as files for a host of its own.',
      description:
        'Any server of files can serve them. The page has the address of the API in it, and a policy by the origins that the configuration names.',
      examples: ['public --api https://api.example.com/_api', 'public/admin --base /admin/'],
      args: { folder: { summary: 'A new or empty folder; admin-export without it.' } },
      flags: {
        api: {
          type: 'string',
          summary:
            'Where browsers reach the API, its prefix included; without it PUBLIC_URL with api_prefix.',
        },
        base: { type: 'string', summary: 'Path below which the host will have it; / without it.' },
      },
    },
  ],
  errors: Object.values(adminErrors),
  load: () => import('./feature.js'),
};
