import { defineSystemResource } from '../../kernel/system-resources/define-system-resource.js';
import {
  computed,
  moment,
  optionalMoment,
  reference,
  requiredText,
  secretHash,
  type SystemRecord,
  textList,
} from '../../kernel/system-resources/system-members.js';

/** Maximum number of scopes of a token. Larger sets are covered by the scopes for every type. */
export const MOST_SCOPES = 200;

const FOR_WHOM = 'Requires the session of a super administrator; access tokens are not accepted.';

/** Access tokens. Only the SHA-256 of a secret is stored. */
export const accessToken = defineSystemResource({
  name: 'AccessToken',
  description: 'A token with which a program calls the API on behalf of a user, limited to scopes.',
  path: '/_/access_tokens',
  table: 'access_token',
  members: {
    name: requiredText(100, { sent: 'always', description: 'Name that describes the purpose.' }),
    tokenHash: secretHash(),
    owner: reference('/users', {
      column: 'owner_id',
      index: 'plain',
      foreignKey: { table: 'user', onDelete: 'cascade' },
      sent: 'on create',
      description:
        'User on whose behalf the token acts; default: the caller. The token never has more permissions than this user.',
    }),
    scopes: textList(
      { minItems: 1, maxItems: MOST_SCOPES },
      {
        sent: 'on create',
        description:
          '`OPERATION:TYPE`, where the operation is read, create, update, delete or publish, and the type is a name or `*` (every type except User). Other scopes: `drafts`, `accounts`, and `*` for all permissions of the owner except drafts and accounts.',
      },
    ),
    token: computed({
      type: 'string',
      description: 'The secret. Returned only when the token is created.',
    }),
    createdAt: moment({ index: ['id'] }),
    expiresAt: optionalMoment({
      sent: 'always',
      index: 'plain',
      description: 'Expiry date; null for a token that does not expire.',
    }),
    lastUsedAt: optionalMoment({
      description: 'Time of the last use, accurate to one minute; null before the first use.',
    }),
    made: computed({
      type: 'array',
      items: { type: 'string', format: 'iri-reference' },
      maxItems: 200,
      description:
        'The newest previews and webhooks that the token created, which are deleted with it. Not included in lists.',
    }),
  },
  required: ['name', 'scopes'],
  operations: {
    create: {
      summary: 'Creates an access token.',
      description: `${FOR_WHOM} The secret \`token\` is returned only once. Clients send it as \`Authorization: Bearer\`.`,
      example: { name: 'website', scopes: ['read:*'] },
      success: 'The token, with its secret.',
    },
    list: {
      summary: 'Lists the access tokens of all users, the newest first.',
      description: `${FOR_WHOM} \`next\` is the URL of the next page.`,
      success: 'A page of 30 tokens, without secrets.',
    },
    read: {
      summary: 'Retrieves an access token, without its secret.',
      description: FOR_WHOM,
      success: 'The token.',
    },
    change: {
      summary: 'Changes the name or expiry date of an access token.',
      description: `${FOR_WHOM} To change scopes or owner, create another token.`,
      example: { name: 'website' },
      success: 'The changed token.',
    },
    remove: {
      summary: 'Revokes an access token.',
      description: `${FOR_WHOM} All processes reject the token from the next request on.`,
      success: 'The token is revoked.',
    },
  },
});

/** A stored access token. */
export type AccessToken = SystemRecord<typeof accessToken.members>;
