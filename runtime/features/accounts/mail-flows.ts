import type { AccountsConfig, EmailLinkConfig } from './settings.js';
import { mailboxOf, type Account, type UserRow } from './authentication/index.js';
import type { AccountMailType } from './mails/index.js';

/** A mail with a link. Token, time and claim of each flow are columns of the user's row (accounts.md section 7). */
export interface MailFlow {
  readonly name: 'verify' | 'confirm' | 'reset';
  readonly mail: AccountMailType;
  readonly link: EmailLinkConfig;
  readonly repeatTtlSeconds: number;
  readonly columns: { readonly token: string; readonly clock: string; readonly claim: string };
  lastSentAt(user: UserRow): Date | null;
  /** Returns the address to which the link is mailed; null if there is nothing to send. */
  recipient(user: Account): string | null;
}

export type MailFlows = Readonly<Record<MailFlow['name'], MailFlow>>;

export function createMailFlows({ user }: Pick<AccountsConfig, 'user'>): MailFlows {
  const { emailVerification, newEmailConfirmation, passwordReset } = user;
  return {
    verify: {
      name: 'verify',
      mail: 'verify_email',
      link: emailVerification.email,
      repeatTtlSeconds: emailVerification.repeatTtlSeconds,
      columns: {
        token: 'email_address_verify_token',
        clock: 'email_address_verification_requested_at',
        claim: 'email_address_verification_claim',
      },
      lastSentAt: (row) => row.emailAddressVerificationRequestedAt,
      recipient: (row) => row.emailAddress,
    },
    confirm: {
      name: 'confirm',
      mail: 'change_email_confirmation',
      link: newEmailConfirmation.email,
      repeatTtlSeconds: newEmailConfirmation.repeatTtlSeconds,
      columns: {
        token: 'new_email_verification_token',
        clock: 'new_email_address_change_requested_at',
        claim: 'new_email_address_change_claim',
      },
      lastSentAt: (row) => row.newEmailAddressChangeRequestedAt,
      recipient: (row) => row.newEmailAddress,
    },
    reset: {
      name: 'reset',
      mail: 'password_reset',
      link: passwordReset.email,
      repeatTtlSeconds: passwordReset.repeatTtlSeconds,
      columns: {
        token: 'new_password_confirmation_token',
        clock: 'password_requested_at',
        claim: 'password_request_claim',
      },
      lastSentAt: (row) => row.passwordRequestedAt,
      recipient: (row) => row.emailAddress,
    },
  };
}

/** Returns the recipient's address that a token is hashed with, normalized to ignore case. */
export function boundAddress(flow: MailFlow, user: Account): string {
  return mailboxOf(flow.recipient(user) ?? '');
}

/**
 * Returns the whole seconds until the next mail of a flow may be sent; 0 or less if it may be sent now (accounts.md
 * section 7.3).
 */
export function throttleSecondsLeft(flow: MailFlow, user: UserRow, now: Date): number {
  const last = flow.lastSentAt(user);
  if (last === null) return 0;
  return Math.floor(last.getTime() / 1000) + flow.repeatTtlSeconds - Math.floor(now.getTime() / 1000);
}
