import { defineErrors } from '../../kernel/errors/define-errors.js';

/** Codes of accounts and of the mails about them. Answers without a body do not say which of several things is wrong. */
export const accountErrors = defineErrors({
  loginBody: {
    code: 'ACCOUNT.LOGIN_BODY',
    status: 400,
    when: 'The body of a sign-in has no username or no password.',
    remedy: 'Send both as text.',
    answer: 'Bad Request',
  },
  linkRefused: {
    code: 'MAIL.LINK_REFUSED',
    status: 400,
    when: 'A link to this origin may not be mailed (accounts.md section 7.5).',
    remedy: 'Let the operator allow the origin, as the message says.',
    answer: (publicMessage: string) => publicMessage,
  },
  addressTaken: {
    code: 'ACCOUNT.ADDRESS_TAKEN',
    status: 401,
    when: 'The address that was confirmed belongs to somebody else by now. Answered without a body.',
    remedy: 'Ask for another address.',
    answer: { publicMessage: 'Unauthorized', isBare: true },
  },
  /** `message` in the body is what clients show (accounts.md section 7.1). */
  usernameNotFound: {
    code: 'ACCOUNT.USERNAME_NOT_FOUND',
    status: 404,
    when: 'A mail about an address is asked for again, and nobody has this username.',
    remedy: 'Check the username.',
    answer: 'Username not found.',
  },
  noNewAddress: {
    code: 'ACCOUNT.NO_NEW_ADDRESS',
    status: 404,
    when: 'The mail that confirms a new address is asked for again, and no address waits.',
    remedy: 'Change the address of the user first.',
    answer: 'No new e-mail address waits to be confirmed.',
  },
  linkNotFound: {
    code: 'ACCOUNT.LINK_NOT_FOUND',
    status: 404,
    when: 'The user of a mailed link is unknown, or its token is wrong, used or too old. Answered without a body.',
    remedy: 'Ask for a new mail.',
    answer: { publicMessage: 'Not Found', isBare: true },
  },
  mailThrottled: {
    code: 'ACCOUNT.MAIL_THROTTLED',
    status: 429,
    when: 'The same mail was sent a short while ago. Answered without a body.',
    remedy: 'Look for that mail, or ask again later; `Retry-After` says when.',
    answer: (seconds: number) => ({
      publicMessage: `The request limit has been reached. Try again in ${seconds} seconds.`,
      headers: { 'Retry-After': String(seconds) },
      isBare: true,
    }),
  },
  loginThrottled: {
    code: 'ACCOUNT.LOGIN_THROTTLED',
    status: 429,
    when: 'Too many sign-ins failed, for one account or from one network.',
    remedy: 'Try again later; `Retry-After` says when.',
    answer: (seconds: number) => ({
      publicMessage: 'Too many failed login attempts, please try again later.',
      headers: { 'Retry-After': String(seconds) },
    }),
  },
  mailNotSent: {
    code: 'MAIL.NOT_SENT',
    status: 503,
    when: 'The mail server did not take the mail, or this mail is switched off. Nothing was saved, so the previous link still works.',
    remedy: 'Try again later; the operator finds the reason in the log.',
    answer: (cause?: unknown) => ({
      publicMessage: 'The email could not be sent. Please try again later.',
      cause,
    }),
  },
});
