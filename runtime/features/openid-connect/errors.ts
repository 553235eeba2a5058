import { defineErrors } from '../../kernel/errors/define-errors.js';

/**
 * Error codes of single sign-on. When the origin of the flow is known, the browser is redirected there with
 * the code.
 */
export const signInErrors = defineErrors({
  unknownProvider: {
    code: 'SIGN_IN.UNKNOWN_PROVIDER',
    status: 404,
    when: 'The single sign-on provider is not configured.',
    remedy: 'Use a provider from `GET /login/oidc`.',
    answer: 'The single sign-on provider does not exist. Use one from GET /login/oidc.',
  },
  badRedirect: {
    code: 'SIGN_IN.BAD_REDIRECT',
    status: 400,
    when: 'The redirect target of a sign-in is not a valid URL, or its origin is not allowed.',
    remedy: 'Send a path, or a URL of an origin in `user.email_links.allowed_origins`.',
    answer:
      'The parameter "redirect" must be a path, or a URL of an allowed origin. Allowed origins are configured in user.email_links.allowed_origins.',
  },
  noFlow: {
    code: 'SIGN_IN.NO_FLOW',
    status: 400,
    when: 'The provider callback does not belong to a pending sign-in of this browser. A sign-in expires after ten minutes and can be completed once.',
    remedy: 'Start the sign-in again, in a browser that accepts cookies.',
    answer:
      'The sign-in has expired, was already completed, or was started in another browser. Please start it again.',
  },
  unavailable: {
    code: 'SIGN_IN.PROVIDER_UNAVAILABLE',
    status: 503,
    when: 'The provider did not respond within five seconds, or its response is invalid.',
    remedy: 'Retry later, or sign in another way. The service log has the cause.',
    answer: (label: string) => `${label} cannot be reached at the moment. Please try again later.`,
  },
  throttled: {
    code: 'SIGN_IN.THROTTLED',
    status: 429,
    when: 'The client network exceeded the limit of failed single sign-on attempts.',
    remedy: 'Retry after the delay in `Retry-After`.',
    answer: (seconds: number) => ({
      publicMessage: 'Too many failed login attempts, please try again later.',
      headers: { 'Retry-After': String(seconds) },
    }),
  },
  ownSessionOnly: {
    code: 'SIGN_IN.OWN_SESSION_ONLY',
    status: 403,
    when: 'Linked providers of an account were requested with an access token, or by a user who impersonates the account.',
    remedy: 'Sign in with the account itself.',
    answer: 'Linked providers require a session of the account itself. Sign in with this account.',
  },
  noIdentity: {
    code: 'SIGN_IN.NO_IDENTITY',
    status: 404,
    when: 'The account is not linked to the provider that the request unlinks.',
    remedy: 'Use a link from `GET /me/identities`.',
    answer: 'Your account does not have this link. Use one from GET /me/identities.',
  },
  badLogoutToken: {
    code: 'SIGN_IN.BAD_LOGOUT_TOKEN',
    status: 400,
    when: 'The logout token of a provider is expired, already used, has no subject, or has another issuer or audience.',
    remedy: 'Check the clocks of both systems, and that the provider sends `sub`.',
    answer: 'The logout token is not valid.',
  },
});
