import { ROLE_ADMIN, ROLE_SUPER_ADMIN, ROLE_USER } from '../../kernel/authorization/role-hierarchy.js';
import type { CommandIo, Prompt } from '../../kernel/contract/features/command.js';
import type { CommandWork } from '../../kernel/feature.js';
import type { CreateAccount } from './create-account.js';

type UserIo = CommandIo<Readonly<Record<'admin' | 'super-admin' | 'inactive' | 'overwrite', boolean>>>;

/** The command `user:create` (accounts.md section 12.1). */
export function createUserCommand(createAccount: CreateAccount): CommandWork {
  return {
    name: 'user:create',
    async run(_service, { args, flags, prompt, print, printError }: UserIo) {
      const [username, email, password] = prompt === undefined ? args : await askForRest(args, prompt);
      if (username === undefined || email === undefined || password === undefined) {
        const missing = ['username', 'email', 'password'].slice(args.length);
        printError(`Not enough arguments (missing: "${missing.join(', ')}").`);
        return 1;
      }
      if (password === '') {
        printError(`Could not create user: ${username}`);
        printError(`plainPassword: ${EMPTY_PASSWORD}`);
        return 1;
      }
      const outcome = await createAccount({
        username,
        emailAddress: email.trim() === '' ? username : email,
        password,
        role: flags['super-admin'] ? ROLE_SUPER_ADMIN : flags.admin ? ROLE_ADMIN : ROLE_USER,
        enabled: !flags.inactive,
        overwrite: flags.overwrite,
      });
      if (outcome.kind !== 'refused') {
        print(`Created user: ${username}`);
        return 0;
      }
      printError(`Could not create user: ${username}`);
      for (const { propertyPath, message } of outcome.violations) printError(`${propertyPath}: ${message}`);
      return 1;
    },
  };
}

async function askForRest(
  [username, email, password]: readonly string[],
  prompt: Prompt,
): Promise<readonly string[]> {
  return [
    username ?? (await prompt.ask(USERNAME_QUESTION, filled(EMPTY_USERNAME))),
    email ?? (await prompt.ask(EMAIL_QUESTION)),
    password ?? (await prompt.askHidden(PASSWORD_QUESTION, filled(EMPTY_PASSWORD))),
  ];
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
