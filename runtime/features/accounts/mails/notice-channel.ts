import { randomBytes } from 'node:crypto';
import type { Database } from '../../../kernel/contract/database/database.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import type { OutboxChannel } from '../../../kernel/contract/features/outbox.js';
import type { Mailer } from '../../../kernel/ports/mailer.js';
import type { MailTemplates, MailVariables } from '../../../kernel/ports/mail-templates.js';
import { describeMailFailure } from '../../../kernel/util/failures/mail-failure.js';
import type { UserRows } from '../authentication/index.js';

/** A mail server may be away for a night. */
const EXPIRY_MS = 259_200_000;

/** Mails that tell accounts what was done to them. */
export interface AccountNotice {
  /** Name of the channel of the outbox; its messages have a `userId`. */
  readonly channel: string;
  readonly template: string;
  /** Subject of the mail, a template too. */
  readonly subject: string;
  /** Begins the id of each mail. */
  readonly prefix: string;
  readonly websiteName: string;
  /** What the template is told beside the site and the user. */
  variablesOf(message: JsonObject): MailVariables;
}

export interface NoticeChannelDeps {
  readonly database: Database;
  readonly users: Pick<UserRows, 'byId'>;
  readonly mailer: Mailer;
  readonly mailTemplates: MailTemplates;
}

/** Sends such mails with the changes they tell of. The address is read when a mail is sent, so that none waits in the outbox. */
export function createNoticeChannel(deps: NoticeChannelDeps, notice: AccountNotice): OutboxChannel {
  const { database, users, mailer, mailTemplates } = deps;
  return {
    name: notice.channel,
    expiryMs: EXPIRY_MS,
    timeoutMs: 60_000,
    async deliver([message]) {
      const body = message?.body as JsonObject; // as the features append it
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
