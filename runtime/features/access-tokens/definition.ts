import type { DeclaredCommand } from '../../kernel/contract/command.js';
import type { ConfiguredFeature } from '../../kernel/contract/declared-feature.js';
import { accessTokenErrors } from './errors.js';
import { ACCESS_TOKENS_SETTINGS } from './settings.js';
import { accessTokenTable } from './tables.js';
import { GERMAN } from './german.js';

const COMMANDS: readonly DeclaredCommand[] = [
  {
    name: 'token:create',
    summary: 'Make a token for a machine, and print it once.',
    description:
      'A scope is OPERATION:TYPE (read, create, update, delete, publish; * for every type except User), drafts, accounts, or * for all that its owner may, except drafts and accounts.',
    examples: [
      'website --scope "read:*" --owner editor',
      'importer --scope read:Article,create:Article,update:Article --scope drafts --owner editor --expires 90d',
    ],
    args: { name: { summary: 'What the token is for.' } },
    flags: {
      scope: { type: 'list', summary: 'What it may do; several with commas, or given several times.' },
      owner: { type: 'string', summary: 'Username or address of the account that it acts for.' },
      expires: {
        type: 'string',
        summary: 'Its end: days (90d), hours (12h) or a date; without it there is none.',
      },
    },
  },
  {
    name: 'token:list',
    summary: 'List the tokens of machines, without their secrets.',
  },
  {
    name: 'token:revoke',
    summary: 'End a token at once.',
    examples: ['0a1b2c3d-4e5f-4a6b-8c7d-0123456789ab'],
    args: { id: { summary: 'The id of the token, as token:list prints it.' } },
  },
];

/** Tokens with which machines call the API in the name of an account, within scopes (contract decision 109, ADR 108). */
export const accessTokens: ConfiguredFeature<typeof ACCESS_TOKENS_SETTINGS> = {
  name: 'access-tokens',
  messages: { de: GERMAN },
  settings: ACCESS_TOKENS_SETTINGS,
  tables: [accessTokenTable],
  errors: Object.values(accessTokenErrors),
  commands: COMMANDS,
  load: () => import('./feature.js'),
};
