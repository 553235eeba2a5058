import { randomBytes } from 'node:crypto';
import type { Database } from '../../../kernel/contract/database/database.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import type { OutboxChannel } from '../../../kernel/contract/features/outbox.js';
import type { Mailer } from '../../../kernel/ports/mailer.js';
import type { MailTemplates, MailVariables } from '../../../kernel/ports/mail-templates.js';
import { describeMailFailure } from '../../../kernel/util/failures/mail-failure.js';
import type { UserRows } from '../authentication/index.js';

/** Three days, so that notices survive an outage of the mail server. */
const EXPIRY_MS = 259_200_000;

/** Mails that inform users about changes to their accounts. */
export interface AccountNotice {
  /** Name of the outbox channel. Its messages have a `userId`. */
  readonly channel: string;
  readonly template: string;
  /** Subject of the mail, also a template. */
  readonly subject: string;
  /** Prefix of mail ids. */
  readonly prefix: string;
  readonly websiteName: string;
  /** Returns template variables in addition to the site and the user. */
  variablesOf(message: JsonObject): MailVariables;
}

export interface NoticeChannelDeps {
  readonly database: Database;
  readonly users: Pick<UserRows, 'byId'>;
  readonly mailer: Mailer;
  readonly mailTemplates: MailTemplates;
}

/**
 * Creates the outbox channel for these mails, which commit with the changes they report. The address is read when the
 * mail is sent, so the outbox stores none.
 */
export function createNoticeChannel(deps: NoticeChannelDeps, notice: AccountNotice): OutboxChannel {
  const { database, users, mailer, mailTemplates } = deps;
  return {
    name: notice.channel,
    expiryMs: EXPIRY_MS,
    timeoutMs: 60_000,
    async deliver([message]) {
      const body = message?.body as JsonObject; // as appended by the features
      const user = await users.byId(database, String(body['userId']));
      if (user === undefined) return { kind: 'sent' };
      const { username, emailAddress } = user;
      const variables = {
        website_name: notice.websiteName,
        user: { username, emailAddress },
        ...notice.variablesOf(body),
      };
      const bodies = await mailTemplates.render(notice.template, variables);
      const line = await mailTemplates.renderLine(notice.subject, variables);
      const headers = { 'X-Message-ID': `${notice.prefix}-${randomBytes(16).toString('hex')}` };
      try {
        await mailer.send({ to: emailAddress, subject: line, ...bodies, headers });
      } catch (error) {
        return { kind: 'retry', reason: String(describeMailFailure(error)) };
      }
      return { kind: 'sent' };
    },
  };
}
