import type { AuditLog } from '../../kernel/contract/features/audit.js';
import type { RequestContext } from '../../kernel/contract/context.js';
import type { TransactionSession } from '../../kernel/contract/database/database.js';
import type { Outbox, OutboxChannel } from '../../kernel/contract/features/outbox.js';
import { createNoticeChannel, type NoticeChannelDeps } from '../accounts/door.js';
import type { OpenidConnectConfig } from './settings.js';

/** What has happened between an account and a provider. */
export interface IdentityChange {
  readonly userId: string;
  /** Name of the provider. */
  readonly provider: string;
  readonly change: 'linked' | 'unlinked';
  /** The account that did it, for a request without a session of its own. */
  readonly actor?: string;
  /** The account was made for it, so that there is nobody to be told of more than the account. */
  readonly isFirst?: boolean;
}

export interface IdentityNotices {
  /** Enters a change in the audit log and mails its account, both with the transaction that makes it. */
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

/** The mails of changes. */
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
