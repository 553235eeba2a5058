import { defineErrors } from '../../kernel/errors/define-errors.js';

export const secondFactorErrors = defineErrors({
  ticketOver: {
    code: 'MFA.TICKET_OVER',
    status: 401,
    when: 'The ticket of a sign-in, or of a passkey, is unknown, used or older than five minutes, or the password was changed since.',
    remedy: 'Sign in again from the start.',
    answer: {
      publicMessage: 'The ticket is over. Sign in again.',
      headers: { 'WWW-Authenticate': 'Bearer' },
    },
  },
  wrongCode: {
    code: 'MFA.WRONG_CODE',
    status: 401,
    when: 'A code at sign-in is wrong, too old, or was used before.',
    remedy: 'Wait for the next code of the app, check the clock of the phone, or use a recovery code.',
    answer: { publicMessage: 'Invalid code.', headers: { 'WWW-Authenticate': 'Bearer' } },
  },
  passkeyRefused: {
    code: 'MFA.PASSKEY_REFUSED',
    status: 401,
    when: 'What a passkey signed does not fit: another challenge, origin or domain, no user verification, an unknown key, or a counter that went back.',
    remedy:
      'Ask for new options and try again; where the counter went back the passkey was copied: remove it.',
    answer: { publicMessage: 'Invalid passkey.', headers: { 'WWW-Authenticate': 'Bearer' } },
  },
  proofNeeded: {
    code: 'MFA.PROOF_NEEDED',
    status: 403,
    when: 'The request changes second factors, or sets a new e-mail address of an account without a password, and its user neither signed in nor proved who they are within the last ten minutes.',
    remedy:
      'Send what `proofs` lists to `POST /me/proof` first, or sign in again. An empty list leaves a new sign-in.',
    answer: (proofs: readonly string[]) => ({
      publicMessage: 'Prove first who you are, by POST /me/proof or by signing in again.',
      members: { proofs: [...proofs] },
    }),
  },
  noSession: {
    code: 'MFA.NO_SESSION',
    status: 403,
    when: 'Factors are to be changed by something else than a session of their own user: a machine, or somebody who acts as that user.',
    remedy: 'Let the user do it, or remove the factors as a super administrator.',
    answer: 'Second factors are changed by their own user, in a session.',
  },
  present: {
    code: 'MFA.TOTP_PRESENT',
    status: 409,
    when: 'An authenticator app is to be added, and the account has one.',
    remedy: 'Remove that one first.',
    answer: 'The account has an authenticator app. Remove it first.',
  },
  notPending: {
    code: 'MFA.NOTHING_TO_CONFIRM',
    status: 409,
    when: 'An authenticator app is to be confirmed, and none waits for it: it was confirmed, or ten minutes have passed.',
    remedy: 'Ask for a new secret.',
    answer: 'No authenticator app waits to be confirmed.',
  },
  noFactor: {
    code: 'MFA.NO_FACTOR',
    status: 409,
    when: 'Recovery codes are to be made for an account without a second factor.',
    remedy: 'Add a factor; codes come with it.',
    answer: 'Add a second factor first. Recovery codes come with it.',
  },
  lastOne: {
    code: 'MFA.LAST_FACTOR',
    status: 409,
    when: 'The last factor is to be removed, and a role of the user needs one (`user.mfa.required_for`).',
    remedy: 'Add another factor first.',
    answer: 'Your role needs a second factor. Add another one first.',
  },
  tooManyPasskeys: {
    code: 'MFA.TOO_MANY_PASSKEYS',
    status: 409,
    when: 'The account has 20 passkeys.',
    remedy: 'Remove one that is not used any more.',
    answer: 'The account has 20 passkeys. Remove one first.',
  },
  passkeyKnown: {
    code: 'MFA.PASSKEY_KNOWN',
    status: 409,
    when: 'The passkey to be added belongs to an account already.',
    remedy: 'Choose another authenticator.',
    answer: 'This passkey is known already.',
  },
  throttled: {
    code: 'MFA.THROTTLED',
    status: 429,
    when: 'Too many codes of one account were wrong, or too many passkeys were tried from one network.',
    remedy: 'Try again later; `Retry-After` says when.',
    answer: (seconds: number) => ({
      publicMessage: 'Too many failed attempts, please try again later.',
      headers: { 'Retry-After': String(seconds) },
    }),
  },
  unreadable: {
    code: 'MFA.SECRET_UNREADABLE',
    status: 503,
    when: 'The secret of an authenticator app was encrypted by a key that the service does not have any more.',
    remedy:
      'Use a recovery code or a passkey. The operator gives the former key in `MFA_ENCRYPTION_KEYS`, or resets the factors by `cms user:reset-mfa`.',
    answer: 'Codes of authenticator apps cannot be checked at present. Use a recovery code or a passkey.',
  },
});
