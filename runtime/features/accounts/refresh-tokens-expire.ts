import type { CommandIo } from '../../kernel/contract/features/command.js';
import type { CommandWork } from '../../kernel/feature.js';
import { assertNever } from '../../kernel/util/assert-never.js';
import type { ExpiryField, SessionExpiry } from './session-expiry.js';

type ExpiryIo = CommandIo<{ readonly field: string }>;

/** The command `refresh-tokens:expire` (accounts.md section 12.2). */
export function createSessionExpiryCommand(expiry: SessionExpiry): CommandWork {
  return {
    name: 'refresh-tokens:expire',
    async run(_service, { args: [user], flags: { field }, print, printError }: ExpiryIo) {
      if (!isExpiryField(field)) {
        printError(`The field "${field}" is not supported. Use one of: username, emailAddress.`);
        return 1;
      }
      if (user === undefined || user === '') {
        await expiry.all();
        print('RefreshTokens for all users successfully expired.');
        return 0;
      }
      const outcome = await expiry.of(user, field);
      switch (outcome) {
        case 'expired':
          print(`RefreshTokens for user ${user} successfully expired.`);
          return 0;
        case 'not-found':
          printError(`User with ${field} "${user}" not found.`);
          return 1;
        case 'ambiguous':
          printError(ambiguous(user, field));
          return 1;
        default:
          return assertNever(outcome);
      }
    },
  };
}

const isExpiryField = (field: string): field is ExpiryField =>
  field === 'username' || field === 'emailAddress';

function ambiguous(value: string, field: ExpiryField): string {
  const name = field === 'username' ? 'username' : 'email address';
  return (
    `More than one user matches "${value}" as a username or email address, so the user with that ${name} ` +
    'cannot be identified. No refresh-tokens were expired.'
  );
}
