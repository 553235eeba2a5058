import type { ApiRequest, ApiResponse, Endpoint } from '../../../kernel/contract/http/http.js';
import type { Members } from '../../../kernel/endpoints/body-members.js';
import { type DeclaredEndpoint, defineEndpoint } from '../../../kernel/endpoints/define-endpoint.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import type { Accounts } from '../accounts.js';
import { accountErrors } from '../errors.js';
import { DONE, LINK, NOT_FOUND, TAG, TOO_SOON } from './documented.js';

const USER = 'Name of the user.';
const TOKEN = 'Token of the mail.';
const AGAIN = 'The configuration limits how often an account can request this mail.';
const FOLLOWED = 'Called by the page that the link in the mail leads to. The token is valid once.';

/** Endpoints for mailed links, and for requesting new ones (accounts.md section 7). */
export const emailEndpoints = ({ verification, passwordReset }: Accounts): Endpoint[] => [
  linkEndpoint({
    pattern: '/verify-email/{username}/{token}',
    operationId: 'verifyEmail',
    summary: 'Verifies the email address with the token of the mail.',
    description: FOLLOWED,
    parameters: { username: USER, token: TOKEN },
    responses: { 404: NOT_FOUND },
    work: ({ context, parameters: { username = '', token = '' } }) =>
      verification.verify(username, token, context),
  }),
  linkEndpoint({
    pattern: '/confirm-email/{username}/{emailAddress}/{token}',
    operationId: 'confirmEmail',
    summary: 'Confirms a new email address with the token of the mail.',
    description: FOLLOWED,
    parameters: { username: USER, emailAddress: 'The new email address.', token: TOKEN },
    responses: {
      401: 'The session has ended, or another account already uses the email address.',
      404: NOT_FOUND,
    },
    work: ({ context, parameters: { username = '', emailAddress = '', token = '' } }) =>
      verification.confirm({ username, emailAddress, token }, context),
  }),
  linkEndpoint({
    pattern: '/resend-verify-email/{username}',
    operationId: 'resendVerifyEmail',
    summary: 'Sends the verification mail again.',
    description: AGAIN,
    parameters: { username: USER },
    responses: { 429: TOO_SOON },
    problems: { 503: true },
    work: ({ context, parameters: { username = '' } }) => verification.resendVerification(username, context),
  }),
  linkEndpoint({
    pattern: '/resend-verify-new-email/{username}',
    operationId: 'resendVerifyNewEmail',
    summary: 'Sends the mail that confirms a new email address again.',
    description: AGAIN,
    parameters: { username: USER },
    responses: { 429: TOO_SOON },
    problems: { 503: true },
    work: ({ context, parameters: { username = '' } }) => verification.resendConfirmation(username, context),
  }),
  linkEndpoint({
    pattern: '/password/reset/request/{username}',
    operationId: 'requestPasswordResetByLink',
    summary: 'Sends a mail with a link to choose a new password.',
    description: LINK,
    parameters: { username: USER },
    responses: { 404: NOT_FOUND, 429: TOO_SOON },
    problems: { 503: true },
    work: ({ context, parameters: { username = '' } }) => passwordReset.request(username, context),
  }),
];

/** Runs a mail flow and returns an empty response. */
export async function answerFlow(work: () => Promise<void>, status: 200 | 204): Promise<ApiResponse> {
  try {
    await work();
    return { status, cache: 'user' };
  } catch (error) {
    if (!(error instanceof AppError) || !NAMED.has(error.code)) throw error;
    const content = JSON.stringify(namedProblem(error));
    return { status: error.status, cache: 'none', contentType: PROBLEM, content };
  }
}

type Described =
  'pattern' | 'operationId' | 'summary' | 'description' | 'parameters' | 'responses' | 'problems';

/** A link in a mail, or one that sends such a mail. */
interface MailLink extends Pick<DeclaredEndpoint<undefined, Members>, Described> {
  work(request: ApiRequest): Promise<void>;
}

const linkEndpoint = ({ work, responses, ...described }: MailLink): Endpoint =>
  defineEndpoint({
    ...TAG,
    ...described,
    method: 'GET',
    isOpen: true,
    responses: { 200: DONE, ...responses },
    handle(request) {
      // Link scanners send HEAD, and these GET requests have side effects.
      if (request.raw.method === 'HEAD') return { status: 405, cache: 'none', headers: { Allow: 'GET' } };
      return answerFlow(() => work(request), 200);
    },
  });

/** Errors whose response includes `message`. */
const NAMED: ReadonlySet<string> = new Set([
  accountErrors.usernameNotFound.code,
  accountErrors.noNewAddress.code,
]);
const PROBLEM = 'application/problem+json; charset=utf-8';

/** Builds the error response. The existing client shows `message` first. */
function namedProblem({ status, publicMessage }: AppError) {
  const texts = { detail: publicMessage, description: publicMessage, message: publicMessage };
  return { '@type': 'Error', status, title: 'An error occurred', ...texts };
}
