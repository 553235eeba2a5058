import { defineErrors } from '../../kernel/errors/define-errors.js';

export const secondFactorErrors = defineErrors({
  ticketOver: {
    code: 'MFA.TICKET_OVER',
    status: 401,
    when: 'The sign-in or passkey ticket is unknown, used or older than five minutes, or the password was changed since.',
    remedy: 'Start the sign-in again.',
    answer: {
      publicMessage: 'The ticket is invalid or has expired. Sign in again.',
      headers: { 'WWW-Authenticate': 'Bearer' },
    },
  },
  wrongCode: {
    code: 'MFA.WRONG_CODE',
    status: 401,
    when: 'The second-factor code is wrong, expired or already used.',
    remedy: 'Wait for the next code, check the clock of the device, or use a recovery code.',
    answer: { publicMessage: 'Invalid code.', headers: { 'WWW-Authenticate': 'Bearer' } },
  },
  passkeyRefused: {
    code: 'MFA.PASSKEY_REFUSED',
    status: 401,
    when: 'The passkey is unknown, or its response has a wrong challenge, origin or domain, no user verification, or a decreased counter.',
    remedy:
      'Request new options and try again. A decreased counter means that the passkey was copied: remove it.',
    answer: { publicMessage: 'Invalid passkey.', headers: { 'WWW-Authenticate': 'Bearer' } },
  },
  proofNeeded: {
    code: 'MFA.PROOF_NEEDED',
    status: 403,
    when: 'The request changes second factors, or the email address of an account without a password. It requires a sign-in or an identity confirmation within the last ten minutes.',
    remedy:
      'Send one of the proofs in `proofs` to `POST /me/proof`, or sign in again. If `proofs` is empty, sign in again.',
    answer: (proofs: readonly string[]) => ({
      publicMessage: 'Confirm your identity first: POST /me/proof, or sign in again.',
      members: { proofs: [...proofs] },
    }),
  },
  noSession: {
    code: 'MFA.NO_SESSION',
    status: 403,
    when: 'The request changes second factors with an access token, or by a user who impersonates the account.',
    remedy: 'Sign in as the user, or reset the second factors as a super administrator.',
    answer: 'Second factors can be changed only in a session of their own user. Sign in as that user.',
  },
  present: {
    code: 'MFA.TOTP_PRESENT',
    status: 409,
    when: 'The account already has an authenticator app.',
    remedy: 'Remove the present app first.',
    answer: 'The account already has an authenticator app. Remove it first.',
  },
  notPending: {
    code: 'MFA.NOTHING_TO_CONFIRM',
    status: 409,
    when: 'The account has no unconfirmed authenticator app. It was already confirmed, or its secret expired after ten minutes.',
    remedy: 'Request a new secret.',
    answer: 'There is no authenticator app to confirm. Request a new secret.',
  },
  noFactor: {
    code: 'MFA.NO_FACTOR',
    status: 409,
    when: 'The request creates recovery codes for an account without a second factor.',
    remedy: 'Add a second factor first, which creates recovery codes.',
    answer: 'The account has no second factor. Add one first, which creates recovery codes.',
  },
  lastOne: {
    code: 'MFA.LAST_FACTOR',
    status: 409,
    when: 'The request removes the last second factor, and a role of the user requires one (`user.mfa.required_for`).',
    remedy: 'Add another factor first.',
    answer: 'Your role requires a second factor. Add another one first.',
  },
  tooManyPasskeys: {
    code: 'MFA.TOO_MANY_PASSKEYS',
    status: 409,
    when: 'The account has 20 passkeys.',
    remedy: 'Remove an unused passkey.',
    answer: 'The account has 20 passkeys. Remove one first.',
  },
  passkeyKnown: {
    code: 'MFA.PASSKEY_KNOWN',
    status: 409,
    when: 'The passkey is already registered.',
    remedy: 'Use another authenticator.',
    answer: 'The passkey is already registered. Use another authenticator.',
  },
  throttled: {
    code: 'MFA.THROTTLED',
    status: 429,
    when: 'The account exceeded the limit of wrong codes, or the client network the limit of passkey attempts.',
    remedy: 'Retry after the delay in `Retry-After`.',
    answer: (seconds: number) => ({
      publicMessage: 'Too many failed attempts, please try again later.',
      headers: { 'Retry-After': String(seconds) },
    }),
  },
  unreadable: {
    code: 'MFA.SECRET_UNREADABLE',
    status: 503,
    when: 'The secret of the authenticator app is encrypted with a key that is no longer configured.',
    remedy:
      'Use a recovery code or a passkey. To restore access, add the previous key to `MFA_ENCRYPTION_KEYS`, or run `cms user:reset-mfa`.',
    answer: 'Codes of authenticator apps cannot be verified. Use a recovery code or a passkey.',
  },
});
