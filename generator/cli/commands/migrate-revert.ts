import { Flags } from '@oclif/core';
import { BaseCommand } from '../../../runtime/adapters/console/base-command.js';

export class MigrateRevert extends BaseCommand {
  static override summary = 'Undo the newest migration.';
  static override description =
    'Undoes the newest applied migrations, one by default. Undoing one that made tables or columns loses their rows and needs --allow-destructive.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --steps 2 --allow-destructive',
  ];
  static override flags = {
    steps: Flags.integer({ summary: 'How many migrations to undo.', default: 1, min: 1 }),
    'allow-destructive': Flags.boolean({ summary: 'Undo steps whose reverse loses stored data, too.' }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(MigrateRevert);
    const { openProjectMigrator } = await import('../open-migrator.js');
    const { migrator } = await openProjectMigrator({ root: this.projectRoot, verbose: this.isVerbose });
    const reverted = await migrator.revert({
      steps: flags.steps,
      allowDestructive: flags['allow-destructive'],
    });
    for (const id of reverted) this.log(`Reverted ${id}`);
    if (reverted.length === 0) this.log('No migration is applied.');
  }
}
