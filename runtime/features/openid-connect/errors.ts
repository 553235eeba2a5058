import { defineErrors } from '../../kernel/errors/define-errors.js';

/** Codes of sign-ins by others. Where a browser was led here and it is known where it came from, it is led back with the reason. */
export const signInErrors = defineErrors({
  unknownProvider: {
    code: 'SIGN_IN.UNKNOWN_PROVIDER',
    status: 404,
    when: 'A provider is named that is not configured.',
    remedy: 'Take one of those that `GET /login/oidc` lists.',
    answer: 'There is no such provider to sign in by.',
  },
  badRedirect: {
    code: 'SIGN_IN.BAD_REDIRECT',
    status: 400,
    when: 'A sign-in is to lead to an address that is none, or of an origin that is not allowed.',
    remedy: 'Send a path, or an address of an origin of `user.email_links.allowed_origins`.',
    answer:
      'The parameter redirect should be a path, or an address of this site. If the origin is yours, add it to user.email_links.allowed_origins.',
  },
  noFlow: {
    code: 'SIGN_IN.NO_FLOW',
    status: 400,
    when: 'A browser comes back from a provider that it was not sent to from here, was sent to more than ten minutes ago, or has come back from before.',
    remedy: 'Start the sign-in again, in a browser that keeps cookies.',
    answer: 'This sign-in was not started in this browser, took too long, or is over. Please start it again.',
  },
  unavailable: {
    code: 'SIGN_IN.PROVIDER_UNAVAILABLE',
    status: 503,
    when: 'A provider does not answer within five seconds, or answers what it should not.',
    remedy: 'Try again later, or sign in another way; the operator finds the reason in the log.',
    answer: (label: string) => `${label} cannot be reached at the moment. Please try again later.`,
  },
  throttled: {
    code: 'SIGN_IN.THROTTLED',
    status: 429,
    when: 'Too many sign-ins by others failed from one network.',
    remedy: 'Try again later; `Retry-After` says when.',
    answer: (seconds: number) => ({
      publicMessage: 'Too many failed login attempts, please try again later.',
      headers: { 'Retry-After': String(seconds) },
    }),
  },
  ownSessionOnly: {
    code: 'SIGN_IN.OWN_SESSION_ONLY',
    status: 403,
    when: 'What links an account to providers is asked for or changed by a caller who acts for somebody else, or by a token that is no session.',
    remedy: 'Sign in as the account itself.',
    answer: 'Only who is signed in themselves may see and change how they sign in.',
  },
  noIdentity: {
    code: 'SIGN_IN.NO_IDENTITY',
    status: 404,
    when: 'A link to a provider is to be ended that the account does not have.',
    remedy: 'Take one of those that `GET /me/identities` lists.',
    answer: 'Your account is not linked to that.',
  },
  badLogoutToken: {
    code: 'SIGN_IN.BAD_LOGOUT_TOKEN',
    status: 400,
    when: 'A provider tells of a sign-out by a token that is not its own, not for this service, too old, used before, or names no subject.',
    remedy: 'Check the clocks, and that the provider sends `sub`.',
    answer: 'The logout token is not valid.',
  },
});
