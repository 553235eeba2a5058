export {
  createAccountMails,
  type AccountMail,
  type AccountMails,
  type AccountMailType,
  type MailUser,
  type OnUserEmail,
} from './account-mails.js';
export { createMailLinks, type LinkSource, type MailLinks } from './mail-links.js';
