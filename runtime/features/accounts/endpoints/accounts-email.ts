import type { ApiRequest, ApiResponse, Endpoint } from '../../../kernel/contract/http/http.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import type { Accounts } from '../accounts.js';
import { accountErrors } from '../errors.js';

/** Endpoints for mailed links, and for requesting new ones (accounts.md section 7). */
export function emailEndpoints({ verification, passwordReset }: Accounts): Endpoint[] {
  return [
    linkEndpoint(
      '/verify-email/{username}/{token}',
      ({ context, parameters: { username = '', token = '' } }) =>
        verification.verify(username, token, context),
    ),
    linkEndpoint(
      '/confirm-email/{username}/{emailAddress}/{token}',
      ({ context, parameters: { username = '', emailAddress = '', token = '' } }) =>
        verification.confirm({ username, emailAddress, token }, context),
    ),
    linkEndpoint('/resend-verify-email/{username}', (request) =>
      verification.resendVerification(request.parameters.username ?? '', request.context),
    ),
    linkEndpoint('/resend-verify-new-email/{username}', (request) =>
      verification.resendConfirmation(request.parameters.username ?? '', request.context),
    ),
    linkEndpoint('/password/reset/request/{username}', (request) =>
      passwordReset.request(request.parameters.username ?? '', request.context),
    ),
  ];
}

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

function linkEndpoint(pattern: string, work: (request: ApiRequest) => Promise<void>): Endpoint {
  return {
    method: 'GET',
    pattern,
    async handle(request) {
      // Link scanners send HEAD, and these GET requests have side effects.
      if (request.raw.method === 'HEAD') return { status: 405, cache: 'none', headers: { Allow: 'GET' } };
      return answerFlow(() => work(request), 200);
    },
  };
}

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
