import type { MailUser } from '../../adapters/mail/index.js';
import { expressionFields, type Account } from './authentication/index.js';

/** The user as mail templates see it. */
export function mailUser(user: Account): MailUser {
  const { username, emailAddress, newEmailAddress } = user;
  return { ...expressionFields(user), username, emailAddress, newEmailAddress };
}
