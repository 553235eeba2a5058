import * as Flags from '@oclif/core/flags';
import { BaseCommand } from '../base-command.js';

export class Check extends BaseCommand {
  static override summary = 'Find everything that a start would refuse, without starting.';
  static override description =
    'Looks at the configuration, the environment, the keys, the generated code, the database with its migrations, and at the features together. Writes nothing but the cache of compiled code (.cms), and lists all faults. Exits 0 when the service would start, 1 when not.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --listen',
    '<%= config.bin %> <%= command.id %> --json',
  ];
  static override flags = {
    listen: Flags.boolean({
      summary: 'Try the ports too; while the service runs it has them itself.',
    }),
    json: Flags.boolean({ summary: 'Print one JSON object.' }),
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
      if (isWell) this.log('The service would start.');
    }
    if (!isWell) this.exit(1);
  }
}
