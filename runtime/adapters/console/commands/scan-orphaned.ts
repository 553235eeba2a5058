import { Flags } from '@oclif/core';
import { ServiceCommand } from '../service-command.js';

const NAME = 'scan-orphaned';

export class ScanOrphaned extends ServiceCommand {
  static override summary = 'Report components, groups and positions that lead nowhere.';
  static override description =
    'Stores the report in the place of the one before and tells the recipients of orphaned_resources.notify when it has changed. Deletes nothing. Exits 0.';
  static override aliases = ['clean-orphaned'];
  static override hiddenAliases = [`cms:api-components:${NAME}`, 'cms:api-components:clean-orphaned'];
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --no-notify -v',
  ];
  static override flags = {
    notify: Flags.boolean({
      summary: 'Send the alert when the report has changed.',
      default: true,
      allowNo: true,
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(ScanOrphaned);
    const args = [...(flags.notify ? [] : ['--no-notify']), ...(this.isVerbose ? ['--verbose'] : [])];
    await this.runFeatureCommand(NAME, { args });
  }
}
