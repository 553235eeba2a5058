import { randomBytes } from 'node:crypto';
import type { AuditLog } from '../../kernel/contract/audit.js';
import type { RequestContext } from '../../kernel/contract/context.js';
import type { Database, TransactionSession } from '../../kernel/contract/database.js';
import type { Outbox, OutboxChannel } from '../../kernel/contract/outbox.js';
import type { Mailer } from '../../kernel/ports/mailer.js';
import type { MailTemplates } from '../../kernel/ports/mail-templates.js';
import { describeMailFailure } from '../../kernel/util/mail-failure.js';
import type { Accounts } from '../accounts/door.js';
import type { SecondFactorConfig } from './settings.js';

/** What has happened to the factors of an account; the words stand in the audit log, and the mail has a sentence for each. */
export const CHANGES = {
  'totp added': 'An authenticator app was added to your account.',
  'totp removed': 'The authenticator app of your account was removed.',
  'passkey added': 'A passkey was added to your account.',
  'passkey removed': 'A passkey of your account was removed.',
  'recovery codes renewed': 'The recovery codes of your account were replaced by new ones.',
  'recovery code used': 'A recovery code of your account was used.',
  'second factors reset': 'An administrator removed all second factors of your account.',
} as const;

export type FactorChange = keyof typeof CHANGES;

const CHANNEL = 'second-factor-mails';
const TEMPLATE = 'second-factor-changed';
/** A mail server may be away for a night. */
const EXPIRY_MS = 259_200_000;

export interface FactorNotices {
  /** Enters a change in the audit log and mails its account, both with the transaction that makes it. */
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

/** The mails of changes. The address is read when a mail is sent, so that none waits in the outbox. */
export function createMailChannel(deps: {
  readonly database: Database;
  readonly users: Accounts['rows'];
  readonly config: SecondFactorConfig;
  readonly mailer: Mailer;
  readonly mailTemplates: MailTemplates;
}): OutboxChannel {
  const { database, users, config, mailer, mailTemplates } = deps;
  const { subject } = config.user.mfa.email;
  return {
    name: CHANNEL,
    expiryMs: EXPIRY_MS,
    timeoutMs: 60_000,
    async deliver([message]) {
      const { change, userId, codesLeft } = message?.body as unknown as Told; // as it was appended above
      const user = await users.byId(database, userId);
      if (user === undefined) return { kind: 'sent' };
      const { username, emailAddress } = user;
      const variables = {
        website_name: config.websiteName,
        user: { username, emailAddress },
        change: CHANGES[change],
        codes_left: codesLeft === undefined ? undefined : String(codesLeft),
      };
      const bodies = await mailTemplates.render(TEMPLATE, variables);
      const line = await mailTemplates.renderLine(subject, variables);
      const headers = { 'X-Message-ID': `sfc-${randomBytes(16).toString('hex')}` };
      try {
        await mailer.send({ to: emailAddress, subject: line, ...bodies, headers });
      } catch (error) {
        return { kind: 'retry', reason: String(describeMailFailure(error)) };
      }
      return { kind: 'sent' };
    },
  };
}

interface Told {
  readonly change: FactorChange;
  readonly userId: string;
  readonly codesLeft?: number;
}
