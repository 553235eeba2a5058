import { expressionFields, type Account } from './authentication/index.js';
import type { MailUser } from './mails/index.js';

/** The user as mail templates see it. */
export function mailUser(user: Account): MailUser {
  const { username, emailAddress, newEmailAddress } = user;
  return { ...expressionFields(user), username, emailAddress, newEmailAddress };
}
