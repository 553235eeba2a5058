import { AppError } from '../../kernel/errors/app-error.js';

/** 404 of the resend endpoints; `message` in the body is what clients show (accounts.md section 7.1). */
export const usernameNotFound = (): AppError =>
  new AppError({ code: 'ACCOUNT.USERNAME_NOT_FOUND', status: 404, publicMessage: 'Username not found.' });

/** 404 of a mail that confirms a new address, while none waits. */
export const noNewAddress = (): AppError =>
  new AppError({
    code: 'ACCOUNT.NO_NEW_ADDRESS',
    status: 404,
    publicMessage: 'No new e-mail address waits to be confirmed.',
  });

/** 404 without a body: an unknown user, or a token that is wrong, used or too old; which one is not said. */
export const linkNotFound = (): AppError =>
  new AppError({ code: 'ACCOUNT.LINK_NOT_FOUND', status: 404, publicMessage: 'Not Found', isBare: true });

/** 401 without a body: the address that was confirmed belongs to somebody else by now. */
export const addressTaken = (): AppError =>
  new AppError({ code: 'ACCOUNT.ADDRESS_TAKEN', status: 401, publicMessage: 'Unauthorized', isBare: true });

/** 429 without a body: the same mail was sent a short while ago. */
export const mailThrottled = (seconds: number): AppError =>
  new AppError({
    code: 'ACCOUNT.MAIL_THROTTLED',
    status: 429,
    publicMessage: `The request limit has been reached. Try again in ${seconds} seconds.`,
    headers: { 'Retry-After': String(seconds) },
    isBare: true,
  });
