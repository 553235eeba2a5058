import * as Args from '@oclif/core/args';
import { BaseCommand } from '../base-command.js';

export class ScaffoldLoad extends BaseCommand {
  static override summary = 'Load a scaffold into the database.';
  static override description =
    'Creates the content that the scaffold declares and the database does not have. Loading a scaffold again changes nothing. A running server serves the new content immediately.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> scaffolds/blog.ts',
  ];
  static override args = {
    file: Args.string({ name: 'FILE', description: 'Path of the scaffold file.', default: 'scaffold.ts' }),
  };

  async run(): Promise<void> {
    const { args } = await this.parse(ScaffoldLoad);
    const { loadScaffoldFile } = await import('../../project/load-scaffold-file.js');
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
