import type { DeclaredCommand } from '../../kernel/contract/features/command.js';
import type { ConfiguredFeature } from '../../kernel/contract/features/declared-feature.js';
import { accessTokenErrors } from './errors.js';
import { ACCESS_TOKENS_SETTINGS } from './settings.js';
import { accessToken } from './resource.js';
import { GERMAN } from './german.js';

const COMMANDS: readonly DeclaredCommand[] = [
  {
    name: 'token:create',
    summary: 'Create an access token and print it once.',
    description:
      'A scope has the form OPERATION:TYPE. The operation is read, create, update, delete or publish, and the type can be * for every type except User. Other scopes are drafts, accounts, and * for every permission of the owner except drafts and accounts.',
    examples: [
      'website --scope "read:*" --owner editor',
      'importer --scope read:Article,create:Article,update:Article --scope drafts --owner editor --expires 90d',
    ],
    args: { name: { summary: 'Purpose of the token.' } },
    flags: {
      scope: { type: 'list', summary: 'Scopes of the token, separated by commas.' },
      owner: { type: 'string', summary: 'Username or email address of the account that the token acts for.' },
      expires: {
        type: 'string',
        summary: 'Expiry in days (90d) or hours (12h), or a date. Default: the token does not expire.',
      },
    },
  },
  {
    name: 'token:list',
    summary: 'List access tokens without their secrets.',
  },
  {
    name: 'token:revoke',
    summary: 'Revoke an access token.',
    examples: ['0a1b2c3d-4e5f-4a6b-8c7d-0123456789ab'],
    args: { id: { summary: 'Id of the token, as printed by token:list.' } },
  },
];

/** Access tokens: machines call the API on behalf of an account, limited by scopes (contract decision 109, ADR 108). */
export const accessTokens: ConfiguredFeature<typeof ACCESS_TOKENS_SETTINGS> = {
  name: 'access-tokens',
  messages: { de: GERMAN },
  settings: ACCESS_TOKENS_SETTINGS,
  tables: [accessToken.table],
  errors: Object.values(accessTokenErrors),
  commands: COMMANDS,
  load: () => import('./feature.js'),
};
