import type { ConfiguredFeature } from '../../kernel/contract/declared-feature.js';
import { accountErrors } from './errors.js';
import { accountTables } from './model/tables.js';
import { userResource } from './model/user.js';
import { ACCOUNTS_SETTINGS } from './settings.js';
import { GERMAN } from './german.js';

/** Users, their sessions and the mails about them (accounts.md sections 2 to 7). */
export const accounts: ConfiguredFeature<typeof ACCOUNTS_SETTINGS> = {
  name: 'accounts',
  messages: { de: GERMAN },
  settings: ACCOUNTS_SETTINGS,
  resources: (user) => [userResource(user)],
  tables: accountTables,
  commands: [
    {
      name: 'user:create',
      summary: 'Make an account.',
      description:
        'Asks for what is missing. The account is verified, and no mail is sent. The role is set, not added.',
      hiddenAliases: ['cms:api-components:user:create'],
      examples: [
        '',
        'editor editor@example.com a-long-password --admin',
        'editor editor@example.com another-password --admin --overwrite',
      ],
      args: {
        username: { summary: 'Name to sign in with.' },
        email: { summary: 'Address; blank for the username.' },
        password: { summary: 'Password.' },
      },
      flags: {
        admin: { type: 'boolean', summary: 'Store ROLE_ADMIN.' },
        'super-admin': { type: 'boolean', summary: 'Store ROLE_SUPER_ADMIN.' },
        inactive: { type: 'boolean', summary: 'Make a disabled account.' },
        overwrite: { type: 'boolean', summary: 'Rewrite the account with that username, if there is one.' },
      },
    },
    {
      name: 'refresh-tokens:expire',
      summary: 'End the sessions of all users, or of one.',
      description: 'A value that is one user’s name and another’s address ends nothing and is reported.',
      hiddenAliases: ['cms:api-components:refresh-tokens:expire'],
      examples: ['', 'editor', 'editor@example.com --field emailAddress'],
      args: { user: { summary: 'Username, or address with --field emailAddress.' } },
      flags: {
        field: {
          type: 'string',
          summary: 'Field to look the user up by: username or emailAddress.',
          default: 'username',
        },
      },
    },
  ],
  errors: Object.values(accountErrors),
  load: () => import('./feature.js'),
};
