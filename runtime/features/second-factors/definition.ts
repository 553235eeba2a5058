import type { ConfiguredFeature } from '../../kernel/contract/features/declared-feature.js';
import { secondFactorErrors } from './errors.js';
import { SECOND_FACTOR_SETTINGS } from './settings.js';
import { secondFactorTables } from './tables.js';
import { GERMAN } from './german.js';

/** Authenticator apps, recovery codes and passkeys of accounts (contract decision 116, ADR 115). */
export const secondFactors: ConfiguredFeature<typeof SECOND_FACTOR_SETTINGS> = {
  name: 'second-factors',
  messages: { de: GERMAN },
  settings: SECOND_FACTOR_SETTINGS,
  tables: secondFactorTables,
  commands: [
    {
      name: 'user:reset-mfa',
      summary: 'Remove all second factors of a user.',
      description:
        'Removes the authenticator app, passkeys and recovery codes of a user who has lost them, and ends all sessions. If a role requires a second factor, the next sign-in sets up a new one.',
      examples: ['editor'],
      args: { username: { summary: 'Username.' } },
    },
  ],
  errors: Object.values(secondFactorErrors),
  load: () => import('./feature.js'),
};
