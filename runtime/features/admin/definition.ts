import type { DeclaredFeature } from '../../kernel/contract/features/declared-feature.js';
import { adminErrors } from './errors.js';
import { GERMAN } from './german.js';

/**
 * The admin: a browser application, and the model of types and rights for its user (contract decision 117, ADR 116).
 */
export const admin: DeclaredFeature = {
  name: 'admin',
  messages: { de: GERMAN },
  servesOwnAdmin: true,
  commands: [
    {
      name: 'admin:export',
      summary: 'Export the admin as static files.',
      description:
        'Any static web server can serve the files. The page contains the URL of the API and a content security policy for the configured origins.',
      examples: ['public --api https://api.example.com/_api', 'public/admin --base /admin/'],
      args: { folder: { summary: 'New or empty folder. Default: admin-export.' } },
      flags: {
        api: {
          type: 'string',
          summary: 'Public URL of the API with its prefix. Default: PUBLIC_URL and api_prefix.',
        },
        base: { type: 'string', summary: 'Path at which the host serves the admin. Default: /.' },
      },
    },
  ],
  errors: Object.values(adminErrors),
  load: () => import('./feature.js'),
};
