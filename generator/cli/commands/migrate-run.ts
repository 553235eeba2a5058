import { Flags } from '@oclif/core';
import { BaseCommand } from '../../../runtime/adapters/console/base-command.js';

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
    'new-tables': Flags.boolean({
      summary: 'Make tables under a new table_prefix, beside those that the database has under another.',
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(MigrateRun);
    const { openProjectMigrator } = await import('../open-migrator.js');
    const { migrator } = await openProjectMigrator({ root: this.projectRoot, verbose: this.isVerbose });
    const applied = await migrator.run({
      allowDestructive: flags['allow-destructive'],
      newTables: flags['new-tables'],
    });
    for (const id of applied) this.log(`Applied ${id}`);
    const misfits = await migrator.misfits();
    if (misfits.length > 0)
      this.progress(`${misfits.join('\n')}: run \`cms generate\`, then \`cms migrate:run\` again.`);
    else if (applied.length === 0) this.log('The database is up to date.');
  }
}
