import { defineSystemResource } from '../../kernel/system-resources/define-system-resource.js';
import {
  computed,
  computedReference,
  hiddenId,
  hiddenText,
  moment,
  optionalInteger,
  optionalReference,
  reference,
  secretHash,
  type SystemRecord,
} from '../../kernel/system-resources/system-members.js';

/** Documents for holders of the token contain neither the id of the link nor its creator. */
const readIf = 'user != null';

/**
 * Preview links. The table stores the SHA-256 of each token, never the token. It has no foreign keys: a link whose
 * creator or subject was deleted shows nothing, and is deleted when it expires.
 */
export const preview = defineSystemResource({
  name: 'Preview',
  description: 'A link that shows a page before it is public.',
  path: '/_/previews',
  key: 'key',
  hasNoIri: true,
  table: 'preview',
  members: {
    tokenHash: secretHash(),
    subjectType: hiddenText(100),
    subjectId: hiddenId(),
    page: computedReference(undefined, 'on create'),
    pageData: computedReference(undefined, 'on create'),
    route: computedReference(undefined, 'on create'),
    revision: optionalInteger(
      { minimum: 1 },
      {
        sent: 'on create',
        description: 'Revision whose texts are shown instead of the current ones.',
      },
    ),
    maker: reference('/users', {
      column: 'maker_id',
      index: 'plain',
      readIf,
      description: 'User who created the link.',
    }),
    accessToken: optionalReference('/_/access_tokens', {
      column: 'access_token_id',
      index: 'plain',
      readIf,
      description:
        'Access token that created the link, which is deleted with the token. Absent if a user created it.',
    }),
    path: computed({ type: 'string', description: 'Path of the page at the time the link is opened.' }),
    token: computed({
      type: 'string',
      description: 'The secret of the link. Returned only when the link is created.',
    }),
    createdAt: moment(),
    expiresAt: moment({ sent: 'on create', index: 'plain' }),
  },
  operations: {
    create: {
      summary: 'Creates a preview link.',
      description:
        'Requires the permission for drafts. Requests with the token (`Preview` header or `?preview=`) can read what the creator of the link can read on that page.',
      example: { route: '/_/routes//' },
      success: 'The link, with its token.',
    },
    list: {
      summary: 'Lists the preview links of the caller. Administrators see all links.',
      description:
        'Requires the permission for drafts. Tokens are not included. `next` is the URL of the next page.',
      success: 'A page of 30 active links, the newest first, without tokens.',
    },
    remove: {
      summary: 'Revokes a preview link.',
      description: 'The path contains the id of the link. Requires its creator or an administrator.',
      success: 'The link is revoked.',
    },
  },
});

/** A preview link without its token. */
export type PreviewLink = SystemRecord<typeof preview.members>;
