import type { JsonObject } from '../../../kernel/contract/json.js';

/* Parts that the declarations of the account endpoints share. */

export const JSON_BODY = ['application/json', 'application/ld+json'];

export const TAG = { tag: 'Account' };

/** Response without a body. */
export const DONE: JsonObject = { $ref: '#/components/responses/Done' };

export const LINK =
  'The link in the mail leads to the front end and contains a token with a limited lifetime.';

/** Links in mails respond with the status only. */
export const NOT_FOUND = 'The user or the token is unknown. The response has no body.';

export const TOO_SOON =
  'The same mail was sent recently. Retry after the delay in `Retry-After`. The response has no body.';
