import * as Flags from '@oclif/core/flags';
import { BaseCommand } from '../base-command.js';

export class Check extends BaseCommand {
  static override summary = 'Check that the service can start.';
  static override description =
    'Checks the configuration, environment, keys, generated code, migrations and features, and lists all problems. Does not start the service, and writes only the cache of compiled code (.cms). Exits with 0 if the service can start, and with 1 otherwise.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --listen',
    '<%= config.bin %> <%= command.id %> --json',
  ];
  static override flags = {
    listen: Flags.boolean({
      summary: 'Also check that the ports are free. Fails while the service is running.',
    }),
    json: Flags.boolean({ summary: 'Print the result as JSON.' }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Check);
    const { checkProject } = await import('../check/check-project.js');
    const { faults, notices } = await checkProject({
      root: this.projectRoot,
      listens: flags.listen,
      describe: (error) => this.describeError(error),
    });
    const isWell = faults.length === 0;
    if (flags.json) this.log(JSON.stringify({ isWell, faults, notices }, null, 2));
    else {
      for (const notice of notices) this.progress(`Notice: ${notice}`);
      for (const { of, problem } of faults) this.log(`${of}: ${problem}`);
      if (isWell) this.log('The service can start.');
    }
    if (!isWell) this.exit(1);
  }
}
