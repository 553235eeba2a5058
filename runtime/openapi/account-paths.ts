import type { PathsObject, ResponseObject, SchemaObject } from 'openapi3-ts/oas31';
import { document, DONE, jsonBody, operation, type OperationInput, pathParameter } from './parts.js';
import { problems } from './problems.js';
import { schemaRef } from './component-ref.js';

const TAG = 'Account';
const TEXT: SchemaObject = { type: 'string' };
/** Links in mails respond with the status only. */
const NOT_FOUND: ResponseObject = {
  description: 'The user or the token is unknown. The response has no body.',
};
const TOO_SOON: ResponseObject = {
  description:
    'The same mail was sent recently. Retry after the delay in `Retry-After`. The response has no body.',
};
/** Both describe a response without content: the first has a body, the second has none. */
const TAKEN: ResponseObject = {
  description: 'The session has ended, or another account already uses the email address.',
};
const LINK = 'The link in the mail leads to the front end and contains a token with a limited lifetime.';
const AGAIN = 'The configuration limits how often an account can request this mail.';
const FOLLOWED = 'Called by the page that the link in the mail leads to. The token is valid once.';
const username = pathParameter('username', 'Name of the user.');
const token = pathParameter('token', 'Token of the mail.');

/** Returns a body of required strings. */
function texts(description: string, names: readonly string[], more: SchemaObject = {}) {
  const properties = names.map((name) => [
    name,
    name.startsWith('password') ? { ...TEXT, format: 'password' } : TEXT,
  ]);
  const schema: SchemaObject = {
    type: 'object',
    required: [...names],
    properties: Object.fromEntries(properties) as Record<string, SchemaObject>,
  };
  return jsonBody({ ...schema, ...more }, ['application/json', 'application/ld+json'], description);
}

const account = (input: Omit<OperationInput, 'tag'>) => operation({ tag: TAG, open: true, ...input });

/** Describes an operation behind a link in a mail, or one that sends such a mail. */
const mailFlow = (input: Omit<OperationInput, 'tag'>) =>
  account({ ...input, responses: { 200: DONE, ...input.responses } });

const logout = (id: string) =>
  account({
    id,
    summary: 'Ends the sessions of the user and clears the cookies.',
    description: 'Without a session, the response is the same.',
    responses: { 200: { description: 'Signed out.' }, ...problems(403) },
    ignoresSession: true,
  });

const refresh = (id: string) =>
  account({
    id,
    summary: 'Renews the cookie of an active session.',
    description: 'An ended session cannot be renewed. The user has to sign in again.',
    responses: { 204: DONE, ...problems(401, 403) },
  });

/** Sign-in, the current user, and the flows that use mail (accounts.md sections 2 to 7). */
export const ACCOUNT_PATHS: PathsObject = {
  '/login': {
    post: account({
      id: 'login',
      summary: 'Signs a user in and sets the cookies.',
      description: 'Browsers store the session cookie and send it with every later request.',
      body: texts('The credentials.', ['username', 'password'], {
        examples: [{ username: 'admin', password: 'admin' }],
      }),
      responses: {
        200: {
          description: 'Signed in.',
          content: { 'application/json': { schema: { type: 'object', additionalProperties: true } } },
        },
        204: DONE,
        ...problems(400, 401, 415, 429),
      },
      ignoresSession: true,
    }),
  },
  '/logout': { get: logout('logout'), post: logout('logoutByPost') },
  '/me': {
    get: account({
      id: 'me',
      summary: 'Retrieves the signed-in user.',
      description: 'Contains the members that users can read of their own account.',
      responses: { 200: document('The user.', schemaRef('User.jsonld')), ...problems(401) },
      open: false,
    }),
  },
  '/token/refresh': { get: refresh('refreshToken'), post: refresh('refreshTokenByPost') },
  '/password/reset': {
    post: account({
      id: 'requestPasswordReset',
      summary: 'Sends a mail with a link to choose a new password.',
      description: LINK,
      body: texts('The user who forgot the password.', ['username']),
      responses: { 204: DONE, 404: NOT_FOUND, 429: TOO_SOON, ...problems(400, 415, 503) },
    }),
  },
  '/password/update': {
    post: account({
      id: 'updatePassword',
      summary: 'Sets a new password with the token of the mail.',
      description: 'The token is valid once. All sessions of the account end.',
      body: texts('Token and new password.', ['username', 'token', 'password']),
      responses: { 204: DONE, 404: NOT_FOUND, ...problems(400, 415, 422) },
    }),
  },
  '/password/reset/request/{username}': {
    get: mailFlow({
      id: 'requestPasswordResetByLink',
      summary: 'Sends a mail with a link to choose a new password.',
      description: LINK,
      parameters: [username],
      responses: { ...problems(400, 503), 404: NOT_FOUND, 429: TOO_SOON },
    }),
  },
  '/resend-verify-email/{username}': {
    get: mailFlow({
      id: 'resendVerifyEmail',
      summary: 'Sends the verification mail again.',
      description: AGAIN,
      parameters: [username],
      responses: { ...problems(400, 404, 503), 429: TOO_SOON },
    }),
  },
  '/resend-verify-new-email/{username}': {
    get: mailFlow({
      id: 'resendVerifyNewEmail',
      summary: 'Sends the mail that confirms a new email address again.',
      description: AGAIN,
      parameters: [username],
      responses: { ...problems(400, 404, 503), 429: TOO_SOON },
    }),
  },
  '/verify-email/{username}/{token}': {
    get: mailFlow({
      id: 'verifyEmail',
      summary: 'Verifies the email address with the token of the mail.',
      description: FOLLOWED,
      parameters: [username, token],
      responses: { 404: NOT_FOUND },
    }),
  },
  '/confirm-email/{username}/{emailAddress}/{token}': {
    get: mailFlow({
      id: 'confirmEmail',
      summary: 'Confirms a new email address with the token of the mail.',
      description: FOLLOWED,
      parameters: [username, pathParameter('emailAddress', 'The new email address.'), token],
      responses: { 401: TAKEN, 404: NOT_FOUND },
    }),
  },
};
