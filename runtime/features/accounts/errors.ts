import { defineErrors } from '../../kernel/errors/define-errors.js';

/** Error codes of accounts and account mails. Responses without a body do not reveal which check failed. */
export const accountErrors = defineErrors({
  loginBody: {
    code: 'ACCOUNT.LOGIN_BODY',
    status: 400,
    when: 'The body of a sign-in request has no username or no password.',
    remedy: 'Send both as strings.',
    answer: 'Bad Request',
  },
  linkRefused: {
    code: 'MAIL.LINK_REFUSED',
    status: 400,
    when: 'Mails may not contain links to this origin (accounts.md section 7.5).',
    remedy: 'Add the origin to `user.email_links.allowed_origins`, or set `EMAIL_LINK_DEFAULT_ORIGIN`.',
    answer: (publicMessage: string) => publicMessage,
  },
  addressTaken: {
    code: 'ACCOUNT.ADDRESS_TAKEN',
    status: 401,
    when: 'Another account already uses the confirmed email address. The response has no body.',
    remedy: 'Change the account to a different email address.',
    answer: { publicMessage: 'Unauthorized', isBare: true },
  },
  /** Clients show `message` from the body (accounts.md section 7.1). */
  usernameNotFound: {
    code: 'ACCOUNT.USERNAME_NOT_FOUND',
    status: 404,
    when: 'The request to resend a mail names a username that does not exist.',
    remedy: 'Check the username.',
    answer: 'Username not found.',
  },
  noNewAddress: {
    code: 'ACCOUNT.NO_NEW_ADDRESS',
    status: 404,
    when: 'The request to resend a confirmation mail names an account without an unconfirmed email address.',
    remedy: 'Change the email address of the account first.',
    answer: 'No new e-mail address waits to be confirmed.',
  },
  linkNotFound: {
    code: 'ACCOUNT.LINK_NOT_FOUND',
    status: 404,
    when: 'The user in a mailed link does not exist, or its token is invalid, used or expired. The response has no body.',
    remedy: 'Request a new mail.',
    answer: { publicMessage: 'Not Found', isBare: true },
  },
  mailThrottled: {
    code: 'ACCOUNT.MAIL_THROTTLED',
    status: 429,
    when: 'The same mail was sent recently. The response has no body.',
    remedy: 'Check the inbox, or retry after the delay in `Retry-After`.',
    answer: (seconds: number) => ({
      publicMessage: `The request limit has been reached. Try again in ${seconds} seconds.`,
      headers: { 'Retry-After': String(seconds) },
      isBare: true,
    }),
  },
  loginThrottled: {
    code: 'ACCOUNT.LOGIN_THROTTLED',
    status: 429,
    when: 'The account or the client network exceeded the limit of failed sign-ins.',
    remedy: 'Retry after the delay in `Retry-After`.',
    answer: (seconds: number) => ({
      publicMessage: 'Too many failed login attempts, please try again later.',
      headers: { 'Retry-After': String(seconds) },
    }),
  },
  mailNotSent: {
    code: 'MAIL.NOT_SENT',
    status: 503,
    when: 'The mail server rejected the mail, or the mail is disabled. Nothing was stored, so the previous link remains valid.',
    remedy: 'Retry later. The service log has the cause.',
    answer: (cause?: unknown) => ({
      publicMessage: 'The email could not be sent. Please try again later.',
      cause,
    }),
  },
});
