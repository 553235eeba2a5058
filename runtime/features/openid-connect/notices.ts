import type { AuditLog } from '../../kernel/contract/features/audit.js';
import type { RequestContext } from '../../kernel/contract/context.js';
import type { TransactionSession } from '../../kernel/contract/database/database.js';
import type { Outbox, OutboxChannel } from '../../kernel/contract/features/outbox.js';
import { createNoticeChannel, type NoticeChannelDeps } from '../accounts/public-api.js';
import type { OpenidConnectConfig } from './settings.js';

/** A change of the link between an account and a provider. */
export interface IdentityChange {
  readonly userId: string;
  /** Name of the provider. */
  readonly provider: string;
  readonly change: 'linked' | 'unlinked';
  /** Account that made the change, for requests without a session. */
  readonly actor?: string;
  /** True if the account was created for this identity. No separate notification is sent then. */
  readonly isFirst?: boolean;
}

export interface IdentityNotices {
  /** Adds the change to the audit log and queues a mail to the account, both in the same transaction. */
  tell(transaction: TransactionSession, change: IdentityChange, context: RequestContext): Promise<void>;
}

const CHANNEL = 'identity-mails';
const DETAILS = { linked: 'linked to', unlinked: 'unlinked from' };

export function createIdentityNotices(deps: {
  readonly audit: AuditLog;
  readonly outbox: Outbox;
  readonly config: OpenidConnectConfig;
}): IdentityNotices {
  const { enabled } = deps.config.openidConnect.email;
  return {
    async tell(transaction, { userId, provider, change, actor, isFirst }, context) {
      const details = `${DETAILS[change]} ${provider}`;
      const by = actor === undefined ? {} : { actor };
      await deps.audit.addWith(transaction, { kind: 'account', account: userId, details, ...by }, context);
      if (!enabled || isFirst === true) return;
      const body = { userId, provider, change };
      await deps.outbox.append(transaction, [{ channel: CHANNEL, key: userId, body }]);
      transaction.whenDecided(() => deps.outbox.wake());
    },
  };
}

/** Creates the mail channel for identity changes. */
export function createMailChannel(deps: NoticeChannelDeps, config: OpenidConnectConfig): OutboxChannel {
  const { providers, email } = config.openidConnect;
  return createNoticeChannel(deps, {
    channel: CHANNEL,
    template: 'identity-changed',
    subject: email.subject,
    prefix: 'idc',
    websiteName: config.websiteName,
    variablesOf: ({ provider, change }) => ({
      provider: providers.find(({ name }) => name === provider)?.label ?? provider,
      is_linked: change === 'linked',
    }),
  });
}
