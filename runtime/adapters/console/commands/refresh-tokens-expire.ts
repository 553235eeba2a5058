import { Args, Flags } from '@oclif/core';
import { ServiceCommand } from '../service-command.js';
import { ACCOUNTS } from '../../../features/accounts/door.js';

export class RefreshTokensExpire extends ServiceCommand {
  static override summary = 'End the sessions of all users, or of one.';
  static override description =
    'A value that is one user’s name and another’s address ends nothing and is reported.';
  static override hiddenAliases = ['cms:api-components:refresh-tokens:expire'];
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> editor',
    '<%= config.bin %> <%= command.id %> editor@example.com --field emailAddress',
  ];
  static override args = {
    user: Args.string({ description: 'Username, or address with --field emailAddress.' }),
  };
  static override flags = {
    field: Flags.string({
      summary: 'Field to look the user up by: username or emailAddress.',
      default: 'username',
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(RefreshTokensExpire);
    const { refreshTokensExpire } = await import('../accounts/refresh-tokens-expire.js');
    const { createConsoleIo } = await import('../console-io.js');
    const io = createConsoleIo(flags);
    await this.withApp(({ get }) =>
      refreshTokensExpire({ user: args.user, field: flags.field }, get(ACCOUNTS).sessionExpiry, io),
    );
  }
}
