import type { ConfiguredFeature } from '../../kernel/contract/features/declared-feature.js';
import { accountErrors } from './errors.js';
import { accountTables } from './model/tables.js';
import { userResource } from './model/user.js';
import { ACCOUNTS_SETTINGS } from './settings.js';
import { GERMAN } from './german.js';

/** Users, their sessions and account mails (accounts.md sections 2 to 7). */
export const accounts: ConfiguredFeature<typeof ACCOUNTS_SETTINGS> = {
  name: 'accounts',
  messages: { de: GERMAN },
  settings: ACCOUNTS_SETTINGS,
  resources: (user) => [userResource(user)],
  tables: accountTables,
  commands: [
    {
      name: 'user:create',
      summary: 'Create a user account.',
      description:
        'Prompts for missing arguments. The account is verified, and no email is sent. The role replaces an existing role.',
      hiddenAliases: ['cms:api-components:user:create'],
      examples: [
        '',
        'editor editor@example.com a-long-password --admin',
        'editor editor@example.com another-password --admin --overwrite',
      ],
      args: {
        username: { summary: 'Username for signing in.' },
        email: { summary: 'Email address. If blank, the username is used.' },
        password: { summary: 'Password.' },
      },
      flags: {
        admin: { type: 'boolean', summary: 'Assign ROLE_ADMIN.' },
        'super-admin': { type: 'boolean', summary: 'Assign ROLE_SUPER_ADMIN.' },
        inactive: { type: 'boolean', summary: 'Create a disabled account.' },
        overwrite: { type: 'boolean', summary: 'Overwrite the account with this username if it exists.' },
      },
    },
    {
      name: 'refresh-tokens:expire',
      summary: 'End the sessions of all users or of one user.',
      description:
        'If a value is the username of one user and the email address of another, no session ends and the command fails.',
      hiddenAliases: ['cms:api-components:refresh-tokens:expire'],
      examples: ['', 'editor', 'editor@example.com --field emailAddress'],
      args: {
        user: { summary: 'Username, or email address with --field emailAddress. Default: all users.' },
      },
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
