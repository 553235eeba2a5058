export { readMailLogo } from './mail-logo.js';
export { createMailTemplates } from './mail-templates.js';
export { createMailer, type MailerOptions } from './mailer.js';
export { parseMailerDsn, type MailerDsn } from './mailer-dsn.js';
