import { assertNever } from '../../../kernel/util/assert-never.js';
import type { ConsoleIo } from './console-io.js';
import type { ExpiryField, SessionExpiry } from '../../../features/accounts/door.js';

export interface RefreshTokensExpireInput {
  readonly user?: string | undefined;
  /** `username` unless given. */
  readonly field: string;
}

/** `refresh-tokens:expire` (accounts.md section 12.2); answers the exit code. */
export async function refreshTokensExpire(
  { user, field }: RefreshTokensExpireInput,
  expiry: SessionExpiry,
  io: Pick<ConsoleIo, 'print' | 'printError'>,
): Promise<number> {
  if (!isExpiryField(field)) {
    io.printError(`The field "${field}" is not supported. Use one of: username, emailAddress.`);
    return 1;
  }
  if (user === undefined || user === '') {
    await expiry.all();
    io.print('RefreshTokens for all users successfully expired.');
    return 0;
  }
  const outcome = await expiry.of(user, field);
  switch (outcome) {
    case 'expired':
      io.print(`RefreshTokens for user ${user} successfully expired.`);
      return 0;
    case 'not-found':
      io.printError(`User with ${field} "${user}" not found.`);
      return 1;
    case 'ambiguous':
      io.printError(ambiguous(user, field));
      return 1;
    default:
      return assertNever(outcome);
  }
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
