import type { ConsoleIo } from './console-io.js';
import { ROLE_ADMIN, ROLE_SUPER_ADMIN, ROLE_USER } from '../../../kernel/authorization/role-hierarchy.js';
import type { CreateAccount } from '../../../features/accounts/door.js';

export interface UserCreateInput {
  readonly username?: string | undefined;
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  readonly admin: boolean;
  readonly superAdmin: boolean;
  readonly inactive: boolean;
  readonly overwrite: boolean;
}

/** `user:create` (accounts.md section 12.1); answers the exit code. */
export async function userCreate(
  input: UserCreateInput,
  createAccount: CreateAccount,
  io: ConsoleIo,
): Promise<number> {
  const missing = (['username', 'email', 'password'] as const).filter((name) => input[name] === undefined);
  if (missing.length > 0 && !io.interactive) {
    io.printError(`Not enough arguments (missing: "${missing.join(', ')}").`);
    return 1;
  }
  const username = input.username ?? (await io.prompt.ask(USERNAME_QUESTION, filled(EMPTY_USERNAME)));
  const email = input.email ?? (await io.prompt.ask(EMAIL_QUESTION));
  const password = input.password ?? (await io.prompt.askHidden(PASSWORD_QUESTION, filled(EMPTY_PASSWORD)));
  if (password === '') {
    io.printError(`Could not create user: ${username}`);
    io.printError(`plainPassword: ${EMPTY_PASSWORD}`);
    return 1;
  }
  const outcome = await createAccount({
    username,
    emailAddress: email.trim() === '' ? username : email,
    password,
    role: input.superAdmin ? ROLE_SUPER_ADMIN : input.admin ? ROLE_ADMIN : ROLE_USER,
    enabled: !input.inactive,
    overwrite: input.overwrite,
  });
  if (outcome.kind !== 'refused') {
    io.print(`Created user: ${username}`);
    return 0;
  }
  io.printError(`Could not create user: ${username}`);
  for (const { propertyPath, message } of outcome.violations) io.printError(`${propertyPath}: ${message}`);
  return 1;
}

const USERNAME_QUESTION = 'Please choose a username:';
const EMAIL_QUESTION = 'Please choose an email (leave blank to use same as username):';
const PASSWORD_QUESTION = 'Please choose a password:';
const EMPTY_USERNAME = 'Username can not be empty';
const EMPTY_PASSWORD = 'Password can not be empty';

const filled =
  (complaint: string) =>
  (answer: string): string | undefined =>
    answer === '' ? complaint : undefined;
