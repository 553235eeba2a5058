import { Flags } from '@oclif/core';
import { BaseCommand } from '../base-command.js';

export class MigrateRun extends BaseCommand {
  static override summary = 'Bring the database up to date.';
  static override description =
    'Applies every migration of generated/migrations that the database lacks. A step that loses stored rows needs --allow-destructive.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --allow-destructive',
  ];
  static override flags = {
    'allow-destructive': Flags.boolean({ summary: 'Apply steps that lose stored data, too.' }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(MigrateRun);
    const { openMigrator, openProject } = await import('../open-project.js');
    const opened = await openProject({ root: this.projectRoot, verbose: this.isVerbose });
    const migrator = await openMigrator(opened);
    const applied = await migrator.run({ allowDestructive: flags['allow-destructive'] });
    for (const id of applied) this.log(`Applied ${id}`);
    if (applied.length === 0) this.log('The database is up to date.');
  }
}
