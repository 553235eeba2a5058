import { ServiceCommand } from '../service-command.js';

const NAME = 'scan-orphaned-files';

export class ScanOrphanedFiles extends ServiceCommand {
  static override summary =
    'Report files that no record holds, files that are missing, and those that break the rules of their fields.';
  static override description =
    'Looks at every file of the filesystems in use and stores the report in the place of the one before. Deletes nothing, and sends no mail. Exits 0.';
  static override hiddenAliases = [`cms:api-components:${NAME}`];
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> -v',
  ];

  async run(): Promise<void> {
    await this.parse(ScanOrphanedFiles);
    await this.runFeatureCommand(NAME, { args: this.isVerbose ? ['--verbose'] : [] });
  }
}
