import { AppError } from '../../../kernel/errors/app-error.js';

/** 503: the mail server did not take the mail; nothing was saved, so the previous link still works. */
export const mailNotSent = (cause?: unknown): AppError =>
  new AppError({
    code: 'MAIL.NOT_SENT',
    status: 503,
    publicMessage: 'The email could not be sent. Please try again later.',
    cause,
  });

/** 400: a link to this origin may not be mailed (accounts.md section 7.5). */
export const mailLinkRefused = (publicMessage: string): AppError =>
  new AppError({ code: 'MAIL.LINK_REFUSED', status: 400, publicMessage });
