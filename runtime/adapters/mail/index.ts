export {
  createAccountMails,
  type AccountMail,
  type AccountMails,
  type AccountMailType,
  type MailUser,
  type OnUserEmail,
} from '../../features/accounts/mails/account-mails.js';
export { mailLinkRefused, mailNotSent } from '../../features/accounts/mails/mail-errors.js';
export {
  createMailLinks,
  type LinkSource,
  type MailLinks,
} from '../../features/accounts/mails/mail-links.js';
export {
  createMailTemplates,
  type MailTemplates,
  type MailVariables,
} from '../../features/accounts/mails/mail-templates.js';
export { createMailer, type MailerOptions } from './mailer.js';
export { parseMailerDsn, type MailerDsn } from './mailer-dsn.js';
