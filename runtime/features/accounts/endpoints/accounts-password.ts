import type { Endpoint } from '../../../kernel/contract/http/http.js';
import { lenient, text } from '../../../kernel/endpoints/body-members.js';
import { defineEndpoint } from '../../../kernel/endpoints/define-endpoint.js';
import { jsonBody } from '../../../kernel/endpoints/json-body.js';
import { answerFlow } from './accounts-email.js';
import { DONE, JSON_BODY, LINK, NOT_FOUND, TAG, TOO_SOON } from './documented.js';
import type { Accounts } from '../accounts.js';

const TEXT = lenient(text());
const shared = { ...TAG, method: 'POST', isOpen: true } as const;

/** `POST /password/reset {username}` and `POST /password/update {username, token, password}` (contract decision 12). */
export const passwordEndpoints = ({ passwordReset }: Accounts): Endpoint[] => [
  defineEndpoint({
    ...shared,
    pattern: '/password/reset',
    operationId: 'requestPasswordReset',
    summary: 'Sends a mail with a link to choose a new password.',
    description: LINK,
    body: jsonBody(
      { username: TEXT },
      { accepts: JSON_BODY, documented: JSON_BODY, description: 'The user who forgot the password.' },
    ),
    responses: { 204: DONE, 404: NOT_FOUND, 429: TOO_SOON },
    problems: { 503: true },
    // An empty text matches no user and violates the password rules.
    handle: ({ context }, { body: { username = '' } }) =>
      answerFlow(() => passwordReset.request(username, context), 204),
  }),
  defineEndpoint({
    ...shared,
    pattern: '/password/update',
    operationId: 'updatePassword',
    summary: 'Sets a new password with the token of the mail.',
    description: 'The token is valid once. All sessions of the account end.',
    body: jsonBody(
      { username: TEXT, token: TEXT, password: lenient(text({ format: 'password' })) },
      { accepts: JSON_BODY, documented: JSON_BODY, description: 'Token and new password.' },
    ),
    responses: { 204: DONE, 404: NOT_FOUND },
    problems: { 422: true },
    handle: ({ context }, { body: { username = '', token = '', password = '' } }) =>
      answerFlow(() => passwordReset.reset({ username, token, password }, context), 204),
  }),
];
