import { Args, Flags } from '@oclif/core';
import { ServiceCommand } from '../service-command.js';
import { ACCOUNTS } from '../../../features/accounts/door.js';

export class UserCreate extends ServiceCommand {
  static override summary = 'Make an account.';
  static override description =
    'Asks for what is missing. The account is verified, and no mail is sent. The role is set, not added.';
  static override hiddenAliases = ['cms:api-components:user:create'];
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> editor editor@example.com a-long-password --admin',
    '<%= config.bin %> <%= command.id %> editor editor@example.com another-password --admin --overwrite',
  ];
  static override args = {
    username: Args.string({ description: 'Name to sign in with.' }),
    email: Args.string({ description: 'Address; blank for the username.' }),
    password: Args.string({ description: 'Password.' }),
  };
  static override flags = {
    admin: Flags.boolean({ summary: 'Store ROLE_ADMIN.' }),
    'super-admin': Flags.boolean({ summary: 'Store ROLE_SUPER_ADMIN.' }),
    inactive: Flags.boolean({ summary: 'Make a disabled account.' }),
    overwrite: Flags.boolean({ summary: 'Rewrite the account with that username, if there is one.' }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(UserCreate);
    const { userCreate } = await import('../accounts/user-create.js');
    const { createConsoleIo } = await import('../console-io.js');
    const { admin, inactive, overwrite } = flags;
    const io = createConsoleIo(flags);
    const input = { ...args, admin, inactive, overwrite, superAdmin: flags['super-admin'] };
    await this.withApp(({ get }) => userCreate(input, get(ACCOUNTS).createAccount, io));
  }
}
