import { randomBytes } from 'node:crypto';
import type { AccountsConfig } from '../settings.js';
import { InternalError } from '../../../kernel/errors/internal-error.js';
import type { Mailer, MailMessage } from '../../../kernel/ports/mailer.js';
import type { MailTemplates } from '../../../kernel/ports/mail-templates.js';
import { describeMailFailure } from '../../../kernel/util/failures/mail-failure.js';
import { accountErrors } from '../errors.js';

/**
 * The mails of accounts.md section 9.1. The notice goes to the current address while another one is pending (contract
 * decision 48).
 */
export type AccountMailType =
  | 'welcome'
  | 'verify_email'
  | 'change_email_confirmation'
  | 'change_email_notice'
  | 'password_reset'
  | 'user_enabled'
  | 'username_changed'
  | 'password_changed';

/** The fields of `user` in templates, without hashes and tokens. */
export interface MailUser {
  readonly username: string;
  readonly emailAddress: string;
  readonly newEmailAddress: string | null;
  readonly [field: string]: unknown;
}

export interface AccountMail {
  readonly type: AccountMailType;
  readonly user: MailUser;
  readonly to: string;
  /** The link of the flow. A welcome mail may have none. */
  readonly redirectUrl?: string | undefined;
  readonly loginUrl?: string | undefined;
}

/** Changes or replaces a composed mail (accounts.md section 9.4). */
export type OnUserEmail = (mail: {
  readonly type: AccountMailType;
  readonly message: MailMessage;
  readonly user: MailUser;
}) => MailMessage | void | Promise<MailMessage | void>;

export interface AccountMails {
  /** Returns whether this type of mail is enabled in the configuration. */
  isEnabled(type: AccountMailType): boolean;
  /** @throws AppError 503 if the mail server does not accept it. */
  send(mail: AccountMail): Promise<void>;
}

export interface AccountMailsDeps {
  readonly config: Pick<AccountsConfig, 'websiteName' | 'user'>;
  readonly mailer: Mailer;
  readonly templates: MailTemplates;
  readonly onUserEmail?: OnUserEmail | undefined;
}

const NEEDS_LINK: ReadonlySet<AccountMailType> = new Set([
  'verify_email',
  'change_email_confirmation',
  'password_reset',
]);

/** Composes and sends account mails. */
export function createAccountMails(deps: AccountMailsDeps): AccountMails {
  const catalogue = buildCatalogue(deps.config.user);
  return {
    isEnabled: (type) => catalogue[type].enabled,
    async send(mail) {
      const { type, user, to, redirectUrl, loginUrl } = mail;
      if (redirectUrl === undefined && NEEDS_LINK.has(type)) throw new InternalError(`${type} needs a link`);
      const { subject, prefix } = catalogue[type];
      const variables = {
        website_name: deps.config.websiteName,
        user,
        redirect_url: redirectUrl,
        login_url: loginUrl,
      };
      const bodies = await deps.templates.render(type.replaceAll('_', '-'), variables);
      const line = await deps.templates.renderLine(subject, variables);
      const composed = { to, subject: line, ...bodies, headers: {} };
      const message = (await deps.onUserEmail?.({ type, message: composed, user })) ?? composed;
      const headers = { ...message.headers, 'X-Message-ID': `${prefix}-${randomBytes(16).toString('hex')}` };
      try {
        await deps.mailer.send({ ...message, headers });
      } catch (cause) {
        throw accountErrors.mailNotSent(describeMailFailure(cause));
      }
    },
  };
}

interface CatalogueEntry {
  readonly enabled: boolean;
  readonly subject: string;
  readonly prefix: string;
}

function buildCatalogue(user: AccountsConfig['user']): Readonly<Record<AccountMailType, CatalogueEntry>> {
  const { emails, emailVerification, newEmailConfirmation, passwordReset } = user;
  const always = { enabled: true };
  return {
    welcome: { ...emails.welcome, prefix: 'wef' },
    verify_email: {
      enabled: emailVerification.enabled,
      subject: emailVerification.email.subject,
      prefix: 'ver',
    },
    change_email_confirmation: { ...always, subject: newEmailConfirmation.email.subject, prefix: 'cec' },
    change_email_notice: {
      ...always,
      subject: 'A new email address was requested for your account',
      prefix: 'cen',
    },
    password_reset: { ...always, subject: passwordReset.email.subject, prefix: 'pre' },
    user_enabled: { ...emails.userEnabled, prefix: 'uee' },
    username_changed: { ...emails.usernameChanged, prefix: 'uce' },
    password_changed: { ...emails.passwordChanged, prefix: 'pce' },
  };
}
