import type { AuditLog } from '../../kernel/contract/features/audit.js';
import type { RequestContext } from '../../kernel/contract/context.js';
import type { TransactionSession } from '../../kernel/contract/database/database.js';
import type { Outbox, OutboxChannel } from '../../kernel/contract/features/outbox.js';
import { createNoticeChannel, type NoticeChannelDeps } from '../accounts/public-api.js';
import type { SecondFactorConfig } from './settings.js';

/** Changes of an account's factors. The keys appear in the audit log, the values in mails. */
export const CHANGES = {
  'totp added': 'An authenticator app was added to your account.',
  'totp removed': 'The authenticator app of your account was removed.',
  'passkey added': 'A passkey was added to your account.',
  'passkey removed': 'A passkey of your account was removed.',
  'recovery codes renewed': 'The recovery codes of your account were replaced.',
  'recovery code used': 'A recovery code of your account was used.',
  'second factors reset': 'An administrator removed all second factors of your account.',
} as const;

export type FactorChange = keyof typeof CHANGES;

const CHANNEL = 'second-factor-mails';

export interface FactorNotices {
  /** Adds a change to the audit log and queues a mail to the account, both in the same transaction. */
  tell(
    transaction: TransactionSession,
    happened: { readonly change: FactorChange; readonly userId: string; readonly codesLeft?: number },
    context: RequestContext,
  ): Promise<void>;
}

export function createFactorNotices(deps: {
  readonly audit: AuditLog;
  readonly outbox: Outbox;
  readonly config: SecondFactorConfig;
}): FactorNotices {
  const { enabled } = deps.config.user.mfa.email;
  return {
    async tell(transaction, { change, userId, codesLeft }, context) {
      await deps.audit.addWith(transaction, { kind: 'account', account: userId, details: change }, context);
      if (!enabled) return;
      const body = { change, userId, ...(codesLeft === undefined ? {} : { codesLeft }) };
      await deps.outbox.append(transaction, [{ channel: CHANNEL, key: userId, body }]);
      transaction.whenDecided(() => deps.outbox.wake());
    },
  };
}

/** Creates the mail channel for these changes. */
export function createMailChannel(deps: NoticeChannelDeps, config: SecondFactorConfig): OutboxChannel {
  return createNoticeChannel(deps, {
    channel: CHANNEL,
    template: 'second-factor-changed',
    subject: config.user.mfa.email.subject,
    prefix: 'sfc',
    websiteName: config.websiteName,
    variablesOf(message) {
      const { change, codesLeft } = message as unknown as Notified; // appended above in this form
      return {
        change: CHANGES[change],
        codes_left: codesLeft === undefined ? undefined : String(codesLeft),
      };
    },
  });
}

interface Notified {
  readonly change: FactorChange;
  readonly codesLeft?: number;
}
