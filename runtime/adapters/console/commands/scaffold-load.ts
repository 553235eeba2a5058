import * as Args from '@oclif/core/args';
import { BaseCommand } from '../base-command.js';

export class ScaffoldLoad extends BaseCommand {
  static override summary = 'Load the starting content of the site.';
  static override description =
    'Adds what the scaffold declares and the database lacks; loading it again changes nothing. A running server shows the result at once.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> scaffolds/blog.ts',
  ];
  static override args = {
    file: Args.string({ name: 'FILE', description: 'Scaffold of the project.', default: 'scaffold.ts' }),
  };

  async run(): Promise<void> {
    const { args } = await this.parse(ScaffoldLoad);
    const { loadScaffoldFile } = await import('../../../project/load-scaffold-file.js');
    const { openProject } = await import('../open-project.js');
    const { openApplication } = await import('../open-application.js');
    const { assertMigrated } = await import('../serve-project.js');
    const opened = await openProject({ root: this.projectRoot, verbosity: this.verbosity });
    const scaffold = await loadScaffoldFile(this.projectRoot, args.file);
    await assertMigrated(opened);
    const application = await openApplication(opened, { command: 'scaffold:load' });
    const progress = this.progressLine();
    try {
      const { report } = await application.loadScaffold(scaffold, progress.report);
      progress.end();
      this.log(report);
    } finally {
      progress.end();
      await application.close();
    }
  }
}
